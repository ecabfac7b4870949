import type { FileHandle } from 'node:fs/promises';

/** Reads exactly so many bytes of a file, into `buffer` if one is given; throws when they are not there. */
export async function readWhole(
  file: FileHandle,
  from: number,
  bytes: number,
  buffer: Buffer = Buffer.allocUnsafe(bytes),
): Promise<Buffer> {
  for (let done = 0; done < bytes;) {
    const { bytesRead } = await file.read(buffer, done, bytes - done, from + done);
    if (bytesRead === 0) throw new Error('A kept result is shorter than it was when it was written.');
    done += bytesRead;
  }
  return buffer.subarray(0, bytes);
}
