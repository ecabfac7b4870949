import type { ChangeItem } from '#libs/api';
import { isRowEdit } from '#libs/changes';
import { StatementRefused } from './change-transaction.js';
import type { ChangeTransaction } from './change-transaction.js';

/**
 * The settings of a session that decide how values are printed and read. Rows are compared, reviewed and taken back by their
 * printed texts, so no statement of a change set may leave other ones behind.
 */
export class ValueSettings {
  private constructor(
    private readonly transaction: ChangeTransaction,
    private readonly query: string | null,
    private readonly values: ReadonlyMap<string, string>,
  ) {}

  static async read(transaction: ChangeTransaction, items: readonly ChangeItem[]): Promise<ValueSettings> {
    const { valueSettings } = transaction.rules;
    const query = items.every(isRowEdit) ? null : (valueSettings?.(items.some(isRowEdit)) ?? null);
    return new ValueSettings(transaction, query, await valuesOf(transaction, query));
  }

  /** Throws `StatementRefused` where one has another value now. */
  async requireSame(): Promise<void> {
    const now = await valuesOf(this.transaction, this.query);
    const changed = [...now].filter(([name, value]) => this.values.get(name) !== value).map(([name]) => name);
    if (changed.length === 0) return;
    const message = `The statement leaves another value of ${changed.join(', ')}.`;
    const hint =
      'It decides how values are shown and read. Take the setting out, or set it back in the same statement.';
    throw new StatementRefused({ message, sqlstate: null, position: null, detail: null, hint }, false);
  }
}

async function valuesOf(transaction: ChangeTransaction, query: string | null): Promise<Map<string, string>> {
  return new Map((await transaction.ask(query)).map(([name, value]) => [name ?? '', value ?? '']));
}
