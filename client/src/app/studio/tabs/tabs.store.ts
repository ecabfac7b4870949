import { computed, DestroyRef, inject, Service, signal } from '@angular/core';
import { hasMark, textMark } from '#libs/drafts';
import { newId } from '../../shared/ids/new-id';
import { OlderCopies } from './older-copies';
import { apartOf, EDITOR_SHARE, isDirtyText, isSameFileLink, isUnused, neighbourOf, nextTabNumber } from './studio-tab';
import type { FileLink, LastRun, SavedLink, StagedText, StudioTab } from './studio-tab';
import { TabsStorage } from './tabs-storage';

/** How long a person may type before the text is kept, in milliseconds. */
const SAVE_AFTER_MS = 300;

/** What a new tab may start with. */
export interface NewTab {
  readonly sql?: string;
  readonly title?: string | null;
  readonly connectionId?: string | null;
  readonly saved?: SavedLink;
  readonly file?: FileLink;
}

/** A tab of another browser; its number is null where that browser sent none. */
export type AddedTab = Omit<StudioTab, 'number'> & { readonly number: number | null };

/** The studio's tabs: which are open, which is active, what each holds. Every change is kept in the browser. */
@Service()
export class TabsStore {
  private readonly storage = inject(TabsStorage);
  private readonly older = inject(OlderCopies);
  private readonly openTabs = signal<readonly StudioTab[]>([]);
  private readonly frontId = signal<string | null>(null);
  private readonly unkeptIds = signal<ReadonlySet<string>>(new Set());
  private readonly closedIds = signal<ReadonlySet<string>>(new Set());
  private readonly unsavedIds = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reportTyped: (() => void) | null = null;

  readonly tabs = this.openTabs.asReadonly();
  readonly activeId = this.frontId.asReadonly();
  readonly active = computed(() => this.openTabs().find((tab) => tab.id === this.frontId()) ?? null);
  /** The tabs that were closed in this window; a tab of another window is merely not open here. */
  readonly closed = this.closedIds.asReadonly();
  /** Tabs whose text the browser has no room to keep across a reload. */
  readonly unkept = this.unkeptIds.asReadonly();

  constructor() {
    this.restore();
    const stopListening = this.storage.onOtherWindow((tab) => this.takeOver(tab));
    const flush = (): void => {
      this.takeTyped();
      this.flush();
    };
    window.addEventListener('pagehide', flush);
    inject(DestroyRef).onDestroy(() => {
      stopListening();
      window.removeEventListener('pagehide', flush);
      this.flush();
    });
  }

  /** Opens a tab at the end of the strip, makes it active and answers its id. */
  open({
    sql = '',
    title = null,
    connectionId = this.active()?.connectionId ?? null,
    saved,
    file,
  }: NewTab = {}): string {
    const id = newId();
    const number = nextTabNumber(this.openTabs());
    const isDirty = sql.trim() !== '';
    const tab: StudioTab = {
      ...{ id, title, number, sql, connectionId, isDirty },
      cursor: 0,
      editorShare: EDITOR_SHARE,
      lastRun: null,
      ...(saved ? { saved } : {}),
      ...(file ? { file } : {}),
    };
    this.openTabs.update((tabs) => [...tabs, tab]);
    this.frontId.set(id);
    this.save(id);
    this.saveOrder();
    return id;
  }

  /** Closes a tab; the strip is never empty, so closing the last one opens a fresh one on the same connection. */
  close(id: string): void {
    const tabs = this.openTabs();
    const closing = tabs.find((tab) => tab.id === id);
    if (!closing) return;
    const next = neighbourOf(
      tabs.map((tab) => tab.id),
      id,
    );
    this.noteClosed(id, true);
    this.unsavedIds.delete(id);
    this.openTabs.set(tabs.filter((tab) => tab.id !== id));
    this.storage.removeTab(id);
    this.older.forget(id);
    if (this.frontId() === id) this.frontId.set(next);
    if (next === null) this.open({ connectionId: closing.connectionId });
    else this.saveOrder();
  }

  /** The open tab with this id; undefined where none has it. */
  find(id: string): StudioTab | undefined {
    return this.openTabs().find((tab) => tab.id === id);
  }

  /** Puts a closed tab back where it was. */
  reopen(tab: StudioTab, index: number): void {
    this.noteClosed(tab.id, false);
    this.openTabs.update((tabs) => [...tabs.slice(0, index), tab, ...tabs.slice(index)]);
    this.frontId.set(tab.id);
    this.save(tab.id);
    this.saveOrder();
  }

  /**
   * Adds tabs of another browser behind those that are open, without bringing one to the front. They keep their numbers;
   * an unused tab of this browser takes another one.
   */
  add(tabs: readonly AddedTab[]): void {
    const taken = new Set(tabs.map(({ number }) => number));
    for (const { number, ...tab } of tabs) {
      this.noteClosed(tab.id, false);
      this.openTabs.update((open) => [...open, { ...tab, number: number ?? nextTabNumber(open) }]);
      this.save(tab.id);
    }
    this.openTabs.update((open) =>
      open.map((tab) => (isUnused(tab) && taken.has(tab.number) ? { ...tab, number: nextTabNumber(open) } : tab)),
    );
    this.saveOrder();
  }

  /** Takes what another browser made of a tab; its text is compared with the last run. */
  take(id: string, change: Partial<StudioTab>): void {
    this.patch(id, change);
    if (change.sql !== undefined) this.older.settle(id);
    const tab = this.find(id);
    if (tab) this.setText(id, tab.sql);
  }

  /** Ties a tab to the saved query it holds, under the query's name, or unties it. */
  link(id: string, saved: SavedLink | null, title?: string): void {
    this.patch(id, title === undefined ? { saved } : { saved, title });
  }

