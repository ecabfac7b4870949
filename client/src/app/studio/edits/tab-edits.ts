import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import type { ChangeItem } from '#libs/api';
import { countStaged, NO_STAGING, parseStaging, stagingText, withoutItems } from '#libs/changes';
import type { StagedCounts, Staging } from '#libs/changes';
import { ClosedTabs, MAX_CLOSED } from '../tabs/closed-tabs';
import { TabsStore } from '../tabs/tabs.store';
import type { StagedText, StudioTab } from '../tabs/studio-tab';

/** A staging as it is held here, with the moment by which the tab knows it. */
interface HeldStaging {
  readonly changedAt: string;
  readonly staging: Staging;
  readonly counts: StagedCounts;
}

/** Items that are in the database by now, with their change set. */
interface SettledItems {
  readonly items: readonly ChangeItem[];
  readonly sentId: string;
}

/** Edits of rows that are staged in tabs, for one connection each. They are kept with the tab; undo and redo are not. */
@Service()
export class TabEdits {
  private readonly tabs = inject(TabsStore);
  private readonly closed = inject(ClosedTabs);
  private readonly held = new Map<string, HeldStaging>();
  /** What of closed tabs is in the database by now. */
  private readonly settledClosed = new Map<string, readonly SettledItems[]>();
  private readonly invalidAsked = signal(0);
  /** Grows whenever the next invalid value is to be shown. */
  readonly showsInvalid = this.invalidAsked.asReadonly();

  /** What is staged in the tab in front. */
  readonly active = computed(() => this.stagingOf(this.tabs.active()));
  readonly counts = computed(() => this.heldOf(this.tabs.active())?.counts ?? countStaged(NO_STAGING));
  /** The connection that the edits of the tab in front are for; null where there are none. */
  readonly connectionId = computed(() => {
    const staged = this.tabs.active()?.staged ?? null;
    const { rows, invalid } = this.counts();
    return rows + invalid > 0 ? (staged?.connectionId ?? null) : null;
  });

  constructor() {
    effect(() => {
      const reopened = this.tabs.tabs().filter(({ id }) => this.settledClosed.has(id));
      untracked(() => reopened.forEach(({ id }) => this.settleReopened(id)));
    });
    effect(() => {
      const ids = new Set([...this.tabs.tabs(), ...this.closed.items().map(({ tab }) => tab)].map(({ id }) => id));
      for (const id of this.held.keys()) if (!ids.has(id)) this.held.delete(id);
    });
  }

  /** What is staged in a tab for a connection. */
  of(tabId: string, connectionId: string | null): Staging {
    const tab = this.tabs.find(tabId) ?? null;
    return tab?.staged?.connectionId === connectionId ? this.stagingOf(tab) : NO_STAGING;
  }

  /** Whether a tab has staged edits for another connection: a change set is for one. */
  isForOther(tabId: string, connectionId: string): boolean {
    const tab = this.tabs.find(tabId) ?? null;
    const { rows, invalid } = this.stagingOf(tab);
    return tab?.staged?.connectionId !== connectionId && rows.size + invalid.size > 0;
  }

  /** Changes what is staged in a tab for a connection. */
  update(tabId: string, connectionId: string, change: (staging: Staging) => Staging): void {
    const before = this.of(tabId, connectionId);
    const staging = change(before);
    if (staging === before) return;
    const last = this.tabs.find(tabId)?.staged?.changedAt ?? '';
    const changedAt = momentBehind(last);
    const counts = countStaged(staging);
    this.held.set(tabId, { changedAt, staging, counts });
    const known = { connectionId, changedAt, count: counts.changes + counts.invalid, sentId: this.sentOf(tabId) };
    this.tabs.stage(tabId, stagedText(known, staging));
  }

  /** The change set that was sent of a tab's edits and not answered, also by another browser; null where there is none. */
  sentOf(tabId: string): string | null {
    return this.tabs.find(tabId)?.staged?.sentId ?? null;
  }

  /** Notes with a tab which change set of its edits is sent; such a note makes the edits no later than others. */
  noteSent(tabId: string, sentId: string): void {
    const staged = this.tabs.find(tabId)?.staged;
    if (staged) this.tabs.stage(tabId, { ...staged, sentId });
  }

  /** Notes that the answer about a change set is known; a note of another one stays. */
  noteAnswered(tabId: string, sentId: string): void {
    const staged = this.tabs.find(tabId)?.staged;
    if (!staged || this.sentOf(tabId) !== sentId) return;
    // Later than the note, and not later than edits of another browser that are not known here.
    const changedAt = momentBehind(staged.changedAt, 0);
    const held = this.held.get(tabId);
    if (held) this.held.set(tabId, { ...held, changedAt });
    this.tabs.stage(tabId, { ...staged, changedAt, sentId: null });
  }

  /**
   * Forgets the edits of a tab that are in the database by now, with what could be undone. Those of a tab that was closed
   * meanwhile are forgotten when it is opened again.
   */
  settle(tabId: string, items: readonly ChangeItem[], sentId: string): void {
    const tab = this.tabs.find(tabId);
    if (tab === undefined) this.settleClosed(tabId, { items, sentId });
    const connectionId = tab?.staged?.connectionId ?? null;
    if (connectionId !== null) this.update(tabId, connectionId, (staging) => withoutItems(staging, items));
    this.noteAnswered(tabId, sentId);
  }

  /** Shows the next invalid value, in the table that has it. */
  showInvalid(): void {
    this.invalidAsked.update((count) => count + 1);
  }

  /** Another browser may open a tab again that can't be here: the items of the latest of those are kept, too. */
  private settleClosed(tabId: string, settled: SettledItems): void {
    const all = [...(this.settledClosed.get(tabId) ?? []), settled];
    this.settledClosed.delete(tabId);
    this.settledClosed.set(tabId, all);
    const gone = [...this.settledClosed.keys()].filter((id) => !this.closed.has(id));
    for (const id of gone.slice(0, -MAX_CLOSED)) this.settledClosed.delete(id);
  }

  private settleReopened(tabId: string): void {
    const all = this.settledClosed.get(tabId) ?? [];
    this.settledClosed.delete(tabId);
    for (const { items, sentId } of all) this.settle(tabId, items, sentId);
  }

  private stagingOf(tab: StudioTab | null): Staging {
    return this.heldOf(tab)?.staging ?? NO_STAGING;
  }

  private heldOf(tab: StudioTab | null): HeldStaging | null {
    if (!tab?.staged) return null;
    const { changedAt } = tab.staged;
    const held = this.held.get(tab.id);
    if (held?.changedAt === changedAt) return held;
    const staging = parseStaging(tab.staged.text) ?? NO_STAGING;
    const read = { changedAt, staging, counts: countStaged(staging) };
    this.held.set(tab.id, read);
    return read;
  }
}

/** Now, and later than another moment; with a `nowMs` of 0 the next one behind that. */
function momentBehind(last: string, nowMs = Date.now()): string {
  return new Date(Math.max(nowMs, (Date.parse(last) || 0) + 1)).toISOString();
}

/** The text is written when it is first read: after a pause, not while an edit waits to be painted. */
function stagedText(known: Omit<StagedText, 'text'>, staging: Staging): StagedText {
  let text: string | null = null;
  return {
    ...known,
    get text() {
      return (text ??= stagingText(staging));
    },
  };
}
