import { DestroyRef, effect, inject, Service, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { Draft, DraftList } from '#libs/api';
import { KeyedMutex } from '#libs/async';
import type { EventMap } from '#libs/events';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ApiProblem } from '../../shared/http/api-problem';
import { LiveEvents } from '../../shared/http/live-events';
import { ServerState } from '../../shared/http/server-state';
import { DraftClosing } from './draft-closing';
import { DraftDisputes } from './draft-disputes';
import { DraftMerger } from './draft-merger';
import { DraftRecords } from './draft-records';
import { DraftSender } from './draft-sender';
import type { SendOptions } from './draft-sender';
import { DraftTimers } from './draft-timers';
import { DraftsApi } from './drafts-api';
import { frontOf } from './front-tab';
import { noteAgreed } from './note-agreed';
import { watchPageVisits } from './page-visits';
import { OlderCopies } from '../tabs/older-copies';
import { holdsWork } from '../tabs/studio-tab';
import type { StudioTab } from '../tabs/studio-tab';
import { recordOf, stagingOf, tabOf } from './tab-draft';
import { TabsStorage } from '../tabs/tabs-storage';
import { TabsStore } from '../tabs/tabs.store';

/** Coming back to the page twice within this time asks once. */
const REFRESH_EVERY_MS = 2_000;

/**
 * Keeps the tabs on the server, a moment after each pause in typing, and brings those of other browsers here. The
 * browser's own storage stays first: nothing waits for the server, and nothing is lost while it is away.
 */
@Service()
export class DraftSync {
  private readonly tabs = inject(TabsStore);
  private readonly storage = inject(TabsStorage);
  private readonly records = inject(DraftRecords);
  private readonly api = inject(DraftsApi);
  private readonly server = inject(ServerState);
  private readonly connections = inject(ConnectionsStore);
  private readonly timers = new DraftTimers((id) => this.send(id));
  /** By tab. */
  private readonly work = new KeyedMutex();
  private readonly disputes = new DraftDisputes();
  private readonly closing = new DraftClosing({
    records: this.records,
    api: this.api,
    work: this.work,
    isOpen: (id) => this.isOpen(id),
    onClosed: () => this.sendRefused(),
  });
  private readonly older = inject(OlderCopies);
  private readonly shared = {
    tabs: this.tabs,
    older: this.older,
    records: this.records,
    timers: this.timers,
    disputes: this.disputes,
  } as const;
  private readonly merger = new DraftMerger({ ...this.shared, send: (id, options) => this.send(id, options) });
  private readonly sender = new DraftSender({
    ...this.shared,
    api: this.api,
    work: this.work,
    onConflict: (tab, draft) => this.merger.merge(tab, draft, draft === undefined),
  });
  private readonly seen = new Map<string, StudioTab>();
  private readonly closedHere = new Set<string>();
  /** The connection that the page was opened at; the tab in front is then one of it. */
  private readonly askedConnectionId = new URL(location.href).searchParams.get('connection');
  private refreshedAtMs = 0;
  private isMerged = false;
  /** A key or a button was pressed since the page was opened: the tab in front stays. */
  private hasBegun = false;

  /** Tabs that were changed here and in another browser, each with the other text. */
  readonly conflicts = this.disputes.conflicts;
  /** Why the server does not store a tab, by tab. */
  readonly refusals = this.disputes.refusals;

  constructor() {
    effect(() => {
      const tabs = this.tabs.tabs();
      untracked(() => this.follow(tabs));
    });
    effect(() => {
      const isReady = this.connections.state() !== 'loading' && this.server.isReachable();
      if (isReady) untracked(() => void this.refresh());
    });
    inject(LiveEvents)
      .on('studio.tab_changed')
      .pipe(takeUntilDestroyed())
      .subscribe((event) => this.takeEvent(event));
    this.watchPage();
    const listening = new AbortController();
    window.addEventListener('storage', (event) => this.takeNote(event), { signal: listening.signal });
    inject(DestroyRef).onDestroy(() => listening.abort());
  }

