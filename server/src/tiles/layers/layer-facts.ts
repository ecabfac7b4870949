import { Injectable } from '@nestjs/common';
import { Remembered } from '#libs/async';
import {
  type Bounds,
  type BoundsRow,
  WORLD,
  boundsStatement,
  coordinateReadings,
  isIndexAsked,
  layerBounds,
  scanHint,
  tileAt,
  tileStatement,
  withReadings,
} from '#libs/tiles';
import type { SridReading, TileAddress } from '#libs/tiles';
import { ConnectFailure } from '../../connections/index.js';
import type { DescribedLayer } from './described-layer.js';
import { estimatedLayer, planOf } from './estimated-bounds.js';
import { rowsOf } from '../rows-of.js';

const BOUNDS_TIMEOUT_MS = 3_000;
/** The zoom whose tiles hold so little that reading a whole table for one stands out. */
const CLOSE_ZOOM = 14;

/** Where a layer is and how much of it there is. */
export interface LayerBounds {
  readonly bounds: Bounds;
  /** Null where the planner has no estimate either. */
  readonly features: number | null;
  /** True where reading all rows took too long. */
  readonly isEstimated: boolean;
  /** How its coordinates are read: as of the layer, and of rows that its sample did not have. */
  readonly readings: readonly SridReading[];
}

const UNKNOWN = { bounds: WORLD, features: null } as const;

/** What is worth knowing of a layer beside its tiles; found out once while the layer stays as it is. */
@Injectable()
export class LayerFacts {
  readonly #bounds = new Remembered<DescribedLayer, LayerBounds>();
  readonly #hints = new Remembered<DescribedLayer, string | null>();

  /** Where the layer's data is: exactly, or where that takes too long by the planner's statistics, or the world. */
  bounds(layer: DescribedLayer): Promise<LayerBounds> {
    return this.#bounds.get(layer, () => boundsOf(layer));
  }

  /** Why each tile reads a whole table, or null. Throws nothing: a plan that cannot be had gives no hint for now. */
  hint(layer: DescribedLayer): Promise<string | null> {
    return this.#hints.get(layer, () => this.#hintOf(layer)).catch(() => null);
  }

  async #hintOf(layer: DescribedLayer): Promise<string | null> {
    const tile = await middleTile(layer);
    if (!tile) return null;
    const options = { postgisSchema: layer.postgisSchema };
    const { text, parameters } = tileStatement(layer.layer, layer.readings, tile, options);
    const hint = scanHint(await planOf(layer, text, parameters));
    if (!hint) return null;
    // By its statistics the planner may read everything although an index could answer: no fault of the query.
    const wary = await planOf(layer, text, parameters, { avoidsScans: true });
    return isIndexAsked(wary) ? null : hint.text;
  }
}

/** The close tile in the middle of what statistics know: a read of all rows would cost what the hint warns of. */
export async function middleTile(layer: DescribedLayer): Promise<TileAddress | null> {
  const { bounds } = await estimatedLayer(layer).catch(() => UNKNOWN);
  return tileAt((bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2, CLOSE_ZOOM);
}

async function boundsOf(layer: DescribedLayer): Promise<LayerBounds> {
  const signal = AbortSignal.timeout(2 * BOUNDS_TIMEOUT_MS);
  const statement = boundsStatement(layer.layer, layer.readings, layer.postgisSchema);
  try {
    const [row] = await rowsOf<BoundsRow>(layer.reader, statement, BOUNDS_TIMEOUT_MS, signal);
    const found = row?.found ?? null;
    const readings =
      found === null ? layer.readings : withReadings(layer.readings, coordinateReadings(layer.layer, found));
    return { bounds: row ? layerBounds(row) : WORLD, features: row?.features ?? 0, isEstimated: false, readings };
  } catch (error) {
    if (error instanceof ConnectFailure) throw error;
    return { ...(await estimatedLayer(layer).catch(() => UNKNOWN)), isEstimated: true, readings: layer.readings };
  }
}
