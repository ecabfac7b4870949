import type { ResultRow } from '#libs/api';
import { KEYS_PER_QUERY, chunksOf } from '#libs/changes';
import type { BoundStatement, RowEffect } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import type { SnapshotRules } from '#libs/dialects';
import type { ChangeTransaction } from '../change-transaction.js';
import type { ChangedTable } from '../changed-table.js';
import type { SnapshotReader } from './snapshot-reader.js';

type Read = (statement: BoundStatement) => Promise<ResultRow[] | null>;

/**
 * Whether the rows of a table that effects are not about are the same as in the snapshot, by their number and the sum of
 * their hashes, and no other transaction was committed since. Throws `StatementRefused`.
 */
export async function isAllElseSame(
  transaction: ChangeTransaction,
  reader: SnapshotReader,
  { rowHash, othersSince }: SnapshotRules,
  table: ChangedTable,
  effects: readonly RowEffect[],
): Promise<boolean> {
  const keys = effects.map(({ before, after }) => table.keyCells([...(after ?? before ?? [])], table.key));
  const others = async (read: Read): Promise<string | null> => {
    const all = await sumOf(table, rowHash, null, read);
    let [count, sum] = all ?? [0n, 0n];
    for (const some of chunksOf(keys, KEYS_PER_QUERY)) {
      const part = await sumOf(table, rowHash, some, read);
      if (part === null) return null;
      count -= part[0];
      sum -= part[1];
    }
    return all === null ? null : `${count} ${sum}`;
  };
  const now = await others(async (statement) => (await transaction.run(statement)).rows);
  const then = await others((statement) => reader.read(statement));
  if (now === null || now !== then) return false;
  const { textLiteral } = dialectOf(transaction.dialect).values;
  return (await transaction.ask(othersSince(textLiteral(reader.seen)))).length === 0;
}

/** The number of rows and the sum of their hashes; null where the query was refused. */
async function sumOf(
  table: ChangedTable,
  rowHash: SnapshotRules['rowHash'],
  keys: readonly Readonly<Record<string, string>>[] | null,
  read: Read,
): Promise<[bigint, bigint] | null> {
  const rows = await read(table.statements.sum(rowHash, keys));
  return rows === null ? null : [BigInt(rows[0]?.[0] ?? '0'), BigInt(rows[0]?.[1] ?? '0')];
}
