import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set([
  '.css',
  '.html',
  '.ico',
  '.js',
  '.json',
  '.map',
  '.mjs',
  '.svg',
  '.ttf',
  '.txt',
  '.wasm',
  '.webmanifest',
]);
const LEAST_BYTES = 1_024;
/** The best compression takes seconds per megabyte, so very large files get the second best. */
const BEST_QUALITY_BYTES = 1_500_000;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const ENCODINGS = [
  {
    ending: '.br',
    /** @param {Buffer} content */
    compress: (content) =>
      compressBrotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: content.length > BEST_QUALITY_BYTES ? 9 : 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
  },
  {
    ending: '.gz',
    /** @param {Buffer} content */
    compress: (content) => compressGzip(content, { level: 9 }),
  },
];

/**
 * Writes each file of a folder compressed next to itself, where that is smaller. What was compressed once is taken
 * from the cache: most of a client is the same from build to build.
 * @param {string} folder
 * @param {string} cacheFolder
 */
export async function precompress(folder, cacheFolder) {
  await mkdir(cacheFolder, { recursive: true });
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const waiting = files.filter((file) => COMPRESSIBLE.has(extname(file)));
  const worker = async () => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) await compressFile(file, cacheFolder);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}

/**
 * @param {string} file
 * @param {string} cacheFolder
 */
async function compressFile(file, cacheFolder) {
  const content = await readFile(file);
  if (content.length < LEAST_BYTES) return;
  const name = createHash('sha256').update(content).digest('hex');
  for (const { ending, compress } of ENCODINGS) {
    const cached = join(cacheFolder, name + ending);
    if (!(await stat(cached).catch(() => null))) {
      await writeFile(`${cached}.partial`, await compress(content));
      await rename(`${cached}.partial`, cached);
    }
    if ((await stat(cached)).size < content.length) await copyFile(cached, file + ending);
  }
}
