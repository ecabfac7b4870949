import { computed, signal } from '@angular/core';
import { ApiProblem } from './api-problem';

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
  private requests = 0;

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

  /** Reads it; an answer that was overtaken by a newer request is dropped. */
  async load(): Promise<void> {
    const request = ++this.requests;
    const question = JSON.stringify(this.question());
    if (question !== this.asked()) this.failure.set(null);
    this.asked.set(question);
    try {
      const value = await this.read();
      if (request === this.requests) this.take(value, question);
    } catch (error) {
      if (request === this.requests) this.fail(ApiProblem.from(error));
    }
  }

  /** Changes what is in sight, as after an action whose answer contains it. */
  update(change: (value: T) => T): void {
    this.known.update((value) => (value === null ? value : change(value)));
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
