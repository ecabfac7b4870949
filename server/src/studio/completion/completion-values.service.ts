import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { CompletionValues, TableDetails } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { quoteIdentifier } from '#libs/sql';
import { ConnectFailure, ConnectionsQueries, SessionSlots, problemOfConnectFailure } from '../../connections/index.js';
import type { Connector } from '../../connections/index.js';
import { isAborted, LOOKUP_MS, lookUp } from './lookup-session.js';
import { tableName } from './referenced-sql.js';

const MOST_VALUES = 50;
/** A longer value is not offered. */
const MOST_CHARACTERS = 200;

/** The column whose values are wanted, and how they begin. */
export interface ValuesRequest {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly prefix: string;
}

type Target = TableDetails['foreign_keys'][number]['references'];

/** Finds the values that a column can have: those of an enum, and those of the key that it references. */
@Injectable()
export class CompletionValuesService {
  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly slots: SessionSlots,
  ) {}

  /**
   * At most 50 values that begin with the prefix in any case, sorted by the engine; none where the column is neither an
   * enum nor a foreign key, or reading them takes longer than 2 s. Throws `connection-not-found`, `table-not-found`,
   * `person-limit`, `session-limit`, and what kept the database from being reached.
   */
  async find(
    actor: Actor,
    connectionId: string,
    request: ValuesRequest,
    isGone: AbortSignal,
  ): Promise<CompletionValues> {
    const connector = await this.connections.connector(actor, connectionId);
    const signal = AbortSignal.any([isGone, AbortSignal.timeout(LOOKUP_MS)]);
    try {
      return await this.read(actor, connectionId, connector, { ...request, signal });
    } catch (error) {
      // Even the catalog can wait for a lock.
      if (isAborted(signal)) return answered([]);
      throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
    }
  }

  private async read(
    actor: Actor,
    connectionId: string,
    connector: Connector,
    { signal, column, prefix, ...place }: ValuesRequest & { readonly signal: AbortSignal },
  ): Promise<CompletionValues> {
    const details = await this.table(actor, connectionId, place, signal);
    const choices = details.columns.find(({ name }) => name === column)?.choices;
    if (choices) return answered(choices.filter((choice) => begins(choice, prefix)));
    const key = details.foreign_keys.find(({ columns }) => columns.length === 1 && columns[0] === column);
    if (!key) return answered([]);
    const target = await this.table(actor, connectionId, key.references, signal);
    const type = target.columns.find(({ name }) => name === key.references.columns[0])?.type ?? '';
    const sql = valuesSql(key.references, type, prefix, connector.dialect);
    const { rows } = await lookUp(this.slots, { actor, connectionId, connector, signal }, sql);
    return answered(rows.map(([value]) => value ?? ''));
  }

  private async table(
    actor: Actor,
    id: string,
    { schema, table }: { schema: string; table: string },
    isGone: AbortSignal,
  ): Promise<TableDetails> {
    return (await this.connections.schema(actor, id, { schema, table }, isGone)) as TableDetails;
  }
}

/** The values of a key as text, in the order of the key. */
function valuesSql({ schema, table, columns }: Target, type: string, prefix: string, name: SqlDialect): string {
  const { values } = dialectOf(name);
  const column = quoteIdentifier(columns[0] ?? '', name);
  const text = values.textBeginning(column, type, MOST_CHARACTERS + 1);
  const from = tableName({ schema, table }, name);
  const conditions = [
    `${column} IS NOT NULL`,
    `length(${text}) <= ${MOST_CHARACTERS}`,
    ...(prefix === ''
      ? []
      : [`lower(substr(${text}, 1, ${Array.from(prefix).length})) = lower(${values.textLiteral(prefix)})`]),
  ];
  return `SELECT ${text} FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY ${column} LIMIT ${MOST_VALUES + 1}`;
}

function begins(value: string, prefix: string): boolean {
  return value.toLowerCase().startsWith(prefix.toLowerCase());
}

function answered(found: readonly string[]): CompletionValues {
  return { items: found.slice(0, MOST_VALUES), is_incomplete: found.length > MOST_VALUES };
}
