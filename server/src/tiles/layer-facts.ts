import { Injectable } from '@nestjs/common';
import {
  type Bounds,
  type BoundsRow,
  WORLD,
  boundsStatement,
  isIndexAsked,
  layerBounds,
  scanHint,
  tileAt,
  tileStatement,
} from '#libs/tiles';
import type { PlanNode } from '#libs/tiles';
import { ConnectFailure } from '../connections/index.js';
import type { DescribedLayer } from './described-layer.js';
import { estimatedBoundsSql } from './estimated-bounds.sql.js';
import { rowsOf } from './rows-of.js';

const BOUNDS_TIMEOUT_MS = 3_000;
const QUICK_TIMEOUT_MS = 5_000;
/** The zoom whose tiles hold so little that reading a whole table for one stands out. */
const CLOSE_ZOOM = 14;

/** Where a layer is. */
export interface LayerBounds {
  readonly bounds: Bounds;
  readonly isEstimated: boolean;
}

/** A relation that a plan reads. */
interface Relation {
  readonly schema: string;
  readonly table: string;
}

type VerboseNode = PlanNode & { readonly Schema?: string; readonly Plans?: readonly VerboseNode[] };

/** What is worth knowing of a layer beside its tiles; found out once while the layer stays as it is. */
@Injectable()
export class LayerFacts {
  readonly #bounds = new WeakMap<DescribedLayer, Promise<LayerBounds>>();
  readonly #hints = new WeakMap<DescribedLayer, Promise<string | null>>();

  /** Where the layer's data is: exactly, or where that takes too long by the planner's statistics, or the world. */
  bounds(layer: DescribedLayer): Promise<LayerBounds> {
    const known = this.#bounds.get(layer) ?? boundsOf(layer);
    this.#bounds.set(layer, known);
    known.catch(() => this.#bounds.delete(layer));
    return known;
  }

  /** Why each tile reads a whole table, or null. Throws nothing: a plan that cannot be had gives no hint for now. */
  async hint(layer: DescribedLayer): Promise<string | null> {
    const known = this.#hints.get(layer) ?? this.#hintOf(layer);
    this.#hints.set(layer, known);
    try {
      return await known;
    } catch {
      this.#hints.delete(layer);
      return null;
    }
  }

  async #hintOf(layer: DescribedLayer): Promise<string | null> {
    // A place that statistics know will do: a whole read for the exact one would cost what the hint warns of.
    const { west, east, south, north } = await estimated(layer).catch(() => WORLD);
    const middle = [(west + east) / 2, (south + north) / 2] as const;
    const tile = tileAt(...middle, CLOSE_ZOOM);
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

async function boundsOf(layer: DescribedLayer): Promise<LayerBounds> {
  const signal = AbortSignal.timeout(2 * BOUNDS_TIMEOUT_MS);
  const statement = boundsStatement(layer.layer, layer.readings, layer.postgisSchema);
  try {
    const [row] = await rowsOf<BoundsRow>(layer.reader, statement, BOUNDS_TIMEOUT_MS, signal);
    return { bounds: row ? layerBounds(row) : WORLD, isEstimated: false };
  } catch (error) {
    if (error instanceof ConnectFailure) throw error;
    return { bounds: await estimated(layer).catch(() => WORLD), isEstimated: true };
  }
}

/** The extents that ANALYZE has noted for the tables that the query reads, together. */
async function estimated(layer: DescribedLayer): Promise<Bounds> {
  const plan = await planOf(layer, `SELECT * FROM ${layer.layer.source}`, []);
  const relations = [...relationsOf(plan)];
  const names = JSON.stringify(relations.map(({ schema, table }) => [schema, table]));
  const statement = { text: estimatedBoundsSql(layer.postgisSchema), parameters: [names] };
  const [row] = await layer.reader.read(
    statement,
    { timeoutMs: QUICK_TIMEOUT_MS },
    AbortSignal.timeout(2 * QUICK_TIMEOUT_MS),
  );
  const [west, south, east, north] = (row ?? []).map((value) => (value === null ? null : Number(value.toString())));
  return layerBounds({ west: west ?? null, south: south ?? null, east: east ?? null, north: north ?? null });
}

async function planOf(
  { reader }: DescribedLayer,
  text: string,
  parameters: readonly number[],
  options: { avoidsScans?: boolean } = {},
): Promise<VerboseNode> {
  const statement = { text: `EXPLAIN (FORMAT JSON, VERBOSE) ${text}`, parameters };
  const signal = AbortSignal.timeout(2 * QUICK_TIMEOUT_MS);
  const [row] = await reader.read(statement, { timeoutMs: QUICK_TIMEOUT_MS, isSmall: true, ...options }, signal);
  const [{ Plan: plan }] = JSON.parse(row?.[0]?.toString() ?? '') as [{ Plan: VerboseNode }];
  return plan;
}

function* relationsOf(node: VerboseNode): Generator<Relation> {
  const { Schema: schema, 'Relation Name': table } = node;
  if (schema !== undefined && table !== undefined) yield { schema, table };
  for (const child of node.Plans ?? []) yield* relationsOf(child);
}
