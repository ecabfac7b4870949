import { leadingWords } from '#libs/sql';
import type { StatementEffect } from '#libs/changes';
import type { ChangeTransaction } from './change-transaction.js';

const WRITES_ROWS = /^(?:INSERT|UPDATE|DELETE)$/;

/**
 * Runs a statement of a change set. Where the database can, it counts the rows that it wrote and adds them up to a checksum
 * itself, so that a million of them never leave it. Throws `StatementRefused`.
 */
export async function runStatement(
  transaction: ChangeTransaction,
  item: number,
  sql: string,
): Promise<StatementEffect> {
  const { checksum } = transaction.rules;
  const [verb = ''] = leadingWords(sql, transaction.dialect, 1);
  if (checksum !== null && WRITES_ROWS.test(verb)) {
    const found: { count: string | null; sum: string | null }[] = [];
    // A statement with RETURNING of its own, or of another form, runs as it is.
    const refused = await transaction.attempt(async () => {
      const [[count = null, sum = null] = []] = await transaction.ask(checksum(sql));
      found.push({ count, sum });
    });
    const [sums] = found;
    if (refused === null && sums !== undefined)
      return { item, command: verb, affectedRows: Number(sums.count), checksum: sums.sum };
  }
  const { command, affectedRows } = await transaction.run({ sql, values: [] });
  return { item, command, affectedRows, checksum: null };
}
