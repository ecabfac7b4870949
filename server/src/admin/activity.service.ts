import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ActivityList, RunningQuery } from '#libs/api';
import { withoutLiterals } from '#libs/sql';
import { ConnectFailure, ConnectionsQueries, ReadFailure, problemOfConnectFailure } from '../connections/index.js';
import type { DataReader } from '../connections/index.js';
import { EventBus, Problem } from '../platform/index.js';
import { ACTIVITY_SQL, CANCEL_SQL } from './activity.sql.js';

const TIMEOUT_MS = 10_000;

/** A statement as it was listed. */
export interface ShownQuery {
  readonly pid: number;
  readonly startedAt: string;
}

/** What the databases work on, and the way to end it. */
@Injectable()
export class ActivityService {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly events: EventBus,
  ) {}

  /** Everything that runs in a connection's database. Throws `connection-not-found`, `not-relational`, and why it cannot be read. */
  async list(actor: Actor, connectionId: string, signal: AbortSignal): Promise<ActivityList> {
    const reader = await this.reader(actor, connectionId);
    const rows = await read(() =>
      reader.read({ text: ACTIVITY_SQL, parameters: [] }, { timeoutMs: TIMEOUT_MS }, signal),
    );
    const items = rows.map(([json]) => JSON.parse(json?.toString() ?? '{}') as RunningQuery);
    return { items, next_cursor: null };
  }

  /** Cancels one statement. Throws as `list` does, and `not-found` where it does not run any more. */
  async cancel(actor: Actor, connectionId: string, { pid, startedAt }: ShownQuery, signal: AbortSignal): Promise<void> {
    const reader = await this.reader(actor, connectionId);
    const { name, dialect } = this.connections.get(actor, connectionId);
    const statement = { text: CANCEL_SQL, parameters: [pid, startedAt] };
    const [row] = await read(() => reader.read(statement, { timeoutMs: TIMEOUT_MS }, signal));
    if (row?.[0]?.toString() !== 't') throw new Problem('not-found', 'The query has ended in the meantime.');
    // Outside of a transaction: the audit writes it later where the state is away.
    this.events.publish('action.performed', {
      ...{ action: 'query.cancel', actor, outcome: 'done' },
      object: { kind: 'connection', id: connectionId, name },
      details: { pid, query: withoutLiterals(row[1]?.toString() ?? '', dialect) },
    });
  }

  private async reader(actor: Actor, connectionId: string): Promise<DataReader> {
    const { readers } = await this.connections.connector(actor, connectionId);
    if (!readers) throw new Problem('not-relational', 'Only relational databases list their sessions.');
    return readers.catalog;
  }
}

async function read<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConnectFailure) throw problemOfConnectFailure(error);
    if (error instanceof ReadFailure) throw new Problem('database-error', error.message, { cause: error });
    throw error;
  }
}
