import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { StatementError, StatementItem } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import type { RunStatement } from '../runs/run-statements.js';

/** The change set that was made of statements, or why there is none. */
export type MadeChangeSet =
  | { readonly kind: 'made'; readonly id: string; readonly title: string; readonly statementCount: number }
  | { readonly kind: 'refused'; readonly reason: string }
  /** The statement writes nothing: its error is no refusal. */
  | { readonly kind: 'none' };

/** Makes a draft of statements; of the first one alone where the others cannot be part of a change set. */
export type ChangeSetMaker = (
  actor: Actor,
  connectionId: string,
  statements: readonly StatementItem[],
) => Promise<MadeChangeSet>;

/** What a read-only session answers a write with. */
const READ_ONLY_TRANSACTION = '25006';

/** Turns what an engine refused to write, on a connection whose writes are reviewed, into change sets. */
@Injectable()
export class ReviewedWrites {
  private maker: ChangeSetMaker | null = null;

  /** The module of change sets registers itself: it needs the studio, and the studio only this. */
  use(maker: ChangeSetMaker): void {
    this.maker = maker;
  }

  /**
   * What to report in the place of a refused write: the same error with the change set that has the statement and those
   * behind it. The engine judges what writes; any other error stays as it is.
   */
  async answer(
    actor: Actor,
    { id, name, dialect }: { readonly id: string; readonly name: string; readonly dialect: SqlDialect },
    statements: readonly RunStatement[],
    error: StatementError,
  ): Promise<StatementError> {
    if (this.maker === null || !isRefusedWrite(error, dialect)) return error;
    const made = await this.maker(actor, id, statements.map(statementItem));
    if (made.kind === 'none') return error;
    const message = `Nothing was written: ${name} accepts writes only as change sets that another person has approved.`;
    if (made.kind === 'refused') return { ...error, message, position: null, hint: made.reason };
    const { id: changeId, title, statementCount: count } = made;
    const others = count === 1 ? '' : ` and the ${count - 1 === 1 ? 'next one' : `${count - 1} behind it`}`;
    return {
      ...error,
      ...{ message, position: null },
      hint: `Change set \u201c${title}\u201d has the statement${others}: /changes/${changeId}`,
      change_set: { id: changeId, title },
    };
  }
}

function isRefusedWrite({ sqlstate, message }: StatementError, dialect: SqlDialect): boolean {
  const { writes } = dialectOf(dialect);
  return writes.shownBy === 'parser' ? sqlstate === READ_ONLY_TRANSACTION : writes.message.test(message);
}

/** A statement of a run as an item of a change set. */
export function statementItem({ sql, binding }: RunStatement): StatementItem {
  if (binding === undefined) return { kind: 'statement', sql };
  return { kind: 'statement', sql: binding.sql, values: binding.values.map(({ text, type }) => ({ text, type })) };
}
