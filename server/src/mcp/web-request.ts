import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { ABORTED } from '#libs/async';

/** The address is of no use to who answers, and the `Host` of a request may be no valid one. */
const ADDRESS = 'http://localhost/mcp';

/** A request as the web's own `Request`, without its body, which has been read; its signal reports when the asker has gone. */
export function webRequest({ method, headers }: HttpRequest, response: HttpResponse): Request {
  const gone = new AbortController();
  response.once('close', () => gone.abort(ABORTED));
  const plain = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(ADDRESS, { method, headers: plain, signal: gone.signal });
}

/** Sends an answer that came as the web's own `Response`. */
export async function sendWebResponse(response: HttpResponse, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.end(body);
}
