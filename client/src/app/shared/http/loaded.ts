import { computed, signal } from '@angular/core';
import { ApiProblem } from './api-problem';
import { ReadingLimit } from './reading-limit';

/** A reading under way. */
interface Reading {
  readonly question: string;
  readonly done: Promise<void>;
  readonly end: (follower?: Promise<void>) => void;
  /** The reading that follows, requested while this one was pending. */
  next: Promise<void> | null;
  /** A newer reading began before its answer, which is dropped. */
  isOvertaken: boolean;
}

/**
 * Something read from the server: its last value, or why it could not be read. The value stays in sight while it is read
 * again. Where reading depends on a question, such as a filter, the value of another question is dropped when reading fails.
 */
export class Loaded<T> {
  private readonly known = signal<T | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly asked = signal('');
  /** The question that the value answers. */
  private readonly answered = signal('');
  private reading: Reading | null = null;
  private readonly limit = new ReadingLimit();

  readonly value = this.known.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly state = computed(() => (this.known() !== null ? 'ready' : this.failure() ? 'failed' : 'loading'));
  /** The value in sight could not be read again. */
  readonly isOutdated = computed(() => this.known() !== null && this.failure() !== null);
  /** The value in sight answers the question before; the answer to the new one is on its way. */
  readonly isSuperseded = computed(() => this.known() !== null && this.answered() !== this.asked());

  /** `question` returns what `read` depends on; questions that are equal as JSON are the same. */
  constructor(
    private readonly read: () => Promise<T>,
    private readonly question: () => unknown = () => null,
  ) {}

  /**
   * Reads it, and resolves when an answer that is not older than this call is in sight. While the same question is pending,
   * calls are gathered into one reading that follows; another question starts at once, and the pending answer is dropped.
   * A reading that is pending for longer than 30 s, or longer where that happened before, is overtaken too.
   */
  load(): Promise<void> {
    const question = JSON.stringify(this.question());
    const pending = this.reading;
    if (pending?.question !== question || this.limit.overtakes()) return this.begin(question);
    return (pending.next ??= pending.done.then(() => (pending.isOvertaken ? undefined : this.load())));
  }

  /** Changes what is in sight, as after an action whose answer contains it; a pending reading, which is older, begins anew. */
  update(change: (value: T) => T): void {
    this.known.update((value) => (value === null ? value : change(value)));
    if (this.reading !== null) void this.begin(JSON.stringify(this.question()));
  }

  /** Starts a reading; what waits for the pending one waits for this one instead. */
  private begin(question: string): Promise<void> {
    if (question !== this.asked()) this.failure.set(null);
    this.asked.set(question);
    const overtaken = this.reading;
    let end: Reading['end'] = () => undefined;
    const done = new Promise<void>((resolve) => (end = resolve));
    const reading: Reading = { question, done, end, next: null, isOvertaken: false };
    this.reading = reading;
    if (overtaken !== null) {
      overtaken.isOvertaken = true;
      overtaken.end(done);
    }
    this.limit.start();
    void this.answer(reading);
    return done;
  }

  private async answer(reading: Reading): Promise<void> {
    try {
      const value = await this.read();
      if (this.reading === reading) this.take(value, reading.question);
    } catch (error) {
      if (this.reading === reading) this.fail(ApiProblem.from(error));
    }
    if (this.reading !== reading) return;
    this.reading = null;
    this.limit.reset();
    reading.end();
  }

  private take(value: T, question: string): void {
    this.failure.set(null);
    this.answered.set(question);
    this.known.set(value);
  }

  private fail(problem: ApiProblem): void {
    if (this.isSuperseded()) this.known.set(null);
    this.failure.set(problem);
  }
}
