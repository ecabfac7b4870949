import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const BLOCK = 512;
/** What fits into eleven octal digits. */
const MOST_BYTES = 8 ** 11 - 1;

/** A flat folder of files as a tar archive (POSIX ustar), `folder` being its name inside. Throws for a file above 8 GB. */
export async function* tarOf(path: string, folder: string): AsyncGenerator<Buffer> {
  const names = (await readdir(path)).sort();
  for (const name of names) {
    const { size, mtimeMs } = await stat(join(path, name));
    if (size > MOST_BYTES) throw new Error('A file of the folder is too large for a tar archive.');
    yield header(`${folder}/${name}`, size, mtimeMs);
    yield* createReadStream(join(path, name)) as AsyncIterable<Buffer>;
    const rest = size % BLOCK;
    if (rest > 0) yield Buffer.alloc(BLOCK - rest);
  }
  yield Buffer.alloc(2 * BLOCK);
}

function header(name: string, size: number, mtimeMs: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'ascii');
  block.write(name.slice(0, 100), 0, 'utf8');
  octal(0o600, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(mtimeMs / 1000), 136, 12);
  block.write('        ', 148, 'ascii');
  block.write('0', 156, 'ascii');
  block.write('ustar\x0000', 257, 'binary');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return block;
}
