import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { TILE_DEFAULTS } from '#libs/tiles';
import type { MadeTile } from './described-layer.js';

const MEDIA_TYPE = 'application/vnd.mapbox-vector-tile';
/** Shorter tiles go as they are. */
const SHORTEST_COMPRESSED_BYTES = 1_024;

const compress = promisify(gzip);

/** Headers that maps of other origins may read. */
const EXPOSED = 'ETag, Server-Timing, X-Tile-Features, X-Tile-Truncated';

/** Sends a tile, or that it has nothing, or that the browser has it already. */
export async function sendTile(request: Request, response: Response, tile: MadeTile): Promise<void> {
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
  const isCompressed = bytes.length >= SHORTEST_COMPRESSED_BYTES && request.acceptsEncodings('gzip') === 'gzip';
  const etag = isCompressed ? `"${hash}-gzip"` : `"${hash}"`;
  response.setHeader('ETag', etag);
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Type', MEDIA_TYPE);
  const body = isCompressed ? await gzipped(tile) : bytes;
  response.setHeader('Content-Length', body.length);
  response.end(body);
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

function gzipped(tile: MadeTile): Promise<Buffer> {
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
