import { Socket } from 'node:net';

/** What Node reads from a socket at once. */
const READ_BYTES = 64 * 1024;

/**
 * A socket that is not connected yet and reads into one buffer of its own: a piece is valid only while its `data`
 * listeners run. Node makes a buffer for each piece otherwise, and they pile up outside of the heap, where they start
 * no collection of young objects.
 */
export function readingSocket(): Socket {
  const socket: Socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (bytes, buffer) => socket.emit('data', buffer.subarray(0, bytes)),
    },
  });
  return socket;
}
