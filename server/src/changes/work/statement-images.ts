import type { ResultRow, TableDetails } from '#libs/api';
import { RowImages, imageOf, inWritingOrder, isFoundAgain } from '#libs/changes';
import type { BoundStatement, RowEffect, StatementEffect } from '#libs/changes';
import type { ImageRules, WritePlan } from '#libs/dialects';
import { editedTable } from '../../connections/index.js';
import type { Connector } from '../../connections/index.js';
import { sha256 } from '../change-digests.js';
import { withTriggers } from './change-tables.js';
import { StatementRefused } from './change-transaction.js';
import type { ChangeTransaction } from './change-transaction.js';
import { ChangedTable, withoutKeyValue } from './changed-table.js';
import { ROWS_TOO_LARGE } from './row-budget.js';
import { MOST_SAMPLED } from './statement-sample.js';

/** The rows of a statement that writes more are counted, and the first of them shown. */
const MOST_IMAGES = 10_000;
const NO_PLAN = 'What a statement does is shown by its plan before it runs.';

type Image = ReturnType<typeof imageOf>;

/** A table that was copied before a statement. */
interface Copied {
  readonly table: ChangedTable;
  readonly images: RowImages;
  /** Why its rows are not taken back, a sentence. */
  readonly obstacle: string | null;
}

/** Every row that statements write, found by comparing their tables with copies, of which nothing is left. */
export class StatementImages {
  /** The tables whose rows were compared, by name. */
  readonly tables = new Map<string, ChangedTable>();
  /** Why rows that statements wrote would not come back exactly, in sentences. */
  readonly inexact = new Set<string>();
  readsClock = false;
  private hasOtherSchema = false;

  constructor(
    private readonly transaction: ChangeTransaction,
    private readonly rules: ImageRules,
    private readonly connector: Connector,
    private readonly signal: AbortSignal,
  ) {}

  /** Runs a statement. Throws `StatementRefused`, also where it cannot be rehearsed. */
  async run(item: number, statement: BoundStatement): Promise<StatementEffect> {
    const plan = await this.planOf(statement);
    if (plan.obstacle !== null) throw refusal(plan.obstacle, 'Take it out of the change set.');
    this.readsClock ||= plan.readsClock;
    this.hasOtherSchema ||= plan.changesSchema;
    const { copied, isComplete } = this.hasOtherSchema ? NOTHING_COPIED : await this.copy(plan);
    const { command, affectedRows } = await this.transaction.run(statement);
    const compared = await this.compare(item, copied);
    const { effects } = compared;
    // Where the plan names none of the tables that are there, the one that was written is not among them.
    const isFound = copied.length > 0 || !this.rules.writesOneTable;
    const isAll = isComplete && isFound && !plan.isOpaque;
    const isCounted = this.rules.writesOneTable && !this.hasOtherSchema && effects.length === affectedRows;
    const isWhole = (isAll || isCounted) && compared.isComplete && effects.length <= MOST_IMAGES;
    return {
      ...{ item, command, affectedRows, isWhole, canUndo: isWhole && compared.canUndo },
      checksum: isWhole ? sha256(JSON.stringify(effects.map(contentOf).sort())) : null,
      sample: isWhole ? inWritingOrder(effects, detailsOf(copied)) : effects.slice(0, MOST_SAMPLED),
    };
  }

  private async planOf({ sql, values }: BoundStatement): Promise<WritePlan> {
    const explained = this.rules.explain(sql);
    try {
      return this.rules.planOf((await this.transaction.run({ sql: explained, values })).rows);
    } catch (error) {
      if (!(error instanceof StatementRefused)) throw error;
      const { position, hint } = error.error;
      const moved = position === null ? null : Math.max(1, position - (explained.length - sql.length));
      const { isSessionLost, isInterrupted } = error;
      throw new StatementRefused(
        { ...error.error, position: moved, hint: hint ?? NO_PLAN },
        isSessionLost,
        isInterrupted,
      );
    }
  }

