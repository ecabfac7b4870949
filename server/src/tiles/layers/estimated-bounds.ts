import { type Bounds, layerBounds } from '#libs/tiles';
import type { PlanNode } from '#libs/tiles';
import type { DescribedLayer } from './described-layer.js';
import { estimatedBoundsSql } from './estimated-bounds.sql.js';

const QUICK_TIMEOUT_MS = 5_000;

/** A relation that a plan reads. */
interface Relation {
  readonly schema: string;
  readonly table: string;
}

type VerboseNode = PlanNode & { readonly Schema?: string; readonly Plans?: readonly VerboseNode[] };

/** What statistics say of a layer. */
export interface EstimatedLayer {
  /** The extents that ANALYZE has noted for the tables that the query reads, together; the world without any. */
  readonly bounds: Bounds;
  /** The rows that the planner expects. */
  readonly features: number | null;
}

/** Estimates where a layer is without reading a row of it. Rejects where the query cannot be planned. */
export async function estimatedLayer(layer: DescribedLayer): Promise<EstimatedLayer> {
  const plan = await planOf(layer, `SELECT * FROM ${layer.layer.source}`, []);
  const relations = [...relationsOf(plan)];
  const names = JSON.stringify(relations.map(({ schema, table }) => [schema, table]));
  const statement = { text: estimatedBoundsSql(layer.postgisSchema), parameters: [names] };
  const signal = AbortSignal.timeout(2 * QUICK_TIMEOUT_MS);
  const [row] = await layer.reader.read(statement, { timeoutMs: QUICK_TIMEOUT_MS }, signal);
  const [west, south, east, north] = (row ?? []).map((value) => (value === null ? null : Number(value.toString())));
  const bounds = layerBounds({
    ...{ west: west ?? null, south: south ?? null },
    ...{ east: east ?? null, north: north ?? null },
  });
  return { bounds, features: plan['Plan Rows'] ?? null };
}

/** The plan of a statement over a layer, with the schemas of its tables. */
export async function planOf(
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
