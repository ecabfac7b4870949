import type { McpServer } from '@modelcontextprotocol/server';

/**
 * Answers one request in the revision of the protocol that it speaks: since 2026-07-28 each request carries what the
 * earlier ones agreed on in a handshake. Either way a server is made for this request alone and nothing is kept. The
 * protocol's library is loaded by the first request.
 */
export async function answerAgent(
  request: Request,
  parsedBody: unknown,
  serve: () => Promise<McpServer>,
): Promise<Response> {
  const { createMcpHandler, isLegacyRequest } = await import('@modelcontextprotocol/server');
  if (await isLegacyRequest(request, parsedBody)) return answerWithoutEnvelope(request, parsedBody, await serve());
  // No capability of the server announces changes, so a subscription is acknowledged without any and ends at once.
  const handler = createMcpHandler(serve, { legacy: 'reject' });
  return handler.fetch(request, { parsedBody });
}

async function answerWithoutEnvelope(request: Request, parsedBody: unknown, server: McpServer): Promise<Response> {
  const { WebStandardStreamableHTTPServerTransport } = await import('@modelcontextprotocol/server');
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const close = (): void => void server.close();
  request.signal.addEventListener('abort', close, { once: true });
  await server.connect(transport);
  const answer = await transport.handleRequest(request, { parsedBody });
  request.signal.removeEventListener('abort', close);
  close();
  return answer;
}
