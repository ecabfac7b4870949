import { computed, signal } from '@angular/core';
import { ApiProblem } from './api-problem';

/** Something read from the server: what it was last, or why it could not be read. Read again, it stays in sight. */
export class Loaded<T> {
  private readonly known = signal<T | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private asked = 0;

  readonly value = this.known.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly state = computed(() => (this.known() !== null ? 'ready' : this.failure() ? 'failed' : 'loading'));

  constructor(private readonly read: () => Promise<T>) {}

  /** Reads it; an answer that was overtaken by a newer request is dropped. */
  async load(): Promise<void> {
    const asked = ++this.asked;
    try {
      const value = await this.read();
      if (asked === this.asked) this.take(value);
    } catch (error) {
      if (asked === this.asked) this.failure.set(ApiProblem.from(error));
    }
  }

  /** Changes what is in sight, as after an action whose answer says it. */
  update(change: (value: T) => T): void {
    this.known.update((value) => (value === null ? value : change(value)));
  }

  private take(value: T): void {
    this.failure.set(null);
    this.known.set(value);
  }
}
