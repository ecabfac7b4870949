import type { HistoryRecord } from './history.entity.js';
import type { JournalLine, StartedStatement, StatementEnd } from './history-journal.js';

/** What an entry without an end says once its process is gone. */
export const OUTCOME_UNKNOWN =
  'The workbench stopped while this ran, so its outcome is unknown. Check the data before you run it again.';
const UNKNOWN: StatementEnd = { status: 'unknown', elapsedMs: 0, rowCount: null, error: OUTCOME_UNKNOWN };
const RUNNING: StatementEnd = { status: 'running', elapsedMs: 0, rowCount: null, error: null };

/** What is known of a statement and not in the state yet. */
export interface QueuedEntry {
  readonly id: string;
  /** Null where the state has the entry already, and only its end is to be written. */
  readonly start: StartedStatement | null;
  readonly end: StatementEnd | null;
  /** Whether an earlier attempt or an earlier process may have written the entry. */
  readonly mayBeStored: boolean;
  /** Whether it was left in the queue once, since most statements end soon and are then written once. */
  readonly hasWaited?: boolean;
}

/** Where an entry was run. */
export type HistoryOrigin = Pick<HistoryRecord, 'home' | 'process'>;

/** An entry as it is written. */
export type NewRecord = StartedStatement & StatementEnd & HistoryOrigin;

/** Entries that wait to be written, in the order in which their statements were started. */
export class HistoryQueue {
  private entries = new Map<string, QueuedEntry>();
  private readonly refused = new Set<string>();
  private chars = 0;
  private refusedCount = 0;

  constructor(private readonly limits: { readonly entries: number; readonly chars: number }) {}

  get size(): number {
    return this.entries.size;
  }

  /** Statements that the history misses because too much was waiting. */
  get dropped(): number {
    return this.refusedCount;
  }

  /** Queues the start of a statement; false where the queue is full. */
  begin(start: StartedStatement): boolean {
    if (this.entries.size >= this.limits.entries || this.chars + start.sql.length > this.limits.chars) {
      this.refused.add(start.id);
      this.refusedCount += 1;
      return false;
    }
    this.put({ id: start.id, start, end: null, mayBeStored: false });
    return true;
  }

  /** Queues the end of a statement; false where its start was refused. */
  end(id: string, end: StatementEnd): boolean {
    if (this.refused.delete(id)) return false;
    const begun = this.entries.get(id);
    this.entries.set(id, begun === undefined ? { id, start: null, end, mayBeStored: true } : { ...begun, end });
    return true;
  }

  /** Queues what an earlier process left; what has no end ended with that process. */
  replay(lines: readonly JournalLine[]): void {
    for (const line of lines) {
      if ('start' in line) this.put({ id: line.start.id, start: line.start, end: UNKNOWN, mayBeStored: true });
      else this.end(line.id, line.end);
    }
  }

  /** Takes everything out. */
  takeAll(): QueuedEntry[] {
    const taken = [...this.entries.values()];
    this.entries = new Map();
    this.chars = 0;
    return taken;
  }

  /** Takes out what has ended and what has waited before; leaves the statements that began since. */
  takeSettled(): QueuedEntry[] {
    const all = this.takeAll();
    const isNew = ({ end, mayBeStored, hasWaited }: QueuedEntry) => end === null && !mayBeStored && hasWaited !== true;
    for (const entry of all) if (isNew(entry)) this.put({ ...entry, hasWaited: true });
    return all.filter((entry) => !isNew(entry));
  }

  /** The starts of the statements that wait. */
  get starts(): StartedStatement[] {
    return [...this.entries.values()].flatMap(({ start }) => start ?? []);
  }

  /** Puts back what could not be written, before what came meanwhile. */
  putBack(taken: readonly QueuedEntry[]): void {
    const later = this.takeAll();
    for (const entry of taken) this.put({ ...entry, mayBeStored: true });
    for (const entry of later) {
      const earlier = this.entries.get(entry.id);
      if (earlier === undefined) this.put(entry);
      else this.entries.set(entry.id, { ...earlier, end: entry.end });
    }
  }

  private put(entry: QueuedEntry): void {
    this.entries.set(entry.id, entry);
    this.chars += entry.start?.sql.length ?? 0;
  }
}

/** The end of an entry as it is written; a statement that runs has none yet. */
export function endOf({ end }: QueuedEntry): StatementEnd {
  return end ?? RUNNING;
}
