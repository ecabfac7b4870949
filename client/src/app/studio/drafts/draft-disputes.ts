import { signal } from '@angular/core';
import type { Draft } from '#libs/api';

/** Tabs whose text is not the server's: changed in two browsers, or refused by the server. */
export class DraftDisputes {
  private readonly disputed = signal<ReadonlyMap<string, Draft>>(new Map());
  private readonly refused = signal<ReadonlyMap<string, string>>(new Map());
  /** Tabs that were changed here and in another browser, each with the other text. */
  readonly conflicts = this.disputed.asReadonly();
  /** Why the server does not store a tab, by tab. */
  readonly refusals = this.refused.asReadonly();

  has(id: string): boolean {
    return this.disputed().has(id);
  }

  /** The other browser's text of a tab in conflict. */
  otherText(id: string): Draft | undefined {
    return this.disputed().get(id);
  }

  begin(id: string, theirs: Draft): void {
    this.disputed.update((all) => new Map(all).set(id, theirs));
  }

  /** Ends a tab's conflict and forgets why it was refused. */
  settle(id: string): void {
    this.disputed.update((all) => new Map([...all].filter(([other]) => other !== id)));
    this.refuse(id, null);
  }

  /** Notes why the server does not store a tab; null where it does. */
  refuse(id: string, reason: string | null): void {
    if ((this.refused().get(id) ?? null) === reason) return;
    const others = [...this.refused()].filter(([other]) => other !== id);
    this.refused.set(new Map(reason === null ? others : [...others, [id, reason]]));
  }
}
