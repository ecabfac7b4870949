import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ResultLayerRequest, SavedQuery } from '#libs/api';
import { TILE_DIALECT } from '#libs/dialects';
import { splitStatements } from '#libs/sql';
import { placedResult } from '#libs/tiles';
import type { ResultPlace } from '#libs/tiles';
import { ConnectionAccess, ConnectionsQueries } from '../../connections/index.js';
import type { DataReader } from '../../connections/index.js';
import { Clock, Problem, Processes } from '../../platform/index.js';
import { schemaOfPostgis } from '../postgis-schema.js';
import { tileProblem } from '../read-problem.js';

/** A layer that was not read for this long is forgotten. */
const LASTS_MS = 3_600_000;
/** Layers of one person; the one that was looked at longest ago goes first. */
const MOST_OF_A_PERSON = 20;

/** What the ids of such layers begin with. */
const PREFIX = 'result-';

interface Held {
  readonly query: SavedQuery;
  readonly userId: string;
  lookedAt: number;
}

/** Statements that are drawn without being saved: the result of the studio that is too large for a browser. */
@Injectable()
export class ResultLayers {
  /** In memory, and in the order in which they were looked at. */
  readonly #held = new Map<string, Held>();

  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly clock: Clock,
    private readonly processes: Processes,
  ) {}

  /**
   * Takes a statement as a layer of `actor` alone, and answers what stands for it in the paths of tiles. Throws
   * `connection-not-found`, `not-relational`, `not-a-layer`, and what keeps the database from being reached.
   */
  async add(actor: Actor, request: ResultLayerRequest, signal: AbortSignal): Promise<string> {
    const connector = await this.connections.connector(actor, request.connection_id);
    const reader = connector.readers?.tiles;
    if (!reader) throw new Problem('not-relational', 'Tiles need a relational database with PostGIS.');
    const [place, statement] = [placeOf(request), onlyStatement(request.sql)];
    const schema = await schemaOf(reader, signal);
    if (schema === null) throw new Problem('not-a-layer', 'Tiles need PostGIS, which this database does not have.');
    const id = `${PREFIX}${this.processes.newId()}`;
    const query = queryOf(id, request.connection_id, placedResult(statement, place, schema));
    this.#held.set(id, { query, userId: actor.userId, lookedAt: this.clock.now() });
    this.#prune(actor.userId);
    return id;
  }

  /** The layer as if it were a saved query of `actor`; null where they have none of that id, or may not see it. */
  find(actor: Actor, id: string): SavedQuery | null {
    const held = this.#held.get(id);
    const now = this.clock.now();
    const isTheirs = held?.userId === actor.userId && this.access.maySee(actor, held.query.connection_id);
    if (!held || !isTheirs || now - held.lookedAt > LASTS_MS) return null;
    held.lookedAt = now;
    this.#held.delete(id);
    this.#held.set(id, held);
    return held.query;
  }

  /** Throws `misdirected-request` where another running process holds the layer of that id. */
  async requireOwn(id: string): Promise<void> {
    if (id.startsWith(PREFIX)) await this.processes.requireOwn(id.slice(PREFIX.length), 'map layer');
  }

  #prune(userId: string): void {
    const now = this.clock.now();
    const own = [...this.#held].filter(([, held]) => held.userId === userId).map(([id]) => id);
    const tooMany = new Set(own.slice(0, -MOST_OF_A_PERSON));
    for (const [id, { lookedAt }] of this.#held)
      if (tooMany.has(id) || now - lookedAt > LASTS_MS) this.#held.delete(id);
  }
}

async function schemaOf(reader: DataReader, signal: AbortSignal): Promise<string | null> {
  try {
    return await schemaOfPostgis(reader, signal);
  } catch (error) {
    throw tileProblem(error);
  }
}

function placeOf(request: ResultLayerRequest): ResultPlace {
  const { geometry_column: geometry, latitude_column: latitude, longitude_column: longitude } = request;
  if (geometry !== undefined) return { geometry };
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  throw new Problem('not-a-layer', 'Set geometry_column, or latitude_column and longitude_column.');
}

function onlyStatement(sql: string): string {
  const [statement, ...more] = splitStatements(sql, TILE_DIALECT);
  if (!statement || more.length > 0) throw new Problem('not-a-layer', 'A layer needs exactly one statement.');
  return statement.sql;
}

/** Cannot be changed: what can be chosen for a layer belongs to saved ones. */
function queryOf(id: string, connectionId: string, sql: string): SavedQuery {
  const never = new Date(0).toISOString();
  return {
    ...{ id, name: 'Result', connection_id: connectionId, sql, description: '' },
    ...{ folder: '', owner_name: '', shared: false, is_own: false, version: 1, created_at: never, updated_at: never },
  };
}
