import { computed, signal } from '@angular/core';

/** Lines that are drawn at first, and with each step: thousands would hold up the page. */
export const LINES_AT_A_TIME = 100;

/** The beginning of a list that can be long, and further lines as they are wanted. */
export class ShownLines<Line> {
  private readonly limit = signal(LINES_AT_A_TIME);
  readonly lines = computed(() => this.all().slice(0, this.limit()));

  constructor(private readonly all: () => readonly Line[]) {}

  hasMore(): boolean {
    return this.all().length > this.limit();
  }

  isLoadingMore(): boolean {
    return false;
  }

  moreProblem(): null {
    return null;
  }

  more(): Promise<void> {
    this.limit.update((limit) => limit + LINES_AT_A_TIME);
    return Promise.resolve();
  }
}
