import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ExploreSearch, Neighbourhood, SpatialColumn, SpatialOverview, TableKind } from '#libs/api';
import { neighbourhood, searchCatalogs, wholeCatalog } from '#libs/explore';
import { ConnectFailure, ConnectionsQueries, ReadFailure, problemOfConnectFailure } from '../connections/index.js';
import type { DataReader } from '../connections/index.js';
import { Problem } from '../platform/index.js';
import { CatalogIndex } from './catalog-index.js';
import { POSTGIS_SQL, spatialColumnsSql } from './spatial.sql.js';

const SPATIAL_TIMEOUT_MS = 15_000;
const EXTENTS_TIMEOUT_MS = 5_000;

const KINDS: Readonly<Record<string, TableKind>> = {
  r: 'table',
  p: 'partitioned_table',
  f: 'foreign_table',
  v: 'view',
  m: 'materialized_view',
};

/** What is in the databases, across all connections that an actor may see. */
@Injectable()
export class ExploreService {
  constructor(
    private readonly catalogs: CatalogIndex,
    private readonly connections: ConnectionsQueries,
  ) {}

  /** Finds tables and columns by name; connections that cannot be read are reported and hinder no one. Throws `connection-not-found`. */
  async search(
    actor: Actor,
    { q, connection_id: connectionId, limit }: { q: string; connection_id?: string | undefined; limit: number },
  ): Promise<ExploreSearch> {
    const { indexes, failures } = await this.catalogs.all(actor, connectionId);
    return { ...searchCatalogs(indexes, q, limit), failures };
  }

  /** The tables around one along foreign keys. Throws `connection-not-found`, `table-not-found`, and why there is no catalog. */
  async relations(
    actor: Actor,
    connectionId: string,
    { schema, table, depth }: { schema: string; table: string; depth: number },
  ): Promise<Neighbourhood> {
    const { catalog } = await this.catalogs.of(actor, connectionId);
    const around = neighbourhood(catalog, { schema, table }, depth);
    if (around === null) throw new Problem('table-not-found');
    return around;
  }

  /** All tables with their foreign keys, 1,000 at most. Throws `connection-not-found` and why there is no catalog. */
  async diagram(actor: Actor, connectionId: string): Promise<Neighbourhood> {
    const { catalog } = await this.catalogs.of(actor, connectionId);
    return wholeCatalog(catalog);
  }

  /** Tables with geometries. Throws `connection-not-found`, `not-relational`, and why the database cannot be read. */
  async spatial(actor: Actor, connectionId: string, signal: AbortSignal): Promise<SpatialOverview> {
    const connector = await this.connections.connector(actor, connectionId);
    if (!connector.readers)
      throw new Problem('not-relational', 'Spatial tables need a relational database with PostGIS.');
    try {
      return await spatialOf(connectionId, connector.readers.catalog, signal);
    } catch (error) {
      if (error instanceof ConnectFailure) throw problemOfConnectFailure(error);
      if (error instanceof ReadFailure) throw new Problem('database-error', error.message, { cause: error });
      throw error;
    }
  }
}

async function spatialOf(connectionId: string, reader: DataReader, signal: AbortSignal): Promise<SpatialOverview> {
  const [found] = await reader.read({ text: POSTGIS_SQL, parameters: [] }, { timeoutMs: SPATIAL_TIMEOUT_MS }, signal);
  const [version, schema] = (found ?? []).map((value) => value?.toString() ?? '');
  if (version === undefined || schema === undefined) return { connection_id: connectionId, postgis: null, columns: [] };
  const read = (extents: 'with-extents' | 'without-extents'): ReturnType<DataReader['read']> => {
    const text = `SELECT pg_catalog.row_to_json(r) FROM (${spatialColumnsSql(schema, extents)}) r`;
    const timeoutMs = extents === 'with-extents' ? EXTENTS_TIMEOUT_MS : SPATIAL_TIMEOUT_MS;
    return reader.read({ text, parameters: [schema] }, { timeoutMs }, signal);
  };
  // An extent opens the table's index: one that is locked or broken must not take the list of all others away.
  const rows = await read('with-extents').catch((error: unknown) => {
    if (error instanceof ReadFailure) return read('without-extents');
    throw error;
  });
  const columns = rows.map(([json]) => {
    const { kind, ...column } = JSON.parse(json?.toString() ?? '{}') as Omit<SpatialColumn, 'table_kind'> & {
      kind: string;
    };
    return { ...column, table_kind: KINDS[kind] ?? 'table' };
  });
  return { connection_id: connectionId, postgis: { version, schema }, columns };
}
