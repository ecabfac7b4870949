import { leadingWords } from '#libs/sql';
import type { BoundStatement, StatementEffect } from '#libs/changes';
import type { ResultRow } from '#libs/api';
import type { ChangeTransaction } from './change-transaction.js';
import { MOST_SAMPLED, sampleEffects } from './statement-sample.js';
import type { Sampled } from './statement-sample.js';

const WRITES_ROWS = /^(?:INSERT|UPDATE|DELETE)$/;

/**
 * Runs a statement of a change set. Where the database can, it counts the rows that it wrote and adds them up to a checksum
 * itself, so that a million of them never leave it; of some it shows what they were and became. Throws `StatementRefused`.
 */
export async function runStatement(
  transaction: ChangeTransaction,
  item: number,
  { sql, values }: BoundStatement,
  sampled: Sampled | null,
): Promise<StatementEffect> {
  const { checksum, sample } = transaction.rules;
  const [verb = ''] = leadingWords(sql, transaction.dialect, 1);
  const effectOf = async (wrapped: string): Promise<StatementEffect | null> => {
    const found: ResultRow[][] = [];
    // A statement with RETURNING of its own, or of another form, runs as it is.
    await transaction.attempt(async () => void found.push((await transaction.run({ sql: wrapped, values })).rows));
    const [rows] = found;
    if (rows === undefined) return null;
    const [[count = null, sum = null] = []] = rows;
    const shown = sampled === null || rows[0]?.length === 2 ? {} : { sample: sampleEffects(item, sampled, rows) };
    return { item, command: verb, affectedRows: Number(count), checksum: sum, ...shown };
  };
  if (sampled !== null && sample !== null) {
    const { statements, key } = sampled.table;
    const effect = await effectOf(sample.wrap(sql, statements.sampleTable(key), MOST_SAMPLED));
    if (effect !== null) return effect;
  }
  const effect = checksum !== null && WRITES_ROWS.test(verb) ? await effectOf(checksum(sql)) : null;
  if (effect !== null) return effect;
  const { command, affectedRows } = await transaction.run({ sql, values });
  return { item, command, affectedRows, checksum: null };
}
