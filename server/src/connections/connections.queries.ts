import { Injectable } from '@nestjs/common';
import { mayPlaceConnections } from '#libs/access';
import type { Actor } from '#libs/access';
import type {
  Connection,
  ConnectionList,
  SchemaContents,
  SchemaList,
  SchemaObject,
  SchemaObjectKind,
  TableDetails,
  TableFacts,
} from '#libs/api';
import type { Catalog } from '#libs/catalog';
import { Problem } from '../platform/index.js';
import { ConnectionAccess } from './access/connection-access.js';
import type { VisibleConnections } from './access/connection-access.js';
import { ConfiguredConnections } from './configured-connections.js';
import { problemOfConnectFailure } from './connect-problem.js';
import { isServerConfig, secretFault } from './connection-config.js';
import type { ServerConnection, ServerLogin } from './connection-config.js';
import { viewOf } from './connection-view.js';
import { ConnectorRegistry } from './connector-registry.js';
import { ConnectFailure } from './engines/connector.js';
import type { CompletionReading } from './engines/completion-builder.js';
import type { FolderConnector, SharedConnector } from './engines/connector.js';
import type { ObjectRequest } from './engines/object-reader.js';
import { capabilitiesOf } from './engines/engines.js';

const SCHEMA_TIMEOUT_MS = 60_000;
const NOT_CHECKED = { state: 'connecting', last_error: null, latency_ms: null, checked_at: null } as const;

/** Names of connections by id. */
export type RelationalNames = Pick<ReadonlyMap<string, string>, 'get' | 'has'>;

/** What pages and other modules ask about connections. */
@Injectable()
export class ConnectionsQueries {
  constructor(
    private readonly configured: ConfiguredConnections,
    private readonly registry: ConnectorRegistry,
    private readonly access: ConnectionAccess,
  ) {}

  /** Lists the connections that `actor` may see, in the order of the file; the mistakes of its text may name others. */
  list(actor: Actor): ConnectionList {
    const visible = this.configured.all.filter(({ id }) => this.access.maySee(actor, id));
    const mistakes = mayPlaceConnections(actor) ? [...this.configured.mistakes] : [];
    return { items: visible.map(({ id }) => this.get(actor, id)), next_cursor: null, configuration_errors: mistakes };
  }

  /** The names of the relational databases that `actor` may see, by id; looked up one by one, since there may be many. */
  relationalNames(actor: Actor): RelationalNames {
    const isSeen = membershipOf(this.access.visibleTo(actor));
    const get = (id: string) => {
      const config = this.configured.find(id);
      return config !== null && capabilitiesOf(config.kind).catalog && isSeen(id) ? config.name : undefined;
    };
    return { get, has: (id) => get(id) !== undefined };
  }

  /** Shows one connection; throws `connection-not-found`. */
  get(actor: Actor, id: string): Connection {
    const config = this.configured.find(id);
    const level = this.access.levelOf(actor, id);
    if (config === null || level === 'none') throw new Problem('connection-not-found');
    const health = this.registry.health(id) ?? NOT_CHECKED;
    const view = viewOf(config, health, this.registry.server(id), this.registry.dialect(id));
    return { ...view, access: level };
  }

  /** How a connection is called, for what is reported to those who may know of it; null where there is none of that id. */
  nameOf(id: string): string | null {
    return this.configured.find(id)?.name ?? null;
  }

  /**
   * What another program needs to sign in to a Postgres connection, with what services, password files and tunnels add;
   * the password never leaves the server. Throws `connection-not-found`, `forbidden` where `actor` may not write there,
   * `not-relational`, and why the login cannot be had.
   */
  async postgresLogin(actor: Actor, id: string): Promise<ServerLogin> {
    const config = this.dumpable(actor, id);
    const connector = await this.connector(actor, id);
    const login = await orProblem(this.registry.resolved(config));
    const password = await (connector.password?.() ?? login.password);
    return { ...login, password, endpoint: connector.endpoint ?? null };
  }