  /** Ties a tab to the file it holds, or unties it. */
  linkFile(id: string, file: FileLink | null): void {
    if (!isSameFileLink(this.find(id)?.file ?? null, file)) this.patch(id, { file });
  }

  /** Keeps the edits of rows that are staged in a tab. */
  stage(id: string, staged: StagedText): void {
    this.patch(id, { staged });
  }

  /** Brings a tab to the front. */
  activate(id: string): void {
    if (!this.openTabs().some((tab) => tab.id === id)) return;
    this.frontId.set(id);
    this.saveOrder();
  }

  /** Puts a tab at another place in the strip, from 0. */
  move(id: string, index: number): void {
    const tab = this.openTabs().find((candidate) => candidate.id === id);
    if (!tab) return;
    const others = this.openTabs().filter((candidate) => candidate !== tab);
    this.openTabs.set(others.toSpliced(Math.min(Math.max(index, 0), others.length), 0, tab));
    this.saveOrder();
  }

  /** Takes what was typed. */
  setText(id: string, sql: string): void {
    this.patch(id, { sql, isDirty: isDirtyText(sql, this.find(id)?.lastRun ?? null) });
  }

  /** Names who has typed text that is not in its tab yet, until the returned function is called. */
  typedIn(report: () => void): () => void {
    this.reportTyped = report;
    return () => {
      if (this.reportTyped === report) this.reportTyped = null;
    };
  }

  /** Brings what was typed into its tab; for before a text from elsewhere is compared with it. */
  takeTyped(): void {
    this.reportTyped?.();
  }

  /** Remembers where the cursor stands. */
  setCursor(id: string, cursor: number): void {
    this.patch(id, { cursor });
  }

  /** Moves a tab to another connection. */
  setConnection(id: string, connectionId: string): void {
    this.patch(id, { connectionId });
  }

  /** Gives the editor a share of the tab's height, in percent. */
  setEditorShare(id: string, editorShare: number): void {
    this.patch(id, { editorShare });
  }

  /** Names a tab; an empty name gives it back to the text. */
  rename(id: string, title: string): void {
    this.patch(id, { title: title.trim() === '' ? null : title.trim().slice(0, 80) });
  }

  /** Notes that the tab's text was sent to its connection: as it stands, or the one with a mark. */
  markRun(id: string, lastRun: Omit<LastRun, 'mark'>, mark?: string): void {
    const tab = this.find(id);
    if (!tab) return;
    const ran = { ...lastRun, mark: mark ?? textMark(tab.sql) };
    this.patch(id, { lastRun: ran, isDirty: !hasMark(tab.sql, ran.mark) });
  }

  /** Notes how many rows the last run gave, once known. */
  setRowCount(id: string, rowCount: number | null): void {
    const lastRun = this.find(id)?.lastRun;
    if (lastRun && lastRun.rowCount !== rowCount) this.patch(id, { lastRun: { ...lastRun, rowCount } });
  }

  /** Whether the browser has no room for a tab as it is now. */
  isUnkept(id: string): boolean {
    this.flush();
    return this.unkeptIds().has(id);
  }

  /** Writes at once what waits to be kept. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const id of this.unsavedIds) {
      const tab = this.find(id);
      if (tab) this.noteKept(tab, this.storage.saveTab(tab));
    }
    this.unsavedIds.clear();
  }

  private restore(): void {
    const { tabs, activeId } = this.storage.load();
    this.openTabs.set(tabs);
    for (const tab of tabs) this.older.noteRead(tab);
    this.frontId.set(tabs.some((tab) => tab.id === activeId) ? activeId : (tabs[0]?.id ?? null));
    if (tabs.length === 0) this.open();
  }

  private takeOver(tab: StudioTab): void {
    this.takeTyped();
    const mine = this.find(tab.id);
    if (!mine || this.unkeptIds().has(tab.id)) return;
    const isUnsaved = this.unsavedIds.has(tab.id);
    const isTyped = isUnsaved && this.older.isTyped(mine);
    // What is typed here is kept next: a text that was typed there meanwhile goes on in a tab of its own.
    if (isTyped && this.older.isNews(tab) && tab.sql !== mine.sql) this.add([apartOf(tab)]);
    if (isTyped) return;
    // A cursor or a run may wait to be kept, too.
    this.replace(tab.id, () => (isUnsaved ? { ...mine, sql: tab.sql, isDirty: tab.isDirty } : tab));
    this.older.noteRead(tab);
  }

  private patch(id: string, change: Partial<StudioTab>): void {
    this.replace(id, (tab) => ({ ...tab, ...change }));
    this.save(id);
  }

  private replace(id: string, change: (tab: StudioTab) => StudioTab): void {
    this.openTabs.update((tabs) => tabs.map((tab) => (tab.id === id ? change(tab) : tab)));
  }

  private save(id: string): void {
    this.unsavedIds.add(id);
    this.timer ??= setTimeout(() => this.flush(), SAVE_AFTER_MS);
  }

  private saveOrder(): void {
    this.storage.saveOrder(
      this.openTabs().map((tab) => tab.id),
      this.frontId(),
      this.closedIds(),
    );
  }

  private noteClosed(id: string, isClosed: boolean): void {
    this.closedIds.update((ids) => new Set([...[...ids].filter((other) => other !== id), ...(isClosed ? [id] : [])]));
  }

  private noteKept({ id, sql }: StudioTab, isKept: boolean): void {
    if (isKept) this.older.noteKept({ id, sql });
    if (this.unkeptIds().has(id) !== isKept) return;
    this.unkeptIds.update((ids) => new Set(isKept ? [...ids].filter((other) => other !== id) : [...ids, id]));
  }
}
