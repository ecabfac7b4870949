import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { Connection, InsertedRow, RowInput, TableDetails } from '#libs/api';
import { readTableSpelling, tablesInSchemas } from '#libs/catalog';
import { insertSql } from '#libs/rows';
import type { ParameterValue } from '#libs/sql';
import {
  ConnectFailure,
  ConnectionsQueries,
  RunningRequests,
  SessionSlots,
  problemOfConnectFailure,
} from '../../connections/index.js';
import type { Connector } from '../../connections/index.js';
import { Clock, Problem } from '../../platform/index.js';
import { HistoryService } from '../history/history.service.js';
import { insertRow } from './insert-row.js';
import type { InsertEnd } from './insert-row.js';
import { problemOfRefusal, unknownText } from './row-refusal.js';
import { rowValues } from './row-values.js';

/** Where a table is. */
interface Place {
  readonly schema: string;
  readonly table: string;
}

/** A row that waits for a lock is given up after this long. */
const INSERT_TIMEOUT_MS = 60_000;

/** Adds rows to tables. */
@Injectable()
export class RowsService {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
    private readonly history: HistoryService,
    private readonly clock: Clock,
    private readonly requests: RunningRequests,
  ) {}

  /**
   * Adds one row in a transaction of its own and answers with it as the database has it. Throws `connection-not-found`,
   * `forbidden`, `connection-read-only`, `table-not-found`, `validation-failed` for columns that take no value,
   * `row-refused` with the columns that the database blames, `session-limit`, `person-limit`, and what kept the database from being reached.
   */
  async insert(actor: Actor, input: RowInput, isGone: AbortSignal): Promise<InsertedRow> {
    const connection = this.connections.get(actor, input.connection_id);
    const connector = await this.connections.writableConnector(actor, connection);
    const limit = AbortSignal.timeout(INSERT_TIMEOUT_MS);
    const signal = AbortSignal.any([isGone, limit]);
    const table = await this.table(actor, input, connector, signal);
    const values = rowValues(input.values, table, connector.dialect);
    const place = { schema: table.schema, table: table.name };
    const sql = insertSql(place, Object.keys(input.values), connector.dialect);
    const claim = { actor, connectionId: connection.id, isReadOnly: false, purpose: 'once' as const };
    const end = await this.requests.run(claim, signal, (stop) =>
      this.run(actor, connection, connector, { sql, values }, stop),
    );
    if (end.status === 'cancelled' && !limit.aborted) {
      this.slots.requireAccess(claim, false);
      throw new Problem('database-error', 'The statement was cancelled, so the row was not added.');
    }
    if (end.status !== 'succeeded') throw problemOfRefusal(end, table);
    return { ...place, sql, columns: end.columns, row: end.row };
  }

  /**
   * The table by its name, else as it is spelled in SQL, else as `schema.table` without quotes. Throws `table-not-found`,
   * also where several tables could be meant.
   */
  private async table(actor: Actor, input: RowInput, connector: Connector, signal: AbortSignal): Promise<TableDetails> {
    const { schemas } = await connector.listSchemas(signal).catch(asProblem);
    const ownSchema = input.schema ?? (schemas.find((schema) => schema.is_default) ?? schemas[0])?.name ?? '';
    const find = async (places: readonly Place[]): Promise<TableDetails[]> => {
      const found = await Promise.all(places.map((place) => this.find(actor, input.connection_id, place, signal)));
      return found.filter((one) => one !== null);
    };
    const spelled = readTableSpelling(input.table);
    const isElsewhere = spelled === null || (spelled.schema !== null && input.schema !== undefined);
    const inSchemas = tablesInSchemas(
      input.table,
      schemas.map(({ name }) => name),
    );
    const readings: readonly (readonly Place[])[] = [
      [{ schema: ownSchema, table: input.table }],
      isElsewhere ? [] : [{ schema: spelled.schema ?? ownSchema, table: spelled.table }],
      input.schema === undefined ? inSchemas : [],
    ];
    for (const places of readings) {
      const [table, other] = await find(places);
      if (other !== undefined)
        throw new Problem('table-not-found', `Several tables could be meant by ${input.table}: use quotes.`);
      if (table !== undefined) return table;
    }
    throw new Problem('table-not-found');
  }

  /** The table of that name; null where there is none. */
  private async find(actor: Actor, id: string, place: Place, signal: AbortSignal): Promise<TableDetails | null> {
    try {
      return (await this.connections.schema(actor, id, place, signal)) as TableDetails;
    } catch (failure) {
      if (failure instanceof Problem && failure.code === 'table-not-found') return null;
      throw failure;
    }
  }

  private async run(
    actor: Actor,
    connection: Connection,
    connector: Connector,
    statement: { sql: string; values: readonly ParameterValue[] },
    signal: AbortSignal,
  ): Promise<InsertEnd> {
    const claim = { actor, connectionId: connection.id, purpose: 'once', signal } as const;
    const open = () => this.slots.openSession(claim, connector);
    const started = {
      ...{ id: randomUUID(), ownerId: actor.userId, connectionId: connection.id, connectionName: connection.name },
      ...{ sql: statement.sql, values: statement.values, startedAt: this.clock.isoNow() },
    };
    const insert = () => insertRow(open, statement.sql, statement.values, signal).catch(asProblem);
    return this.history.track(started, insert, (end) => ({
      status: end.status,
      rowCount: end.status === 'succeeded' ? 1 : null,
      error: errorOf(end),
    }));
  }
}

/** What the history says of it. */
function errorOf(end: InsertEnd): string | null {
  if (end.status === 'unknown') return unknownText(end.reason);
  return end.status === 'failed' ? end.error.message : null;
}

function asProblem(error: unknown): never {
  throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
}
