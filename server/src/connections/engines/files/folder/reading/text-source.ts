import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

const CHUNK_BYTES = 1024 * 1024;

/** The bytes of a file in chunks, unpacked where its name ends in `.gz`. */
export function textSource(path: string, signal?: AbortSignal): AsyncIterable<Buffer> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES, ...(signal && { signal }) });
  if (!/\.gz$/i.test(path)) return file as AsyncIterable<Buffer>;
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  file.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => file.destroy());
  return file.pipe(unpacked) as AsyncIterable<Buffer>;
}
