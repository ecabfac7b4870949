/** What a reconnect ends with that got no answer within its limit, in milliseconds. */
export function silenceText({ host, port }: { readonly host: string; readonly port: number }, limitMs: number): string {
  return (
    `The old sessions were ended, and ${host}:${port} has not answered for ${limitMs / 1_000} s. ` +
    'The workbench keeps trying; wait until the connection is green, or check the server.'
  );
}