  /** Reads what the server has and brings both sides together. */
  async refresh(): Promise<void> {
    this.refreshedAtMs = Date.now();
    const busy = new Set(this.work.busyKeys);
    const versions = new Map(this.tabs.tabs().map(({ id }) => [id, this.records.read(id)?.version]));
    for (const id of this.records.closedIds()) if (!this.isOpen(id)) this.closing.close(id);
    try {
      const list = await this.api.list();
      // What was written while the list was on its way is newer than the list.
      const isStale = (id: string): boolean =>
        busy.has(id) || this.work.isBusy(id) || versions.get(id) !== this.records.read(id)?.version;
      this.merge(list, isStale);
    } catch {
      // Every tab is in this browser, too; the next pause in typing, or the server's return, tries again.
    }
  }

  /** Puts the text of this browser over the other one. */
  keepMine(id: string): void {
    const theirs = this.disputes.otherText(id);
    if (!theirs) return;
    this.older.settle(id);
    const isUnkept = this.tabs.isUnkept(id);
    noteAgreed(this.shared, id, recordOf(theirs, theirs.version), { isUnkept, hasText: false });
    this.disputes.settle(id);
    this.send(id);
  }

  /** Puts the other browser's text into the tab; the editor's Undo still has this one. */
  takeTheirs(id: string): void {
    const theirs = this.disputes.otherText(id);
    if (!theirs) return;
    this.merger.take(id, theirs);
  }

  /**
   * Sends what the server does not have of a tab, then reads and merges what the server has of it; null for no draft.
   * Rejects with an ApiProblem where it cannot be read.
   */
  async synchronize(id: string): Promise<Draft | null> {
    await this.sender.send(id);
    return this.work.runExclusive(id, () => this.sender.read(id));
  }

  /** Whether the server takes the staged edits of a tab. */
  canHaveEdits(id: string): boolean {
    const staged = this.tabs.find(id)?.staged ?? null;
    return !this.refusals().has(id) && stagingOf(staged) !== null;
  }

  /** Sends at once what waits. */
  flush(isLeaving = false): void {
    for (const id of this.timers.takeAll()) this.send(id, { isLeaving });
  }

  private watchPage(): void {
    watchPageVisits({
      onLeave: () => this.flush(true),
      onReturn: () => {
        if (Date.now() - this.refreshedAtMs > REFRESH_EVERY_MS) void this.refresh();
      },
      onFirstInput: () => void (this.hasBegun = true),
      // Texts that neither the browser nor the server has room for.
      isClosingLossy: () => [...this.refusals().keys()].some((id) => this.tabs.isUnkept(id)),
    });
    inject(DestroyRef).onDestroy(() => this.timers.takeAll());
  }

  private follow(tabs: readonly StudioTab[]): void {
    const openIds = new Set(tabs.map(({ id }) => id));
    for (const id of [...this.seen.keys()]) if (!openIds.has(id)) this.noteClosed(id);
    for (const tab of tabs) {
      const before = this.seen.get(tab.id);
      this.seen.set(tab.id, tab);
      if (before === tab) continue;
      if (!before) this.noteOpened(tab.id);
      if (before || this.isMerged) this.timers.start(tab.id);
    }
  }

  private noteOpened(id: string): void {
    this.closedHere.delete(id);
    const record = this.records.read(id);
    if (!record?.isClosed) return;
    const { version, mark, labels, cursor } = record;
    this.records.write(id, { version, mark, labels, cursor });
  }

  private noteClosed(id: string): void {
    this.seen.delete(id);
    this.timers.stop(id);
    this.closedHere.add(id);
    const wasDisputed = this.disputes.has(id);
    this.disputes.settle(id);
    const record = this.records.read(id);
    // A text that was never seen here is not thrown away with the tab that it was disputed with.
    if (wasDisputed || (record === null && !this.work.isBusy(id))) this.records.remove(id);
    else this.closing.close(id);
  }

