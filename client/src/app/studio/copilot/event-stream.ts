import { HttpErrorResponse, HttpHeaders } from '@angular/common/http';
import type { CopilotEvent } from '#libs/api';
import type { BodyOf, StreamPath } from '../../shared/http/api-call';
import { ApiProblem } from '../../shared/http/api-problem';

/**
 * Posts a body and hands on each server-sent event of the answer as it arrives; resolves at the end of the stream. Rejects
 * with an `ApiProblem` for an answer that is none, and with an `AbortError` once `stop` fires.
 */
export async function postForEvents<P extends StreamPath<'post'>>(
  path: P,
  body: BodyOf<'post', P>,
  stop: AbortSignal,
  onEvent: (event: CopilotEvent) => void,
): Promise<void> {
  const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' };
  const answer = await fetch(path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: stop,
  }).catch((error: unknown) => {
    if (stop.aborted) throw error;
    throw ApiProblem.from(new HttpErrorResponse({ status: 0 }));
  });
  if (!answer.ok) throw await problemOf(answer);
  let rest = '';
  const decoder = new TextDecoder();
  const reader = answer.body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    rest += decoder.decode(piece.value, { stream: true });
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) emit(event, onEvent);
  }
}

function emit(event: string, onEvent: (event: CopilotEvent) => void): void {
  const data = event
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => line.slice('data: '.length))
    .join('\n');
  if (data !== '') onEvent(JSON.parse(data) as CopilotEvent);
}

async function problemOf(answer: Response): Promise<ApiProblem> {
  const headers = new HttpHeaders(Object.fromEntries(answer.headers));
  const error = await answer.text().catch(() => '');
  return ApiProblem.from(new HttpErrorResponse({ status: answer.status, error, headers }));
}
