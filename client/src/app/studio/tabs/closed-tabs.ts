import { Service, signal } from '@angular/core';
import type { StudioTab } from './studio-tab';

/** A tab that was closed, and where it stood. */
export interface ClosedTab {
  readonly tab: StudioTab;
  readonly index: number;
}

/** So many closed tabs can be opened again. */
export const MAX_CLOSED = 20;

/** The tabs that can be opened again, the one closed last at the end. */
@Service()
export class ClosedTabs {
  private readonly closed = signal<readonly ClosedTab[]>([]);

  readonly items = this.closed.asReadonly();

  /** Whether a tab can be opened again. */
  has(id: string): boolean {
    return this.closed().some(({ tab }) => tab.id === id);
  }

  add(closed: ClosedTab): void {
    this.closed.update((all) => [...all, closed].slice(-MAX_CLOSED));
  }

  remove(closed: ClosedTab): void {
    this.closed.update((all) => all.filter((one) => one !== closed));
  }
}
