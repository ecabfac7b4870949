import type { ChangeItem, ResultRow } from '#libs/api';
import { isRowEdit, sequenceMove, tableKey } from '#libs/changes';
import type { SequenceState } from '#libs/changes';
import type { SequenceRules } from '#libs/dialects';
import type { ChangedTable } from './changed-table.js';
import type { ChangeTransaction } from './change-transaction.js';
import { StatementRefused } from './change-transaction.js';

const PUT_BACK = 'The rehearsal has put it back.';
const LEFT = 'It stays there, since others have taken numbers meanwhile.';

const UNCLEAR = 'The run or others have taken or set its numbers. It stays there.';

/** A sequence that was moved, and where it is put. */
interface Moved {
  readonly name: string;
  readonly before: SequenceState;
  readonly after: SequenceState;
  readonly to: bigint;
}

/**
 * Sequences that a rehearsal moves, by a function or a trigger that sets them: a rollback leaves them there. Moved back, the
 * application would get numbers that rows have; moved forward, it may get none any more. They are put back to where they
 * were, or in front of what others can have taken meanwhile.
 */
export class SequenceWatch {
  /** What was moved, in sentences. */
  readonly sentences = new Set<string>();
  private before = new Map<string, SequenceState>();
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
   * Puts sequences back that were moved by a run that wrote `rows`; a transaction that may be aborted is begun anew for it.
   * Throws `StatementRefused`.
   */
  async putBack(transaction: ChangeTransaction, rows: number, mayBeAborted: boolean): Promise<void> {
    const { sequences } = transaction.rules;
    if (sequences === null || this.before.size === 0) return;
    if (mayBeAborted) await transaction.restart();
    for (const [name, after] of await this.ask(transaction)) {
      const before = this.before.get(name);
      const move = before === undefined ? null : sequenceMove(before, after.last, rows);
      if (before === undefined || move === null) continue;
      if (move.direction === 'unclear') {
        this.sentences.add(`${name} went from ${before.last ?? 'its start'} to ${after.last}. ${UNCLEAR}`);
        continue;
      }
      const sentence =
        move.direction === 'back'
          ? await this.putForward(transaction, sequences, { name, before, after, to: move.to })
          : await this.putBehind(transaction, sequences, { name, before, after, to: move.to });
      if (sentence !== null) this.sentences.add(sentence);
    }
  }

  private async putForward(transaction: ChangeTransaction, rules: SequenceRules, moved: Moved): Promise<string> {
    const { name, after, to } = moved;
    const sentence = `${name} is moved back from ${to} to ${after.last ?? 'its start'} when this is applied.`;
    const done = await tried(transaction, rules.putBack(name, to, null));
    return `${sentence} ${done instanceof StatementRefused ? couldNot(done) : PUT_BACK}`;
  }

  /** What others have set is left alone, and so are numbers that they have taken behind it. */
  private async putBehind(transaction: ChangeTransaction, rules: SequenceRules, moved: Moved): Promise<string | null> {
    const { name, before, after, to } = moved;
    const { last, increment, cache } = after;
    const own = await tried(transaction, rules.ownLast(name));
    const [[ownLast = null] = []] = own instanceof StatementRefused ? [] : own;
    if (ownLast === null || last === null) return null;
    const since = (last - BigInt(ownLast)) / increment;
    const isOwn = since >= 0n && since < cache;
    const done = isOwn ? await tried(transaction, rules.putBack(name, to, last)) : [];
    const sentence = `${name} is moved forward from ${before.last ?? 'its start'} to ${last} when this is applied.`;
    if (done instanceof StatementRefused) return `${sentence} ${couldNot(done)}`;
    return `${sentence} ${done.length > 0 ? PUT_BACK : LEFT}`;
  }

  private async ask(transaction: ChangeTransaction): Promise<Map<string, SequenceState>> {
    const rows = this.isWatched ? await transaction.ask(transaction.rules.sequences?.read ?? null) : [];
    return new Map(rows.map(([name, ...state]) => [name ?? '', stateOf(state)]));
  }
}

/** The rows of a query, or why it was refused. */
async function tried(transaction: ChangeTransaction, sql: string): Promise<readonly ResultRow[] | StatementRefused> {
  let rows: readonly ResultRow[] = [];
  const refused = await transaction.attempt(async () => {
    rows = await transaction.ask(sql);
  });
  return refused ?? rows;
}

function stateOf([last = null, increment, cache, start, bound]: ResultRow): SequenceState {
  return {
    last: last === null ? null : BigInt(last),
    increment: BigInt(increment ?? 1),
    cache: BigInt(cache ?? 1),
    start: BigInt(start ?? 1),
    bound: BigInt(bound ?? 1),
  };
}

function couldNot({ message }: StatementRefused): string {
  return `The rehearsal could not put it back: ${message}`;
}
