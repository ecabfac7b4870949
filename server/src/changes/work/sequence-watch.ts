import type { ChangeItem, ResultRow } from '#libs/api';
import { isRowEdit, tableKey } from '#libs/changes';
import type { ChangedTable } from './changed-table.js';
import type { ChangeTransaction } from './change-transaction.js';
import { StatementRefused } from './change-transaction.js';

/**
 * Sequences that a rehearsal moves back, by a function or a trigger that resets them: a rollback leaves them there, and the
 * application would get numbers that rows have. They are put back to where they were.
 */
export class SequenceWatch {
  /** What was moved back, in sentences. */
  readonly sentences = new Set<string>();
  private before = new Map<string, ResultRow>();
  private isWatched = false;

  constructor(private readonly items: readonly ChangeItem[]) {}

  /** Reads where sequences are, if statements or triggers may move them. Throws `StatementRefused`. */
  async read(transaction: ChangeTransaction, tables: ReadonlyMap<string, ChangedTable>): Promise<void> {
    this.isWatched = this.items.some(
      (item) => !isRowEdit(item) || (tables.get(tableKey(item))?.triggers.length ?? 0) > 0,
    );
    this.before = await this.ask(transaction);
  }

  /**
   * Puts sequences back that were moved back since; a transaction that may be aborted is begun anew for it. Throws
   * `StatementRefused`.
   */
  async putBack(transaction: ChangeTransaction, mayBeAborted: boolean): Promise<void> {
    const { sequences } = transaction.rules;
    if (sequences === null || this.before.size === 0) return;
    if (mayBeAborted) await transaction.restart();
    for (const [name, [, last = null, isAscending]] of await this.ask(transaction)) {
      const former = this.before.get(name)?.[1] ?? null;
      if (former === null || !isBefore(last, former, isAscending === 't')) continue;
      const moved = `${name} is moved back from ${former} to ${last ?? 'its start'} when this is applied.`;
      const failure = await transaction
        .ask(sequences.putBack(name, former))
        .then(() => null)
        .catch((error: unknown) => orThrow(error));
      this.sentences.add(
        failure === null
          ? `${moved} The rehearsal has put it back.`
          : `${moved} The rehearsal could not put it back: ${failure}`,
      );
    }
  }

  private async ask(transaction: ChangeTransaction): Promise<Map<string, ResultRow>> {
    const rows = this.isWatched ? await transaction.ask(transaction.rules.sequences?.read ?? null) : [];
    return new Map(rows.map((row) => [row[0] ?? '', row]));
  }
}

/** Numbers of sequences are whole and may exceed what a double holds. Null is a sequence that has given none. */
function isBefore(last: string | null, former: string, isAscending: boolean): boolean {
  if (last === null) return true;
  return isAscending ? BigInt(last) < BigInt(former) : BigInt(last) > BigInt(former);
}

function orThrow(error: unknown): string {
  if (!(error instanceof StatementRefused) || error.isSessionLost) throw error;
  return error.message;
}
