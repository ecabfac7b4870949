import { Service, signal } from '@angular/core';
import type { TemplateRef } from '@angular/core';

export interface StatusSlotEntry {
  side: 'left' | 'right';
  template: TemplateRef<unknown>;
}

/** What the area on the page adds to the status bar. */
@Service()
export class StatusSlots {
  private readonly filled = signal<readonly StatusSlotEntry[]>([]);
  readonly entries = this.filled.asReadonly();

  /** Adds an entry; the answer takes it out again. */
  add(entry: StatusSlotEntry): () => void {
    this.filled.update((entries) => [...entries, entry]);
    return () => this.filled.update((entries) => entries.filter((other) => other !== entry));
  }
}