  /** Another browser has written or closed a tab. Windows of this browser share its records and its storage. */
  private takeEvent({ tab_id: id, version, writer }: EventMap['studio.tab_changed']): void {
    if (version === null) this.sendRefused();
    const isKnown = version !== null && this.records.read(id)?.version === version;
    if (this.isMerged && writer !== this.records.writer && !isKnown)
      void this.work.runExclusive(id, () => this.catchUp(id));
  }

  /** Another window has sent a text that is later than this window's, and that it could not hand over. */
  private takeNote(event: StorageEvent): void {
    const notedId = this.older.notedBy(event);
    if (notedId !== null && this.isOpen(notedId)) this.older.noteOlder(notedId);
    const tab = this.tabs.find(notedId ?? this.records.agreedBy(event) ?? '');
    if (!tab || this.older.of(tab, this.records.read(tab.id)) === null) return;
    void this.work.runExclusive(tab.id, () => this.sender.readConflict(tab.id));
  }

  private async catchUp(id: string): Promise<void> {
    const draft = await this.api.get(id).catch((error: unknown) => ApiProblem.from(error));
    const tab = this.tabs.find(id);
    if (draft instanceof ApiProblem) {
      if (tab && draft.code === 'tab-not-found') this.merger.merge(tab, undefined, true);
    } else if (tab) {
      if (this.records.read(id)?.version !== draft.version) this.merger.merge(tab, draft, false);
    } else if (!this.storage.has(id) && this.records.read(id)?.isClosed !== true) {
      this.addTab(draft);
    }
  }

  private addTab(draft: Draft): void {
    this.closedHere.delete(draft.id);
    this.noteAdded(draft);
    this.tabs.add([tabOf(draft)]);
  }

  private noteAdded(draft: Draft): void {
    noteAgreed(this.shared, draft.id, recordOf(draft, draft.version), { isUnkept: true, hasText: false });
  }

  private merge({ items, closed_ids: closedIds }: DraftList, isStale: (id: string) => boolean): void {
    const [closed, drafts] = [new Set(closedIds), new Map(items.map((draft) => [draft.id, draft]))];
    const isFirst = !this.isMerged;
    this.isMerged = true;
    for (const tab of this.tabs.tabs()) {
      const draft = drafts.get(tab.id);
      if (!isStale(tab.id)) this.merger.merge(tab, draft, closed.has(tab.id));
    }
    const others = items.filter(({ id }) => !this.isOpen(id) && !this.isKnownHere(id));
    for (const draft of others) this.noteAdded(draft);
    this.tabs.add(others.map(tabOf));
    if (isFirst) this.chooseFront(others);
  }

  /**
   * A browser that was empty shows what was worked on last in place of its blank tab, unless it is in use already:
   * the next key would change another text than the one on screen, or a tab that is gone.
   */
  private chooseFront(others: readonly Draft[]): void {
    const blank = this.tabs.active();
    if (!blank || holdsWork(blank) || this.records.read(blank.id)) return;
    const isAlone = this.tabs.tabs().length === others.length + 1;
    const front = this.hasBegun || !isAlone ? null : frontOf(others, this.askedConnectionId);
    if (!front) return;
    this.tabs.activate(front.id);
    this.tabs.close(blank.id);
  }

  private send(id: string, options?: SendOptions): void {
    void this.sender.send(id, options);
  }

  /** A tab was closed: the server may have room now for those that it refused. */
  private sendRefused(): void {
    for (const id of this.refusals().keys()) this.timers.start(id);
  }

  private isOpen(id: string): boolean {
    return this.tabs.find(id) !== undefined;
  }

  /** Closed in this browser, or open in another of its windows. */
  private isKnownHere(id: string): boolean {
    return this.closedHere.has(id) || this.records.read(id)?.isClosed === true || this.storage.has(id);
  }
}
