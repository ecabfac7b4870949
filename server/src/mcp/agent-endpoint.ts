import type { McpServer } from '@modelcontextprotocol/server';
import { ABORTED, onAbort } from '#libs/async';
import { withoutCancellations } from './tool-calls.js';

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
  if (await isLegacyRequest(request, parsedBody)) {
    return answerWithoutEnvelope(request, withoutCancellations(parsedBody), await serve());
  }
  // No capability of the server announces changes, so a subscription is acknowledged without any and ends at once.
  const handler = createMcpHandler(serve, { legacy: 'reject' });
  return handler.fetch(request, { parsedBody });
}

async function answerWithoutEnvelope(request: Request, parsedBody: unknown, server: McpServer): Promise<Response> {
  const { WebStandardStreamableHTTPServerTransport } = await import('@modelcontextprotocol/server');
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const close = (): void => void server.close();
  await server.connect(transport);
  // The caller may have left while the library was loaded.
  let stay = (): void => undefined;
  const left = new Promise<never>((_, reject) => {
    stay = onAbort(request.signal, () => {
      close();
      reject(ABORTED);
    });
  });
  try {
    // A transport that was closed never answers what it has begun.
    return await Promise.race([left, transport.handleRequest(request, { parsedBody })]);
  } finally {
    stay();
    close();
  }
}
