import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { TILE_DEFAULTS } from '#libs/tiles';
import type { EncodedTile } from './layers/described-layer.js';

const MEDIA_TYPE = 'application/vnd.mapbox-vector-tile';
/** Shorter tiles go as they are. */
const SHORTEST_COMPRESSED_BYTES = 1_024;

const compress = promisify(gzip);

/** Headers that maps of other origins may read. */
const EXPOSED = 'Accept-Ranges, Content-Range, ETag, Server-Timing, X-Tile-Features, X-Tile-Truncated';

/** Sends a tile, or that it has nothing, or that the browser has it already. */
export async function sendTile(request: Request, response: Response, tile: EncodedTile): Promise<void> {
  const { bytes, features, databaseMs, hash } = tile;
  response.setHeader('Cache-Control', 'private, no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('Server-Timing', `db;dur=${databaseMs.toFixed(1)}`);
  response.setHeader('X-Tile-Features', features);
  if (features > TILE_DEFAULTS.featureCap) response.setHeader('X-Tile-Truncated', TILE_DEFAULTS.featureCap);
  if (bytes.length === 0) {
    response.status(204).end();
    return;
  }
  // A range is one of the bytes as they were encoded: programs that ask for one know of no compression.
  const isPartial = request.headers.range !== undefined;
  const isCompressed =
    !isPartial && bytes.length >= SHORTEST_COMPRESSED_BYTES && request.acceptsEncodings('gzip') === 'gzip';
  const etag = isCompressed ? `"${hash}-gzip"` : `"${hash}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Accept-Ranges', 'bytes');
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Type', MEDIA_TYPE);
  sendBytes(request, response, isCompressed ? await gzipped(tile) : bytes, etag);
}

/** Sends a body or the range of it that is asked for; several ranges at once get all of it. */
function sendBytes(request: Request, response: Response, body: Buffer, etag: string): void {
  const ifRange = request.headers['if-range'];
  const ranges = ifRange === undefined || ifRange === etag ? request.range(body.length) : undefined;
  if (ranges === -1) {
    response.setHeader('Content-Range', `bytes */${String(body.length)}`);
    response.status(416).end();
    return;
  }
  const [range] = Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges : [];
  const part = range ? body.subarray(range.start, range.end + 1) : body;
  if (range) {
    const span = `${String(range.start)}-${String(range.end)}`;
    response.status(206).setHeader('Content-Range', `bytes ${span}/${String(body.length)}`);
  }
  response.setHeader('Content-Length', part.length);
  response.end(part);
}

/**
 * Lets a page of another origin read the answer where that page has shown a token of its own, or runs on this machine
 * beside a workbench without sign-in. A cookie never counts: it would come with every page that a person visits.
 */
export function allowOtherOrigins(request: Request, response: Response, isSingle: boolean): void {
  const { origin } = request.headers;
  if (request.query.token !== undefined) response.setHeader('Access-Control-Allow-Origin', '*');
  else if (isSingle && origin !== undefined && isLoopback(origin)) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Vary', 'Origin');
  } else return;
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED);
  response.setHeader('Timing-Allow-Origin', '*');
}

function gzipped(tile: EncodedTile): Promise<Buffer> {
  tile.gzipped ??= compress(tile.bytes, { level: constants.Z_BEST_SPEED });
  return tile.gzipped;
}

function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

function isLoopback(origin: string): boolean {
  return LOOPBACK.test(origin);
}
