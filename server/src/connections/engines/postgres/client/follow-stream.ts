import type { Duplex } from 'node:stream';
import { asError } from './as-error.js';
import { PlainSeverities } from './plain-severities.js';

/** Who takes the pieces of a stream, valid only during the call, and throws where they are no messages of a server. */
export interface MessageConsumer {
  take(chunk: Buffer): void;
}

/**
 * Puts the taker that `takerOf` makes between a stream and its `data` listeners, which get what it forwards and become
 * harmless: the driver decodes inside them, where anything thrown (a text longer than a string can be, a message out of
 * order) would end the process; here it goes to `cut`.
 */
export function followStream(
  stream: Duplex,
  takerOf: (forward: (bytes: Buffer) => void) => MessageConsumer,
  cut: (error: Error) => void,
): void {
  const listeners = stream.listeners('data') as ((chunk: Buffer) => void)[];
  const severities = new PlainSeverities();
  const taker = takerOf((bytes) => {
    // The driver keeps the beginning of a message that has not come whole.
    const own = Buffer.from(bytes);
    severities.rewrite(own);
    for (const listener of listeners) listener(own);
  });
  stream.removeAllListeners('data');
  stream.on('data', (chunk: Buffer) => {
    if (stream.destroyed) return;
    try {
      taker.take(chunk);
    } catch (error) {
      cut(asError(error));
    }
  });
}
