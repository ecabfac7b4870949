import { leadingWords, withoutTerminator } from '#libs/sql';
import type { BoundStatement, StatementEffect } from '#libs/changes';
import type { ResultRow } from '#libs/api';
import type { ChangeTransaction } from './change-transaction.js';
import { MOST_SAMPLED, sampleEffects } from './statement-sample.js';
import type { Sampled } from './statement-sample.js';

const WRITES_ROWS = /^(?:INSERT|UPDATE|DELETE)$/;

/**
 * Runs a statement of a change set. Where the database can, it counts the rows that it wrote and adds them up to a checksum
 * itself, so that a million of them never leave it. Throws `StatementRefused`.
 */
export async function runStatement(
  transaction: ChangeTransaction,
  item: number,
  { sql, values }: BoundStatement,
): Promise<StatementEffect> {
  const { checksum } = transaction.rules;
  const [verb = ''] = leadingWords(sql, transaction.dialect, 1);
  const text = withoutTerminator(sql, transaction.dialect);
  const rows =
    checksum !== null && WRITES_ROWS.test(verb) ? await wrapped(transaction, { sql: checksum(text), values }) : null;
  if (rows !== null) return { item, command: verb, ...totalsOf(rows) };
  const { command, affectedRows } = await transaction.run({ sql, values });
  return { item, command, affectedRows, checksum: null };
}

/**
 * The same, with some rows as they were and became; null where the database does not take it with a query around it, as one
 * with RETURNING of its own. Throws `StatementRefused`.
 */
export async function runSampled(
  transaction: ChangeTransaction,
  item: number,
  { sql, values }: BoundStatement,
  sampled: Sampled,
): Promise<StatementEffect | null> {
  const { sample } = transaction.rules;
  if (sample === null) return null;
  const [verb = ''] = leadingWords(sql, transaction.dialect, 1);
  const { statements, key } = sampled.table;
  const around = sample.wrap(withoutTerminator(sql, transaction.dialect), statements.sampleTable(key), MOST_SAMPLED);
  const rows = await wrapped(transaction, { sql: around, values });
  return rows === null ? null : { item, command: verb, ...totalsOf(rows), sample: sampleEffects(item, sampled, rows) };
}

/** Null where the database refuses the statement, which may run in another form. Throws `StatementRefused` otherwise. */
async function wrapped(transaction: ChangeTransaction, statement: BoundStatement): Promise<ResultRow[] | null> {
  const found: ResultRow[][] = [];
  const refused = await transaction.attempt(async () => void found.push((await transaction.run(statement)).rows));
  if (refused !== null && transaction.isRefusedInAnyForm(refused)) throw refused;
  return found[0] ?? null;
}

function totalsOf(rows: readonly ResultRow[]): Pick<StatementEffect, 'affectedRows' | 'checksum'> {
  const [[count = null, checksum = null] = []] = rows;
  return { affectedRows: Number(count), checksum };
}
