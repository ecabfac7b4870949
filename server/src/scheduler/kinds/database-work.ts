import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ResultRow, StatementError } from '#libs/api';
import {
  ConnectFailure,
  ConnectionAccess,
  ConnectionsQueries,
  SessionSlots,
  noopSink,
  problemOfConnectFailure,
} from '../../connections/index.js';
import type { Connector, CopyOutcome, ResultSink, Session } from '../../connections/index.js';
import { ClusterEvents } from '../../platform/index.js';
import { JobFailure } from '../job-kind.js';
import type { WorkContext } from '../job-kind.js';

/** A conversation of a run with its database. */
export interface WorkSession {
  readonly connector: Connector;
  readonly session: Session;
}

/** What runs do with databases: in their owner's name, with what the database says kept in the log. */
@Injectable()
export class DatabaseWork {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly slots: SessionSlots,
    private readonly cluster: ClusterEvents,
  ) {}

  /** Opens a session; read-only where that is asked for or all that the owner may. Throws `JobFailure`. */
  async open(context: WorkContext, connectionId: string, isReadOnly: boolean): Promise<WorkSession> {
    const { actor } = context;
    context.noteRead([connectionId]);
    const connector = await this.connections.connector(actor, connectionId);
    const mayWrite = this.access.mayWrite(actor, connectionId);
    if (!isReadOnly && !mayWrite) throw new JobFailure(this.writeRefusal(connectionId));
    try {
      return { connector, session: await this.openSession(context, connectionId, connector, isReadOnly) };
    } catch (error) {
      throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
    }
  }

  /** Why a job does not write: its changes would be applied without a review. */
  writeRefusal(connectionId: string): string {
    return this.access.laneOf(connectionId) === 'review'
      ? 'The connection accepts writes only as approved change sets, so jobs cannot write.'
      : 'The owner of the job may not write through its connection.';
  }

  /** Opens a session in the job's own turn. Throws `ConnectFailure`. */
  openSession(
    { actor, signal }: Pick<WorkContext, 'actor' | 'signal'>,
    connectionId: string,
    connector: Connector,
    isReadOnly: boolean,
  ): Promise<Session> {
    // Statements behind one during which its process ended would be done outside of the transaction that was open.
    const options = { isReadOnly, isOneProcess: true };
    return this.slots.openSession({ actor, connectionId, purpose: 'job', signal }, connector, options);
  }

  /**
   * Copies the rows of a query into `into`, which is closed then; null where its engine does not copy. Throws `JobFailure`,
   * and what is wrong with `into`.
   */
  async copy(
    { actor, signal, noteRead }: WorkContext,
    connectionId: string,
    sql: string,
    into: Writable,
  ): Promise<CopyOutcome | null> {
    noteRead([connectionId]);
    const { copier } = await this.connections.connector(actor, connectionId);
    if (copier === undefined) {
      into.destroy();
      return null;
    }
    try {
      return await copier.copy(sql, into, signal);
    } catch (error) {
      if (into.errored !== null) throw into.errored;
      throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
    }
  }

  /** Runs one statement into `sink`; answers what it changed. Throws `JobFailure` with the database's words. */
  async run(context: WorkContext, session: Session, sql: string, sink: ResultSink): Promise<number | null> {
    await this.hearOfStops();
    const outcome = await session.run(sql, sink, context.signal);
    if (outcome.status === 'succeeded') {
      if (outcome.rowsCut === undefined) return outcome.affectedRows;
      throw new JobFailure(`The statement was carried out. ${outcome.rowsCut}`);
    }
    if (outcome.status === 'failed') throw new JobFailure(wordsOf(outcome.error));
    const isAsked = context.signal.aborted;
    throw new JobFailure(
      isAsked ? 'The statement was cancelled.' : 'The connection was closed while the statement ran.',
    );
  }

  /**
   * A process that was frozen or cut off may have missed that its runs were ended by another one, which may run the job
   * again: it hears of that before it sends the next statement. While the state is away, runs go on.
   */
  private async hearOfStops(): Promise<void> {
    // What has arrived meanwhile is read first.
    await new Promise((resolve) => setImmediate(resolve));
    await this.cluster.catchUp()?.catch(() => undefined);
  }

  /** Runs one statement and answers its rows, which are few. */
  async rows(context: WorkContext, session: Session, sql: string): Promise<ResultRow[]> {
    const rows: ResultRow[] = [];
    await this.run(
      context,
      session,
      sql,
      loggingSink(context, (row) => rows.push(row)),
    );
    return rows;
  }
}

/** Takes rows one by one and keeps what the database says beside them. */
export function loggingSink(context: WorkContext, onRow: (row: ResultRow) => void = () => undefined): ResultSink {
  return {
    ...noopSink,
    row: (row) => {
      onRow(row);
      return true;
    },
    notice: ({ severity, message }) => context.log(message, severity === 'WARNING' ? 'warn' : 'info'),
  };
}

function wordsOf({ message, detail, hint, sqlstate }: StatementError): string {
  const code = sqlstate === null ? '' : ` (${sqlstate})`;
  return [`${message}${code}`, detail, hint].filter((part) => part !== null).join(' ');
}
