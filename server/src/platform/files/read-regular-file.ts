import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

const PIECE_BYTES = 64 * 1024;

/** As `readRegularBytes`, as a text. */
export async function readRegularFile(path: string, maxBytes: number): Promise<string> {
  return (await readRegularBytes(path, maxBytes)).toString('utf8');
}

/**
 * Reads a file that people name or write. Throws a system error; with the code `EFTYPE` for anything but a regular
 * file, and `EFBIG` beyond `maxBytes`: a device has no end.
 */
export async function readRegularBytes(path: string, maxBytes: number): Promise<Buffer> {
  // Without blocking: opening a pipe without a writer would wait for ever, and take a thread of all.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw refusal('EFTYPE', 'not a regular file');
    const pieces: Buffer[] = [];
    for (let bytes = 0; ;) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, null);
      if (bytesRead === 0) return Buffer.concat(pieces);
      bytes += bytesRead;
      if (bytes > maxBytes) throw refusal('EFBIG', 'the file is too large');
      pieces.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

function refusal(code: 'EFTYPE' | 'EFBIG', message: string): Error {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