  /** Copies the tables that a statement may write, as far as they are small enough. */
  private async copy({ places }: WritePlan): Promise<{ copied: Copied[]; isComplete: boolean }> {
    const copied: Copied[] = [];
    let isComplete = true;
    let left = this.rules.mostRows;
    for (const [schema, name] of await this.transaction.ask(this.rules.tables(places))) {
      const one = await this.imaged(schema ?? '', name ?? '', copied.length);
      const count = one === null ? Infinity : Number((await this.transaction.ask(one.images.count))[0]?.[0]);
      if (one === null || count > left) {
        isComplete = false;
        continue;
      }
      left -= count;
      await this.transaction.ask(one.images.take);
      copied.push(one);
    }
    return { copied, isComplete };
  }

  /** Null where its rows cannot be compared, or other sessions do not know it, because this transaction has made it. */
  private async imaged(schema: string, name: string, place: number): Promise<Copied | null> {
    const { dialect } = this.transaction;
    const { details, obstacle } = await editedTable(this.connector, schema, name, this.signal);
    if (details === null) return null;
    const found = await withTriggers(this.transaction, new Map([['', details]]));
    const table = found.get('') ?? new ChangedTable(details, [], dialect);
    if (!RowImages.canCompare(table, this.rules)) return null;
    return { table, obstacle, images: new RowImages(table, `workbench_former_${place}`, this.rules, dialect) };
  }

  private async compare(
    item: number,
    copied: readonly Copied[],
  ): Promise<{ readonly effects: RowEffect[]; readonly canUndo: boolean; readonly isComplete: boolean }> {
    const effects: RowEffect[] = [];
    let canUndo = true;
    let isComplete = true;
    for (const { table, images, obstacle } of copied) {
      const most = MOST_IMAGES + 1 - effects.length;
      const found = most > 0 ? await this.differences(images.compare(most)) : [];
      isComplete &&= found !== null;
      const rows = found ?? [];
      await this.transaction.ask(images.drop);
      const { schema, name } = table.details;
      if (rows.length > 0) this.tables.set(JSON.stringify([schema, name]), table);
      const imaged = rows.map((row) => imageOf(item, table, row));
      for (const { effect } of imaged) effects.push(effect);
      const why = rows.length === 0 ? null : whyNotUndone(table, obstacle, imaged);
      if (why !== null) this.inexact.add(why);
      canUndo &&= why === null;
    }
    return { effects, canUndo, isComplete };
  }

  /** Null where the rows are too large to be shown. */
  private async differences(sql: string): Promise<ResultRow[] | null> {
    return this.transaction.ask(sql).catch((error: unknown) => {
      if (error instanceof StatementRefused && error.error === ROWS_TOO_LARGE) return null;
      throw error;
    });
  }
}

const NOTHING_COPIED = { copied: [], isComplete: false } as const;

function whyNotUndone(table: ChangedTable, obstacle: string | null, rows: readonly Image[]): string | null {
  const { schema, name } = table.details;
  if (obstacle !== null) return obstacle;
  if (table.key.length === 0) return `${schema}.${name} has no key, so that its rows cannot be found again.`;
  if (!rows.every(({ effect }) => isFoundAgain(effect, table.key))) return withoutKeyValue(table);
  return rows.every(({ isExact }) => isExact)
    ? null
    : `${schema}.${name} has values that would not come back the same: their texts leave out what they are.`;
}

function contentOf({ schema, table, before, after }: RowEffect): string {
  return JSON.stringify([schema, table, before, after]);
}

function detailsOf(copied: readonly Copied[]): TableDetails[] {
  return copied.map(({ table }) => table.details);
}

function refusal(message: string, hint: string): StatementRefused {
  return new StatementRefused({ message, sqlstate: null, position: null, detail: null, hint }, false);
}
