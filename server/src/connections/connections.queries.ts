import { Injectable } from '@nestjs/common';
import type { Connection, ConnectionList, SchemaContents, SchemaList, TableDetails } from '#libs/api';
import { Problem } from '../platform/index.js';
import { ConfiguredConnections } from './configured-connections.js';
import { problemOfConnectFailure } from './connect-problem.js';
import { viewOf } from './connection-view.js';
import { ConnectorRegistry } from './connector-registry.js';
import { ConnectFailure } from './engines/connector.js';
import type { Connector } from './engines/connector.js';

const SCHEMA_TIMEOUT_MS = 60_000;
const NOT_CHECKED = { state: 'connecting', last_error: null, latency_ms: null, checked_at: null } as const;

/** What pages and other modules ask about connections. */
@Injectable()
export class ConnectionsQueries {
  constructor(
    private readonly configured: ConfiguredConnections,
    private readonly registry: ConnectorRegistry,
  ) {}

  /** Lists the connections in force in the order of the file, with the mistakes of a newer text that is not. */
  list(): ConnectionList {
    const items = this.configured.all.map(({ id }) => this.get(id));
    return { items, next_cursor: null, configuration_errors: [...this.configured.mistakes] };
  }

  /** Shows one connection; throws `connection-not-found`. */
  get(id: string): Connection {
    const config = this.configured.find(id);
    if (config === null) throw new Problem('connection-not-found');
    return viewOf(config, this.registry.health(id) ?? NOT_CHECKED, this.registry.server(id));
  }

  /** The way into a connection's database, made at first use; throws `connection-not-found` or why it cannot be. */
  async connector(id: string): Promise<Connector> {
    const connector = await orProblem(this.registry.find(id));
    if (connector === null) throw new Problem('connection-not-found');
    return connector;
  }

  /** Reads the schema live: all schemas' names, or the names in one, or everything about one table of it. */
  async schema(
    id: string,
    part: { schema?: string | undefined; table?: string | undefined },
    isGone: AbortSignal,
  ): Promise<SchemaList | SchemaContents | TableDetails> {
    const connector = await this.connector(id);
    const timeout = AbortSignal.timeout(SCHEMA_TIMEOUT_MS);
    const signal = AbortSignal.any([isGone, timeout]);
    try {
      if (!part.schema) return await connector.listSchemas(signal);
      if (!part.table) return await connector.listTables(part.schema, signal);
      const table = await connector.describeTable(part.schema, part.table, signal);
      if (table === null) throw new Problem('table-not-found');
      return table;
    } catch (error) {
      if (timeout.aborted) throw new Problem('connection-timeout', undefined, { cause: error });
      throw asProblem(error);
    }
  }
}

function asProblem(error: unknown): unknown {
  return error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
}

async function orProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asProblem(error);
  }
}