  private dumpable(actor: Actor, id: string): ServerConnection {
    this.access.require(actor, id, 'write');
    const config = this.configured.find(id);
    if (config === null) throw new Problem('connection-not-found');
    if (!isServerConfig(config) || capabilitiesOf(config.kind).backup.length === 0)
      throw new Problem('not-relational', 'Only Postgres connections can be dumped.');
    const fault = secretFault(config);
    if (fault !== null) throw new Problem('connection-unusable', fault);
    return config;
  }

  /**
   * The way into a connection's database, made at first use; throws `connection-not-found` or why it cannot be. Who may
   * not write (`ConnectionAccess.mayWrite`) is to be given read-only sessions.
   */
  async connector(actor: Actor, id: string): Promise<SharedConnector> {
    this.access.require(actor, id, 'query');
    const connector = await orProblem(this.registry.find(id));
    if (connector === null) throw new Problem('connection-not-found');
    return connector;
  }

  /**
   * The same for who is to write rows; throws `forbidden` where `actor` may not, and `connection-read-only` where the
   * connection or its engine takes no writes, and `writes-need-review` where it takes change sets only.
   */
  async writableConnector(actor: Actor, connection: Connection): Promise<SharedConnector> {
    this.requireDirectWrites(actor, connection);
    return this.changeableConnector(actor, connection);
  }

  /** The same for a change set, whose approval is the caller's to check. */
  async changeableConnector(actor: Actor, connection: Connection): Promise<SharedConnector> {
    const { kind, name } = connection;
    const connector = await this.changeable(actor, connection);
    // A folder is served by DuckDB, whatever the connection says.
    const canWrite = capabilitiesOf(kind, connector.dialect).writes;
    if (!canWrite) throw new Problem('connection-read-only', `${name} is a folder of files, which is read-only.`);
    return connector;
  }

  /**
   * The same for who is to add a file to its folder; throws `forbidden`, `connection-read-only`, and `import-refused`
   * where the connection has no folder.
   */
  async folderConnector(actor: Actor, connection: Connection): Promise<FolderConnector> {
    const { kind, name } = connection;
    this.requireDirectWrites(actor, connection);
    const connector = await this.changeable(actor, connection);
    if (!capabilitiesOf(kind, connector.dialect).uploads || !takesFiles(connector))
      throw new Problem('import-refused', `${name} is not a folder of files.`);
    return connector;
  }

  private requireDirectWrites(actor: Actor, { id, name, writes }: Connection): void {
    if (writes === 'review' && this.access.mayChange(actor, id))
      throw new Problem(
        'writes-need-review',
        `${name} accepts writes only as change sets that another person has approved.`,
      );
  }

  private async changeable(actor: Actor, { id, name, read_only: isReadOnly }: Connection): Promise<SharedConnector> {
    const connector = await this.connector(actor, id);
    if (!this.access.mayChange(actor, id))
      throw new Problem('forbidden', 'You have no right to write on this connection. Ask an administrator.');
    if (isReadOnly) throw new Problem('connection-read-only', `${name} is read-only.`);
    return connector;
  }

  /**
   * Reads the whole catalog of another database on a connection's server, or of its own as a session sees it that has
   * exported a snapshot, through a private connector. Throws as `postgresLogin` does, and why it cannot be read.
   */
  async readCatalogApart(
    actor: Actor,
    id: string,
    { database, snapshot }: { database?: string; snapshot?: string },
    signal: AbortSignal,
  ): Promise<Catalog> {
    const config = this.dumpable(actor, id);
    const connector = await orProblem(this.registry.createApart({ ...config, database: database ?? config.database }));
    try {
      const reading = await connector.catalogReader?.readCatalog(signal, null, undefined, snapshot);
      if (!reading?.tables) throw new Problem('not-relational');
      const objects = reading.objects.map(({ object }) => object);
      return { tables: Array.from(reading.tables, ({ table }) => table), objects };
    } catch (error) {
      throw asProblem(error);
    } finally {
      await connector.close();
    }
  }

