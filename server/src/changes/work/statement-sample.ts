import type { ResultRow } from '#libs/api';
import type { RowEffect } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import { quoteIdentifier } from '#libs/sql';
import type { WriteTarget } from '#libs/sql';
import type { Connector } from '../../connections/index.js';
import { withTriggers } from './change-tables.js';
import type { ChangeTransaction } from './change-transaction.js';
import type { ChangedTable } from './changed-table.js';

/** A person reads no more rows of a statement; the others are counted. */
export const MOST_SAMPLED = 100;

/** A statement whose rows can be shown. */
export interface Sampled {
  readonly target: WriteTarget;
  readonly table: ChangedTable;
}

/** The tables of statements whose rows can be shown before and after. */
export class StatementSamples {
  constructor(
    private readonly connector: Connector,
    private readonly targets: ReadonlyMap<number, WriteTarget>,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * The table that a statement writes. Null where the rows before it could be those of other rows: it sets the key, or a
   * trigger may. Throws `StatementRefused` and `ConnectFailure`.
   */
  async of(transaction: ChangeTransaction, item: number): Promise<Sampled | null> {
    const target = this.targets.get(item);
    const { sample } = transaction.rules;
    if (target === undefined || sample === null) return null;
    const { textLiteral } = dialectOf(transaction.dialect).values;
    const name = textLiteral(quoteIdentifier(target.table, transaction.dialect));
    const schema = target.schema ?? (await transaction.ask(sample.schemaOf(name)))[0]?.[0] ?? null;
    const details = schema === null ? null : await this.connector.describeTable(schema, target.table, this.signal);
    if (details === null || (details.kind !== 'table' && details.kind !== 'partitioned_table')) return null;
    const table = (await withTriggers(transaction, new Map([['', details]]))).get('');
    if (table === undefined || !isSafe(target, table)) return null;
    return { target, table };
  }
}

function isSafe({ kind, assigned }: WriteTarget, { key, triggers }: ChangedTable): boolean {
  if (triggers.length > 0) return false;
  if (kind === 'delete' || (kind === 'insert' && assigned.length === 0)) return true;
  return key.length > 0 && !key.some((name) => assigned.includes(name));
}

/** What some rows of a statement became, from its answer: number, checksum, the row that was written, and the one before. */
export function sampleEffects(item: number, { target, table }: Sampled, rows: readonly ResultRow[]): RowEffect[] {
  const { columns, details } = table;
  const [[count = '0'] = []] = rows;
  if (count === '0') return [];
  return rows.map((row) => {
    const written = row.slice(2, 2 + columns.length);
    const former = row.slice(2 + columns.length);
    const old = former.some((cell) => cell !== null) ? former : null;
    const place = { item, schema: details.schema, table: details.name, columns };
    if (target.kind === 'delete') return { ...place, kind: 'delete', before: written, after: null };
    return { ...place, kind: old === null ? 'insert' : 'update', before: old, after: written };
  });
}
