import { createReadStream } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;

/** The bytes of a file in chunks, unpacked where its name ends in `.gz`. */
export async function* textSource(path: string, signal?: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  // Loaded when it is needed: an engine process starts without it.
  const createGunzip = /\.gz$/i.test(path) ? (await import('node:zlib')).createGunzip : null;
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
