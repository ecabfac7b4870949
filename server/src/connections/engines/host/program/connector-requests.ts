import { SCHEMA_OBJECT_KINDS, type SchemaObjectKind } from '#libs/api';
import type { SourceTable } from '#libs/changes';
import { ConnectFailure, type Connector, type ConnectorContext, type Session } from '../../connector.js';
import { FileTableNames } from '../../files/folder/file-table-names.js';
import type { AnsweredRequest, HostMessage, HostRequest } from '../protocol.js';
import { BatchingSink } from './batching-sink.js';
import { createEngineConnector } from './create-engine-connector.js';
import type { HostLine } from './host-line.js';
import { endIfMemoryIsSpent } from './spent-memory.js';

type Request<Op extends HostRequest['op']> = Extract<HostRequest, { op: Op }>;

/** A session of a host, and whether the workbench knows that it is lost. */
interface HeldSession {
  /** A statement may follow before it is open. */
  readonly opening: Promise<Session>;
  session: Session | null;
  readonly connector: number;
  isReportedLost: boolean;
}

/** Serves the requests that concern connectors and their sessions. */
export class ConnectorRequests {
  private readonly connectors = new Map<number, Connector>();
  private readonly sessions = new Map<number, HeldSession>();
  private readonly sinks = new Map<number, BatchingSink>();

  constructor(private readonly line: HostLine) {}

  create({ connector, config, connectTimeoutMs, unreadable, tableNames }: Request<'create'>): void {
    const context: ConnectorContext = {
      now: Date.now,
      home: null,
      connectTimeoutMs,
      onHealthChanged: (health) => this.line.send({ kind: 'health', connector, health, server: made.server() }),
    };
    const readings = {
      unreadable: new Set(unreadable),
      onReading: (version: string | null) => this.line.send({ kind: 'reading', connector, version }),
      onUnreadable: endIfMemoryIsSpent,
    };
    const names = new FileTableNames(tableNames, (all) =>
      this.line.send({ kind: 'named', connector, tableNames: all }),
    );
    const made: Connector = createEngineConnector(config, context, readings, names);
    this.connectors.set(connector, made);
  }

  async read({ connector, method, values }: Request<'read'>, signal: AbortSignal): Promise<unknown> {
    const served = this.connector(connector);
    const [first = null, second = null, third = null] = values;
    switch (method) {
      case 'test':
        return served.test(signal);
      case 'listSchemas':
        return served.listSchemas(signal);
      case 'listTables':
        return served.listTables(first ?? '', signal);
      case 'describeTable':
        return served.describeTable(first ?? '', second ?? '', signal);
      case 'completion':
        return served.completion(first, signal);
      case 'catalogVersion':
        return served.catalogVersion(signal);
      case 'listObjects':
        return served.objects.list({ kind: objectKind(first), schema: second, words: third }, signal);
      case 'defineObject':
        return served.objects.definition(objectKind(first) ?? 'index', second ?? '', signal);
      case 'tableFacts':
        return served.objects.tableFacts(first ?? '', second ?? '', signal);
      case 'originTables':
        return this.originTables(served, values, signal);
    }
  }

  /** As entries, since a map does not survive its way as JSON. */
  private async originTables(
    served: Connector,
    relations: readonly (string | null)[],
    signal: AbortSignal,
  ): Promise<[string, SourceTable][]> {
    const named = relations.filter((relation) => relation !== null);
    return [...((await served.rowOrigins?.tables(named, signal)) ?? [])];
  }

  async open({ connector, session, isReadOnly }: Request<'open'>, signal: AbortSignal): Promise<void> {
    const opening = this.connector(connector).openSession(signal, { isReadOnly });
    const held: HeldSession = { opening, session: null, connector, isReportedLost: false };
    this.sessions.set(session, held);
    try {
      held.session = await opening;
    } catch (error) {
      this.sessions.delete(session);
      throw error;
    }
  }

  /** Answers by itself: columns, rows, outcome. */
  async run({ id, session, sql, values }: Request<'run'>, signal: AbortSignal): Promise<void> {
    const sink = new BatchingSink(id, this.line);
    this.sinks.set(id, sink);
    try {
      const outcome = await (await this.session(session)).run(sql, sink, signal, values);
      this.reportLost();
      sink.end(outcome);
    } finally {
      this.sinks.delete(id);
    }
  }

  /** Answers by itself, since rows may be larger than answers otherwise are. */
  async batch({ id, session, statements }: Request<'batch'>, signal: AbortSignal): Promise<void> {
    const held = await this.session(session);
    if (held.runBatch === undefined) throw new Error('The engine takes no batches.');
    const outcome = await held.runBatch(statements, signal);
    this.reportLost();
    this.line.send({ kind: 'ran', id, outcome });
  }

  more({ id }: Request<'more'>): void {
    this.sinks.get(id)?.more();
  }

  async transaction({ session }: Request<'transaction'>): Promise<unknown> {
    return (await this.session(session)).transaction();
  }

  async release({ session }: Request<'release'>): Promise<void> {
    const held = this.sessions.get(session);
    this.sessions.delete(session);
    await (await held?.opening)?.release();
  }

  async close({ connector }: Request<'close'>): Promise<void> {
    const closed = this.connectors.get(connector);
    this.connectors.delete(connector);
    await closed?.close();
    for (const [id, held] of this.sessions) if (held.connector === connector) this.sessions.delete(id);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.connectors.keys()].map((connector) => this.close({ op: 'close', id: 0, connector })));
  }

  /** An error inside the engine can cost every session of a connector, not only the one whose statement met it. */
  private reportLost(): void {
    for (const [session, held] of this.sessions) {
      if (held.isReportedLost || held.session?.isLost() !== true) continue;
      held.isReportedLost = true;
      this.line.send({ kind: 'lost', session });
    }
  }

  private connector(id: number): Connector {
    const found = this.connectors.get(id);
    if (found === undefined) throw new ConnectFailure('connection-unusable', 'The connection is closed.');
    return found;
  }

  private session(id: number): Promise<Session> {
    const found = this.sessions.get(id);
    if (found === undefined) throw new ConnectFailure('connection-unusable', 'The session is closed.');
    return found.opening;
  }
}

function objectKind(text: string | null): SchemaObjectKind | null {
  return SCHEMA_OBJECT_KINDS.find((kind) => kind === text) ?? null;
}

/** The failure of a request as the workbench gets it. */
export function refusal(request: AnsweredRequest, error: unknown): HostMessage {
  const message = error instanceof Error ? error.message : String(error);
  const isConnectFailure = error instanceof ConnectFailure;
  const failure = {
    code: isConnectFailure ? error.code : null,
    message,
    sqlstate: isConnectFailure ? error.sqlstate : null,
  };
  return { kind: 'refused', id: request.id, failure };
}
