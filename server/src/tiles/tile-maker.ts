import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { SavedQuery } from '#libs/api';
import { TILE_DEFAULTS, type TileAddress, isDegrees } from '#libs/tiles';
import { ReadFailure } from '../connections/index.js';
import { Problem } from '../platform/index.js';
import type { DescribedLayer, EncodedTile } from './layers/described-layer.js';
import { LayerRegistry } from './layers/layer-registry.js';
import { WholeLayers } from './layers/whole-layers.js';
import { isQueryAtFault, tileProblem } from './read-problem.js';
import { TileReadQueue } from './tile-read-queue.js';

/** Milliseconds that the statement of one tile may take. */
export const TILE_TIMEOUT_MS = 10_000;
/** Milliseconds that a tile may take with its wait for a line. */
const TILE_PATIENCE_MS = 30_000;
const MEBIBYTE = 1_024 * 1_024;
/** What PROJ refuses is an internal error to the server. */
export const PROJECTION_REFUSED = 'XX000';

/** Makes tiles: one statement each, the same tile once for all who ask at the same moment. */
@Injectable()
export class TileMaker {
  constructor(
    private readonly registry: LayerRegistry,
    private readonly layers: WholeLayers,
    private readonly queue: TileReadQueue,
  ) {}

  /** One tile; throws why there is none, and the signal's reason when the one who asks has gone. */
  async tile(actor: Actor, query: SavedQuery, address: TileAddress, signal: AbortSignal): Promise<EncodedTile> {
    try {
      return await this.#tile(actor, query, address, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      throw tileProblem(error);
    }
  }

  async #tile(actor: Actor, query: SavedQuery, address: TileAddress, signal: AbortSignal): Promise<EncodedTile> {
    const layer = await this.layers.layer(actor, query, signal);
    try {
      return await this.#join(actor, layer, address, signal);
    } catch (error) {
      if (!isQueryAtFault(error)) throw error;
      // Perhaps the tables are others by now than when the query was described.
      if ((await this.registry.renewed(actor, query, layer, signal)) === null) throw error;
      const again = await this.layers.layer(actor, query, signal);
      return this.#join(actor, again, address, signal);
    }
  }

  /** The same tile is made once for all who want it, in the turn of the first of them. */
  #join({ userId }: Actor, layer: DescribedLayer, address: TileAddress, signal: AbortSignal): Promise<EncodedTile> {
    const { z, x, y } = address;
    const work = (controller: AbortController): Promise<EncodedTile> =>
      make(controller, (stop) => {
        const lines = layer.connector.readers?.tiles.load().max ?? 1;
        return this.queue.run(layer.reader, lines, userId, stop, () => encode(layer, address, stop));
      });
    return layer.tiles.run(`${String(z)}/${String(x)}/${String(y)}`, work, signal);
  }
}

async function make(
  controller: AbortController,
  work: (signal: AbortSignal) => Promise<EncodedTile>,
): Promise<EncodedTile> {
  const timer = setTimeout(() => {
    controller.abort(
      new Problem('tile-timeout', 'Too many tiles of this connection wait to be drawn. Zoom again in a moment.'),
    );
  }, TILE_PATIENCE_MS);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

async function encode(layer: DescribedLayer, address: TileAddress, signal: AbortSignal): Promise<EncodedTile> {
  const startedAt = performance.now();
  const [tile, count, size] = await readTile(layer, address, signal);
  const sizeBytes = size?.readInt32BE() ?? 0;
  if (sizeBytes > TILE_DEFAULTS.maxBytes) throw tooLarge(sizeBytes);
  const bytes = tile ?? Buffer.alloc(0);
  const features = count?.readInt32BE() ?? 0;
  void layer.plans.made(address, features);
  return {
    bytes,
    features,
    databaseMs: performance.now() - startedAt,
    hash: hash('sha1', bytes, 'base64url'),
    gzipped: null,
  };
}

function tooLarge(sizeBytes: number): Problem {
  const mebibytes = (bytes: number): string => `${String(Math.ceil(bytes / MEBIBYTE))} MiB`;
  return new Problem(
    'tile-too-large',
    `The tile has ${mebibytes(sizeBytes)}, and the limit is ${mebibytes(TILE_DEFAULTS.maxBytes)}. Zoom in, or leave large columns out of the query.`,
  );
}

async function readTile(
  layer: DescribedLayer,
  address: TileAddress,
  signal: AbortSignal,
): Promise<readonly (Buffer | null)[]> {
  const ask = async (search: 'index' | 'rows'): Promise<readonly (Buffer | null)[]> => {
    // With parallel workers the planner may read all of a table for the few rows of a tile, by a rounded-down estimate;
    // and what it believes PostGIS to cost would have most tiles compiled, which takes longer than they do.
    const isPlannedOnce = search === 'index' && layer.plans.isKept(address.z);
    const own = { keptAs: layer.keptAs, isPlannedOnce };
    const how = { ...own, timeoutMs: TILE_TIMEOUT_MS, format: 'binary', isSmall: true } as const;
    const [row] = await layer.reader.read(layer.statements[search](address), how, signal);
    return row ?? [];
  };
  try {
    return await ask('index');
  } catch (error) {
    const isProjected = layer.readings.some(({ as }) => !isDegrees(as));
    if (!isProjected || !(error instanceof ReadFailure) || error.error.sqlstate !== PROJECTION_REFUSED) throw error;
    return ask('rows');
  }
}
