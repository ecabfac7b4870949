import { signal } from '@angular/core';

/** The actions of a page that are under way. One that is started again before it has ended is not performed twice. */
export class BusyActions<A extends string = string> {
  private readonly running = signal<ReadonlySet<A>>(new Set());

  /** Whether an action is under way; read as a signal. */
  isBusy(action: A): boolean {
    return this.running().has(action);
  }

  /** Performs an action; undefined where it is under way already. Rejects with what the work rejects with. */
  async run<T>(action: A, work: () => Promise<T>): Promise<T | undefined> {
    if (this.isBusy(action)) return undefined;
    this.running.update((running) => new Set([...running, action]));
    try {
      return await work();
    } finally {
      this.running.update((running) => new Set([...running].filter((other) => other !== action)));
    }
  }
}
