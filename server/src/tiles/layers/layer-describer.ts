import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { SavedQuery, TileLayerSettings } from '#libs/api';
import { SingleFlight } from '#libs/async';
import { TILE_DIALECT } from '#libs/dialects';
import { splitStatements } from '#libs/sql';
import {
  type PlanNode,
  type ProbeRow,
  type SqlText,
  coordinateReadings,
  probeStatement,
  tileLayer,
  tileStatements,
  withReadings,
} from '#libs/tiles';
import type { SridReading, TileLayer } from '#libs/tiles';
import type { Connector, DataReader } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import type { DescribedLayer, EncodedTile } from './described-layer.js';
import { schemaOfPostgis } from '../postgis-schema.js';
import { rowsOf } from '../rows-of.js';
import { TilePlans } from '../tile-plans.js';
import { TileSettings } from '../tile-settings.js';

const PROBE_TIMEOUT_MS = 5_000;
const PLAN_TIMEOUT_MS = 2_000;

/** Finds out from the database what a saved query is as a layer. */
@Injectable()
export class LayerDescriber {
  #count = 0;

  constructor(private readonly settings: TileSettings) {}

  /**
   * Describes a query without running it, and looks at a sample of its geometries where their type does not say which
   * coordinates they have. `chosen` are columns in place of those that are kept. Throws `not-relational`, `not-a-layer`, and what the database says.
   */
  async describe(
    query: SavedQuery,
    connector: Connector,
    signal: AbortSignal,
    chosen: Partial<TileLayerSettings> = {},
  ): Promise<DescribedLayer> {
    const reader = connector.readers?.tiles;
    if (!reader) throw new Problem('not-relational', 'Map layers need a relational database with PostGIS.');
    const columns = await reader.describe(onlyStatement(query.sql), signal);
    const { geometry_column: geometry, id_column: id } = { ...(await this.settings.of(query.id)), ...chosen };
    const choice = { geometryColumn: geometry ?? undefined, idColumn: id ?? undefined };
    const layer = tileLayer(query.sql, columns, choice);
    if ('refused' in layer) throw new Problem('not-a-layer', layer.detail);
    const postgisSchema = await schemaOfPostgis(reader, signal);
    const readings = await readingsOf(reader, layer, postgisSchema, signal);
    const describedAtMs = performance.now();
    return this.#ready({
      version: query.version,
      connector,
      reader,
      columns,
      layer,
      readings,
      postgisSchema,
      describedAtMs,
    });
  }

  /** The layer with more readings, as rows need that were not in the sample. */
  withReadings(layer: DescribedLayer, more: readonly SridReading[]): DescribedLayer {
    const readings = withReadings(layer.readings, more);
    return readings === layer.readings ? layer : this.#ready({ ...layer, readings });
  }

  #ready(facts: Omit<DescribedLayer, 'keptAs' | 'plans' | 'statements' | 'tiles'>): DescribedLayer {
    const keptAs = `layer ${String((this.#count += 1))}`;
    const statements = statementsOf(facts.layer, facts.readings, facts.postgisSchema);
    const plans = new TilePlans((address) => plansOf(facts.reader, statements.index(address), keptAs));
    return { ...facts, keptAs, plans, statements, tiles: new SingleFlight<EncodedTile>() };
  }
}

/** The one statement of a text; what no layer can be made of is refused before the database is asked. */
function onlyStatement(sql: string): string {
  const layer = tileLayer(sql, [{ name: 'geom', type: 'geometry' }]);
  if ('refused' in layer) throw new Problem('not-a-layer', layer.detail);
  return splitStatements(sql, TILE_DIALECT)[0]?.sql ?? sql;
}

function statementsOf(
  layer: TileLayer,
  readings: readonly SridReading[],
  postgisSchema: string | null,
): DescribedLayer['statements'] {
  return {
    index: tileStatements(layer, readings, { postgisSchema, search: 'index' }),
    rows: tileStatements(layer, readings, { postgisSchema, search: 'rows' }),
  };
}

async function readingsOf(
  reader: DataReader,
  layer: TileLayer,
  postgisSchema: string | null,
  signal: AbortSignal,
): Promise<readonly SridReading[]> {
  if (layer.geometry.srid !== null) return coordinateReadings(layer, []);
  const rows = await rowsOf<ProbeRow>(reader, probeStatement(layer, postgisSchema), PROBE_TIMEOUT_MS, signal);
  return coordinateReadings(layer, rows);
}

/** The plan that the server would keep for a statement whatever its values, and the one that it makes for these values. */
async function plansOf(
  reader: DataReader,
  statement: SqlText,
  keptAs: string,
): Promise<{ kept: PlanNode; own: PlanNode }> {
  const signal = AbortSignal.timeout(2 * PLAN_TIMEOUT_MS);
  const plan = async (isPlannedOnce: boolean): Promise<PlanNode> => {
    const options = { timeoutMs: PLAN_TIMEOUT_MS, isSmall: true, keptAs, isPlannedOnce };
    const [{ Plan: root }] = JSON.parse(await reader.plan(statement, options, signal)) as [{ Plan: PlanNode }];
    return root;
  };
  return { kept: await plan(true), own: await plan(false) };
}
