import type { ResultRow, TouchedTable } from '#libs/api';
import { KEYS_PER_QUERY, chunksOf, inWritingOrder, snapshotEffects, tableKey } from '#libs/changes';
import type { BoundStatement, RowEffect, StatementEffect, WrittenRows } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import type { SnapshotRules } from '#libs/dialects';
import type { Connector, Session } from '../../../connections/index.js';
import { sha256 } from '../../change-digests.js';
import { withTriggers } from '../change-tables.js';
import type { ChangeTransaction } from '../change-transaction.js';
import type { ChangedTable } from '../changed-table.js';
import { isAllElseSame } from './snapshot-comparison.js';
import { SnapshotReader } from './snapshot-reader.js';
import { writtenRows, writtenSince } from '../written-rows.js';

/** Every row that statements write, also by triggers and cascades, found beside a second session that sees them as they were. */
export class SnapshotImages {
  /** The tables whose rows were found, by name. */
  readonly tables = new Map<string, ChangedTable>();
  readonly inexact: ReadonlySet<string> = new Set();
  readonly readsClock = false;

  constructor(
    private readonly transaction: ChangeTransaction,
    private readonly rules: SnapshotRules,
    /** What the session had written before the transaction. */
    private readonly baseline: readonly WrittenRows[],
    private readonly connector: Connector,
    /** A second session; null where none can be had. */
    private readonly second: () => Promise<Session | null>,
    private readonly signal: AbortSignal,
  ) {}

  /** Runs a statement by `work`, and adds its rows to what that gives, where all of them are found. Throws as `work` does. */
  async run(item: number, work: () => Promise<StatementEffect>): Promise<StatementEffect> {
    const reader = await this.reader();
    const before = await writtenRows(this.transaction);
    const unseen = await this.unseen();
    try {
      const effect = await work();
      if ((effect.affectedRows ?? 0) > this.rules.mostRows) return effect;
      const counts = writtenSince(before, await writtenRows(this.transaction));
      // The second session does not see what earlier items of the transaction have written.
      const earlier = new Set(writtenSince(this.baseline, before).map(tableKey));
      const isSeen = reader !== null && !counts.some((table) => earlier.has(tableKey(table)));
      const isRowsOnly = isSeen && (await this.unseen()) === unseen;
      const effects = isRowsOnly ? await this.effectsOf(item, counts, reader) : null;
      // What writes no rows may do something else, but not where the database says that it wrote none.
      const isKnown = effects !== null && (effects.length > 0 || effect.affectedRows === 0);
      return isKnown ? { ...effect, ...whole(effects, [...this.tables.values()]) } : effect;
    } finally {
      await reader?.close();
    }
  }

  private async reader(): Promise<SnapshotReader | null> {
    const session = await this.second();
    const [[name = null, seen = null] = []] = session === null ? [] : await this.transaction.ask(this.rules.exported);
    if (session === null || name === null || seen === null) return null;
    return SnapshotReader.see(session, this.rules, this.transaction.dialect, { name, seen }, this.signal);
  }

  private async unseen(): Promise<string | null> {
    return (await this.transaction.ask(this.rules.unseen))[0]?.[0] ?? null;
  }

  /** Null where some rows are not found. What cannot be read does not end the transaction. */
  private async effectsOf(
    item: number,
    counts: readonly TouchedTable[],
    reader: SnapshotReader,
  ): Promise<RowEffect[] | null> {
    const found: { effects: RowEffect[] | null } = { effects: null };
    await this.transaction.attempt(async () => {
      found.effects = await this.effectsInAll(item, counts, reader);
    });
    return found.effects;
  }

  private async effectsInAll(
    item: number,
    counts: readonly TouchedTable[],
    reader: SnapshotReader,
  ): Promise<RowEffect[] | null> {
    const effects: RowEffect[] = [];
    for (const count of counts) {
      const table = await this.tableOf(count);
      const own = table === null ? null : await this.effectsIn(item, table, count, reader);
      if (table === null || own === null || effects.length + own.length > this.rules.mostRows) return null;
      this.tables.set(tableKey(count), table);
      effects.push(...own);
    }
    return effects;
  }

  /** Null where its rows cannot be read beside, or not be found again. */
  private async tableOf({ schema, table: name }: TouchedTable): Promise<ChangedTable | null> {
    const { textLiteral } = dialectOf(this.transaction.dialect).values;
    const found = await this.transaction.ask(this.rules.canRead(textLiteral(schema), textLiteral(name)));
    if (found.length === 0) return null;
    const details = await this.connector.describeTable(schema, name, this.signal);
    if (details === null) return null;
    const table = (await withTriggers(this.transaction, new Map([['', details]]))).get('');
    return table === undefined || table.key.length === 0 ? null : table;
  }

  private async effectsIn(
    item: number,
    table: ChangedTable,
    count: TouchedTable,
    reader: SnapshotReader,
  ): Promise<RowEffect[] | null> {
    const { isOwn, isReplaced, mostRows } = this.rules;
    const here = async (statement: BoundStatement) => (await this.transaction.run(statement)).rows;
    const there = (statement: BoundStatement) => reader.read(statement);
    const written = await here(table.statements.where(isOwn, mostRows + 1));
    if (written.length > mostRows) return null;
    const former = await readByKeys(table, written, there);
    const replaced = await there(table.statements.where(isReplaced, 2 * mostRows + 1));
    if (former === null || replaced === null || replaced.length > 2 * mostRows) return null;
    const present = (await readByKeys(table, replaced, here)) ?? [];
    // Another transaction that was removing a row may have been committed before `present` was read.
    const still = await there(table.statements.where(isReplaced, 2 * mostRows + 1));
    if (still === null) return null;
    const stillKeys = new Set(still.map((row) => table.keyText(row, table.key)));
    const replacedHere = replaced.filter((row) => stillKeys.has(table.keyText(row, table.key)));
    const { schema, name } = table.details;
    const place = { item, schema, table: name, columns: table.columns, key: table.key };
    const found = snapshotEffects(place, { written, former, replaced: replacedHere, present }, count);
    if (found === null || found.isCertain) return found?.effects ?? null;
    return (await isAllElseSame(this.transaction, reader, this.rules, table, found.effects)) ? found.effects : null;
  }
}

/** The rows with the keys of others; null where a query was refused. */
async function readByKeys(
  table: ChangedTable,
  rows: readonly ResultRow[],
  read: (statement: BoundStatement) => Promise<ResultRow[] | null>,
): Promise<ResultRow[] | null> {
  const found: ResultRow[] = [];
  for (const some of chunksOf(rows, KEYS_PER_QUERY)) {
    const keys = some.map((row) => table.keyCells(row, table.key));
    const answer = await read(table.statements.read(keys, false));
    if (answer === null) return null;
    found.push(...answer);
  }
  return found;
}

function whole(effects: readonly RowEffect[], tables: readonly ChangedTable[]) {
  const details = tables.map((table) => table.details);
  const contents = effects.map(({ schema, table, before, after }) => JSON.stringify([schema, table, before, after]));
  return {
    ...{ isWhole: true, canUndo: true, checksum: sha256(JSON.stringify(contents.sort())) },
    sample: inWritingOrder(effects, details),
  };
}