  /** Reads the schema live: all schemas' names, or the names in one, or everything about one table of it. */
  async schema(
    actor: Actor,
    id: string,
    part: { schema?: string | undefined; table?: string | undefined },
    isGone: AbortSignal,
  ): Promise<SchemaList | SchemaContents | TableDetails> {
    const connector = await this.connector(actor, id);
    return withinTime(isGone, async (signal) => {
      if (!part.schema) return await connector.listSchemas(signal);
      if (!part.table) return await connector.listTables(part.schema, signal);
      const table = await connector.describeTable(part.schema, part.table, signal);
      if (table === null) throw new Problem('table-not-found');
      return table;
    });
  }

  /** As `schema`, where a table has the script that its engine writes. */
  async schemaWithScript(
    actor: Actor,
    id: string,
    part: { schema?: string | undefined; table?: string | undefined },
    isGone: AbortSignal,
  ): Promise<SchemaList | SchemaContents | TableDetails> {
    const found = await this.schema(actor, id, part, isGone);
    if (!('columns' in found)) return found;
    const { objects } = await this.connector(actor, id);
    const { schema, name } = found;
    const script = await withinTime(isGone, async (signal) => objects.tableScript?.(schema, name, signal) ?? null);
    return script === null ? found : { ...found, script };
  }

  /** Objects that are no tables, live. Throws `connection-not-found` and what kept the database from being reached. */
  async objects(actor: Actor, id: string, request: ObjectRequest, isGone: AbortSignal): Promise<SchemaObject[]> {
    const { objects } = await this.connector(actor, id);
    return withinTime(isGone, (signal) => objects.list(request, signal));
  }

  /** The statements that create an object. Throws as `objects` does, and `object-not-found`. */
  async objectDefinition(
    actor: Actor,
    id: string,
    { kind, object }: { kind: SchemaObjectKind; object: string },
    isGone: AbortSignal,
  ): Promise<string> {
    const { objects } = await this.connector(actor, id);
    const text = await withinTime(isGone, (signal) => objects.definition(kind, object, signal));
    if (text === null) throw new Problem('object-not-found');
    return text;
  }

  /** What decides whether a table can be changed. Throws as `objects` does, and `table-not-found`. */
  async tableFacts(
    actor: Actor,
    id: string,
    { schema, table }: { schema: string; table: string },
    isGone: AbortSignal,
  ): Promise<TableFacts> {
    const { objects } = await this.connector(actor, id);
    const facts = await withinTime(isGone, (signal) => objects.tableFacts(schema, table, signal));
    if (facts === null) throw new Problem('table-not-found');
    return facts;
  }

  /**
   * Everything that an editor completes with; null while nothing has changed since the fingerprint `known`. Throws
   * `connection-not-found` and what kept the database from being reached.
   */
  async completion(actor: Actor, id: string, known: string | null): Promise<CompletionReading | null> {
    const connector = await this.connector(actor, id);
    return withinTime(null, (signal) => connector.completion(known, signal));
  }

  /** A text that changes when the catalog changes; cheap to ask for. Throws as `completion` does. */
  async catalogVersion(actor: Actor, id: string): Promise<string> {
    const connector = await this.connector(actor, id);
    return withinTime(null, (signal) => connector.catalogVersion(signal));
  }
}

function takesFiles(connector: SharedConnector): connector is FolderConnector {
  return connector.addFile !== undefined;
}

/** Reads a catalog until the caller is gone or the time is over; throws what went wrong as a problem. */
async function withinTime<T>(isGone: AbortSignal | null, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(SCHEMA_TIMEOUT_MS);
  try {
    return await read(isGone ? AbortSignal.any([isGone, timeout]) : timeout);
  } catch (error) {
    if (timeout.aborted) throw new Problem('connection-timeout', undefined, { cause: error });
    throw asProblem(error);
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

function membershipOf(visible: VisibleConnections): (id: string) => boolean {
  if ('only' in visible) {
    const only = new Set(visible.only);
    return (id) => only.has(id);
  }
  const hidden = new Set(visible.allBut);
  return (id) => !hidden.has(id);
}
