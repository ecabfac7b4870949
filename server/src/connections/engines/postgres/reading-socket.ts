import { Socket } from 'node:net';

/** What Node reads from a socket at once. */
const READ_BYTES = 64 * 1024;
/** Enough for the first answer of a server. */
const FIRST_READ_BYTES = 1024;

/**
 * A socket that is not connected yet and reads into one buffer of its own: a piece is valid only while its `data`
 * listeners run. Node makes a buffer for each piece otherwise, and they pile up outside of the heap, where they start
 * no collection of young objects. The buffer is made once the server has answered: an attempt that fails has none.
 */
export function readingSocket(): Socket {
  let isAnswered = false;
  let buffer = Buffer.allocUnsafeSlow(FIRST_READ_BYTES);
  const nextBuffer = () => {
    if (isAnswered && buffer.length < READ_BYTES) buffer = Buffer.allocUnsafeSlow(READ_BYTES);
    return buffer;
  };
  const socket: Socket = new Socket({
    onread: {
      buffer: nextBuffer,
      callback: (bytes, read) => {
        isAnswered = true;
        return socket.emit('data', read.subarray(0, bytes));
      },
    },
  });
  return socket;
}
