/** How one client is set up for the workbench. */
export interface ClientExample {
  readonly id: string;
  readonly name: string;
  /** Where the text goes. */
  readonly where: string;
  readonly text: string;
}

/** What stands for a token until one is made. */
export const TOKEN_PLACE = '<API_TOKEN>';

/** How common clients of the Model Context Protocol are connected to `url` with an API token. */
export function clientExamples(url: string, token: string): ClientExample[] {
  const header = { Authorization: `Bearer ${token}` };
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      ...{ id: 'claude-code', name: 'Claude Code', where: 'In a terminal' },
      text: `claude mcp add --transport http data-workbench ${url} \\\n  --header "Authorization: Bearer ${token}"`,
    },
    {
      ...{ id: 'vscode', name: 'VS Code', where: 'In .vscode/mcp.json' },
      text: json({ servers: { 'data-workbench': { type: 'http', url, headers: header } } }),
    },
    {
      ...{ id: 'cursor', name: 'Cursor', where: 'In ~/.cursor/mcp.json' },
      text: json({ mcpServers: { 'data-workbench': { url, headers: header } } }),
    },
    {
      ...{ id: 'inspector', name: 'MCP Inspector', where: 'Terminal (try the tools)' },
      text:
        `npx @modelcontextprotocol/inspector --cli ${url} --transport http \\\n` +
        `  --header "Authorization: Bearer ${token}" --method tools/list`,
    },
    {
      ...{ id: 'curl', name: 'curl', where: 'In a terminal' },
      text: [
        `curl ${url} \\`,
        `  -H "Authorization: Bearer ${token}" \\`,
        `  -H "Content-Type: application/json" -H "Accept: application/json, text/event-stream" \\`,
        `  -d '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"contract_status","arguments":{}}}'`,
      ].join('\n'),
    },
  ];
}
