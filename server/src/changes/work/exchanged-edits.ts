import type { Cell, RowUpdate } from '#libs/api';
import { exchangeSteps, tableKey, temporaryValues, uniqueKeys } from '#libs/changes';
import type { ExchangeStep, HeldEdit, RowEffect, UniqueKey } from '#libs/changes';
import { dialectOf } from '#libs/dialects';
import { quoteIdentifier } from '#libs/sql';
import type { ChangeTransaction } from './change-transaction.js';
import { StatementRefused } from './change-transaction.js';
import type { ChangedTable } from './changed-table.js';
import type { PlacedEdit, RowGroup } from './row-group.js';

/** Temporary values that are tried in turn; a row has no more. */
const MOST_TRIED = 6;

/** What a row has in between: its key by now, and what its edit has to put back. */
interface Vacated {
  readonly key: Record<string, string>;
  readonly restored: Record<string, Cell>;
}

/** Writes edits whose rows take unique values of each other. */
export class ExchangedEdits {
  private readonly keys = new Map<string, UniqueKey[]>();
  /** The columns of each table that rows of others refer to. */
  private readonly referred = new Map<string, ReadonlySet<string>>();
  private readonly vacated = new Map<number, Vacated>();
  /** What was written beside the edits themselves. */
  readonly besides: RowEffect[] = [];
  /** Another temporary value may do better than that of this attempt. */
  hasOthers = false;

  constructor(
    private readonly group: RowGroup,
    private readonly edits: readonly PlacedEdit[],
    private readonly tables: ReadonlyMap<string, ChangedTable>,
  ) {
    for (const [name, { details }] of tables) this.keys.set(name, uniqueKeys(details));
  }

  /** Whether the edits take values of each other in an order that the database would refuse. */
  get isNeeded(): boolean {
    return this.steps(() => true) !== null;
  }

  /**
   * The work of each step with the place of its item. Keys that can be checked later are; of others, rows give up their
   * value first. `attempt` counts the temporary values that are tried.
   */
  async plan(
    transaction: ChangeTransaction,
    attempt: number,
  ): Promise<{ readonly item: number; readonly work: () => Promise<RowEffect[]> }[]> {
    await this.defer(transaction);
    await this.findReferred(transaction);
    const natural = this.edits.map((_, index): ExchangeStep => ({ kind: 'edit', index }));
    const steps = this.steps(({ deferrable }) => deferrable === null) ?? natural;
    return steps.flatMap((step) => {
      const placed = this.edits[step.index];
      if (placed === undefined) return [];
      const work = async () => (step.kind === 'edit' ? this.edit(placed) : this.vacate(placed, step.key, attempt));
      return [{ item: placed.item, work }];
    });
  }

  private steps(isCounted: (key: UniqueKey) => boolean): ExchangeStep[] | null {
    const columns = new Map(
      [...this.keys].map(([name, keys]) => [name, keys.filter(isCounted).map((key) => key.columns)]),
    );
    return exchangeSteps(this.held(), (edit) => columns.get(tableKey(edit)) ?? []);
  }

  private held(): HeldEdit[] {
    return this.edits.map(({ item, edit }) => {
      const row = this.group.rowBefore(item);
      return { edit, row: row === null ? null : (this.tables.get(tableKey(edit))?.cells(row) ?? null) };
    });
  }

  private async defer(transaction: ChangeTransaction): Promise<void> {
    const { rules, dialect } = transaction;
    const quoted = (name: string): string => quoteIdentifier(name, dialect);
    for (const [table, { details }] of this.tables)
      for (const { deferrable } of this.keys.get(table) ?? []) {
        if (deferrable === null || rules.deferConstraint === null) continue;
        await transaction.ask(rules.deferConstraint(`${quoted(details.schema)}.${quoted(deferrable)}`));
      }
  }

  private async findReferred(transaction: ChangeTransaction): Promise<void> {
    const { rules, dialect } = transaction;
    const { textLiteral } = dialectOf(dialect).values;
    for (const [table, { details }] of this.tables) {
      const query = rules.referredColumns?.(textLiteral(details.schema), textLiteral(details.name)) ?? null;
      this.referred.set(table, new Set((await transaction.ask(query)).map(([name]) => name ?? '')));
    }
  }

  private async edit({ item, edit }: PlacedEdit): Promise<RowEffect[]> {
    const vacated = this.vacated.get(item);
    if (vacated === undefined || edit.kind !== 'update') return [await this.group.run({ item, edit })];
    this.vacated.delete(item);
    const values = { ...vacated.restored, ...edit.values };
    return [await this.group.run({ item, edit: { ...edit, key: { ...edit.key, ...vacated.key }, values } })];
  }

  private async vacate({ item, edit }: PlacedEdit, key: readonly string[], attempt: number): Promise<RowEffect[]> {
    const table = this.tables.get(tableKey(edit));
    if (edit.kind !== 'update' || table === undefined)
      throw new Error('Only a row that is changed has a value in between.');
    const referred = this.referred.get(tableKey(edit));
    const known = temporaryValues(edit, key, table.details.columns, this.vacated.size, referred);
    const chosen = known[Math.min(attempt, known.length - 1)];
    if (chosen === undefined) throw unknownValue(key);
    const { column, value } = chosen;
    const { key: own, restored } = this.vacated.get(item) ?? { key: {}, restored: {} };
    const between: RowUpdate = { ...edit, key: { ...edit.key, ...own }, values: { [column]: value } };
    try {
      this.besides.push(await this.group.run({ item, edit: between }));
    } catch (error) {
      this.hasOthers ||= attempt < Math.min(known.length, MOST_TRIED) - 1;
      throw error instanceof StatementRefused && !error.isInterrupted ? explained(error, key) : error;
    }
    const former = table.cells(this.group.rowBefore(item) ?? [])[column] ?? null;
    this.vacated.set(item, {
      key: value !== null && Object.hasOwn(edit.key, column) ? { ...own, [column]: value } : own,
      restored: { ...restored, [column]: former },
    });
    return [];
  }
}

function unknownValue(key: readonly string[]): StatementRefused {
  const message = `Rows exchange values of the unique key (${key.join(', ')}), and no value is known that one of them could have in between.`;
  const hint = 'Give one of them a free value in a change set of its own first.';
  return new StatementRefused({ message, sqlstate: null, position: null, detail: null, hint }, false);
}

function explained({ error, isSessionLost }: StatementRefused, key: readonly string[]): StatementRefused {
  const hint = `Rows exchange values of the unique key (${key.join(', ')}), so that one of them has another value in between, which the database refuses.`;
  return new StatementRefused({ ...error, hint }, isSessionLost);
}
