import { createReadStream, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { judgePath } from '#libs/pages';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Where most visits begin. */
const STUDIO_PATH = /^\/(?:studio)?$/;

/** The encodings that the build writes beside each file, best first. */
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

interface ClientFile {
  readonly path: string;
  readonly contentType: string;
  readonly isHashed: boolean;
  readonly etag: string;
  readonly variants: readonly { readonly name: string | null; readonly path: string; readonly bytes: number }[];
}

/**
 * Serves the built client: files with a hash in their name are immutable, the rest is revalidated by ETag, and each is
 * sent precompressed. The path of a page is the application itself, which routes it; a browser gets it with status 404
 * for an unknown path, to show its page "Not found". Programs get no page for a path that they guess.
 * The folder is read once: a file that is not listed there is not found. Where a visit begins in the studio, the chunks
 * that the build lists in `preload.json` beside the folder are announced with the page, so that they load beside it.
 */
export function staticClient(folder: string): RequestHandler {
  const files = existsSync(folder) ? indexFolder(folder) : new Map<string, ClientFile>();
  const preloads = preloadHeader(join(folder, '..', 'preload.json'));
  return (request: Request, response: Response, next: NextFunction) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const named = files.get(request.path);
    const kind = named === undefined ? judgePath(request.path, request.headers.accept ?? '') : 'page';
    const file = named ?? (kind === 'no-page' ? undefined : files.get('/index.html'));
    if (file === undefined || !isReading) {
      next();
      return;
    }
    if (kind === 'unknown-page') response.status(404);
    if (preloads !== '' && STUDIO_PATH.test(request.path)) response.setHeader('Link', preloads);
    send(file, request, response);
  };
}

/** The chunks of a list as a `Link` header; empty where there is no list, as there is none while developing. */
function preloadHeader(list: string): string {
  if (!existsSync(list)) return '';
  const names = JSON.parse(readFileSync(list, 'utf8')) as string[];
  return names.map((name) => `</${encodeURI(name)}>; rel=modulepreload`).join(', ');
}

function send(file: ClientFile, request: Request, response: Response): void {
  const accepted = request.headers['accept-encoding'] ?? '';
  const variant = file.variants.find(({ name }) => name === null || accepted.includes(name));
  if (variant === undefined) return;
  response.setHeader('Content-Type', file.contentType);
  response.setHeader('Cache-Control', file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('Vary', response.statusCode === 404 ? 'Accept, Accept-Encoding' : 'Accept-Encoding');
  const etag = `"${file.etag}-${variant.name ?? 'raw'}"`;
  response.setHeader('ETag', etag);
  if (response.statusCode === 200 && request.headers['if-none-match'] === etag) {
    response.status(304).end();
    return;
  }
  if (variant.name !== null) response.setHeader('Content-Encoding', variant.name);
  response.setHeader('Content-Length', variant.bytes);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const content = createReadStream(variant.path).on('error', () => {
    // The file was there when the folder was read: it is being rebuilt.
    if (response.headersSent) response.destroy();
    for (const name of response.destroyed ? [] : response.getHeaderNames()) response.removeHeader(name);
    if (!response.destroyed) response.writeHead(404).end();
  });
  // A pipe leaves the file open where its reader goes away.
  response.once('close', () => content.destroy());
  if (response.closed) content.destroy();
  else content.pipe(response);
}

function indexFolder(folder: string): Map<string, ClientFile> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const sizes = new Map(paths.map((path) => [path, statSync(path)] as const).filter(([, stat]) => stat.isFile()));
  const files = new Map<string, ClientFile>();
  for (const [path, stat] of sizes) {
    if (ENCODINGS.some(({ suffix }) => path.endsWith(suffix))) continue;
    const compressed = ENCODINGS.flatMap(({ name, suffix }) => {
      const variant = sizes.get(path + suffix);
      return variant === undefined ? [] : [{ name, path: path + suffix, bytes: variant.size }];
    });
    const url = `/${relative(folder, path).split(sep).map(encodeURIComponent).join('/')}`;
    files.set(url, {
      path,
      contentType: CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
      isHashed: /-[A-Za-z0-9_-]{8}\.[a-z0-9]+$/.test(path),
      etag: `${stat.size.toString(36)}-${Math.trunc(stat.mtimeMs).toString(36)}`,
      variants: [...compressed, { name: null, path, bytes: stat.size }],
    });
  }
  return files;
}
