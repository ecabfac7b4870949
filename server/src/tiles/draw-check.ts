import { Injectable } from '@nestjs/common';
import { Remembered } from '#libs/async';
import { type SqlText, type TileAddress, tileStatement } from '#libs/tiles';
import { ReadFailure } from '../connections/index.js';
import type { DescribedLayer } from './layers/described-layer.js';
import { middleTile } from './layers/layer-facts.js';
import { PROJECTION_REFUSED, TILE_TIMEOUT_MS } from './tile-maker.js';

const WORLD_TILE: TileAddress = { z: 0, x: 0, y: 0 };
/** Rows that are drawn to find out whether a query can be drawn at all. */
const SAMPLE_ROWS = 1_000;
const FIRST_ROW_MS = 1_000;
/** With so much or such rows in it, a tile fails where a closer one may not. */
const FAILS_BY_PLACE: ReadonlySet<string | null> = new Set(['57014', PROJECTION_REFUSED]);

/** Finds out whether a layer can be drawn; once while the layer stays as it is. */
@Injectable()
export class DrawCheck {
  readonly #checked = new Remembered<DescribedLayer, void>();
  readonly #readable = new Remembered<DescribedLayer, void>();

  /** Rejects with what the database answers to the layer's tiles, where it refuses them. */
  requireDrawable(layer: DescribedLayer): Promise<void> {
    return this.#checked.get(layer, () => draw(layer));
  }

  /**
   * Rejects with what the database answers to the layer's first row, such as that its query writes. A row that is not
   * found soon, or not drawn at its place, says nothing of the query.
   */
  requireReadable(layer: DescribedLayer): Promise<void> {
    return this.#readable.get(layer, () => drawFirstRow(layer));
  }
}

async function drawFirstRow({ reader, layer, readings, postgisSchema }: DescribedLayer): Promise<void> {
  const options = { timeoutMs: FIRST_ROW_MS, format: 'binary', isSmall: true } as const;
  try {
    const statement = tileStatement(layer, readings, WORLD_TILE, { postgisSchema, maxRows: 1 });
    await reader.read(statement, options, AbortSignal.timeout(2 * FIRST_ROW_MS));
  } catch (error) {
    if (!(error instanceof ReadFailure) || !FAILS_BY_PLACE.has(error.error.sqlstate)) throw error;
  }
}

/** Draws a sample of the rows, and where that fails by its place or its size, a close tile in the layer's middle. */
async function draw(layer: DescribedLayer): Promise<void> {
  const options = { postgisSchema: layer.postgisSchema };
  try {
    await read(layer, tileStatement(layer.layer, layer.readings, WORLD_TILE, { ...options, maxRows: SAMPLE_ROWS }));
  } catch (error) {
    if (!(error instanceof ReadFailure) || !FAILS_BY_PLACE.has(error.error.sqlstate)) throw error;
    const tile = await middleTile(layer);
    if (!tile) throw error;
    await read(layer, tileStatement(layer.layer, layer.readings, tile, options));
  }
}

async function read({ reader }: DescribedLayer, statement: SqlText): Promise<void> {
  const options = { timeoutMs: TILE_TIMEOUT_MS, format: 'binary', isSmall: true } as const;
  await reader.read(statement, options, AbortSignal.timeout(2 * TILE_TIMEOUT_MS));
}
