import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

const CHUNK_BYTES = 1024 * 1024;

/** The bytes of a file in chunks, unpacked where its name ends in `.gz`. */
export async function* textSource(path: string, signal?: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  // Loaded when it is needed: an engine process starts without it.
  const createGunzip = isPacked(path) ? (await import('node:zlib')).createGunzip : null;
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES, ...(signal && { signal }) });
  if (createGunzip === null) {
    yield* file as AsyncIterable<Buffer>;
    return;
  }
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  file.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => file.destroy());
  yield* file.pipe(unpacked) as AsyncIterable<Buffer>;
}

/** Whether a file has at most so many bytes, unpacked where its name ends in `.gz`: a few kB may hold gigabytes. */
export async function isWithin(bytes: number, path: string, signal?: AbortSignal): Promise<boolean> {
  let size = (await stat(path)).size;
  if (!isPacked(path) || size > bytes) return size <= bytes;
  size = 0;
  for await (const chunk of textSource(path, signal)) {
    size += chunk.length;
    if (size > bytes) return false;
  }
  return true;
}

/** Whether the name of a file says that it is packed. */
export function isPacked(path: string): boolean {
  return /\.gz$/i.test(path);
}
