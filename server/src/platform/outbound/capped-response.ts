import type { Response as UndiciResponse } from 'undici';
import { OutboundFailure } from './outbound-failure.js';

/** The same answer, whose body fails as soon as more than `maxBytes` of it were read. */
export function cappedResponse(answer: UndiciResponse, maxBytes: number): Response {
  let left = maxBytes;
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0)
        controller.error(new OutboundFailure('too-large', `The response is larger than ${maxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = answer;
  const body = answer.body as ReadableStream<Uint8Array> | null;
  const init = { status, statusText, headers: [...headers] };
  return new Response(body === null ? null : body.pipeThrough(cap), init);
}
