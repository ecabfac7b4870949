import { computed, inject, Service, signal } from '@angular/core';
import type { Run, RunRequest, RunSession, StudioSession } from '#libs/api';
import type { EventMap } from '#libs/events';
import { lossMessage, rolledBackMessage } from '#libs/sessions';
import { ApiProblem } from '../../shared/http/api-problem';
import { BusyActions } from '../../shared/http/busy-actions';
import { secondsText } from '../../shared/time/time-text';
import { Toasts } from '../../shared/ui/toast/toasts';
import { SessionMemory } from './session-memory';
import { SessionsApi } from './sessions-api';
import { TabsStore } from '../tabs/tabs.store';

/** What a tab says of its session: that its transaction ends soon, or what is gone. */
export interface SessionNote {
  readonly kind: 'expiring' | 'gone';
  readonly text: string;
}

/** The database session of each tab: a tab's runs share one on each connection. The tab's id is the session's. */
@Service()
export class SessionsStore {
  private readonly api = inject(SessionsApi);
  private readonly memory = inject(SessionMemory);
  private readonly tabs = inject(TabsStore);
  private readonly toasts = inject(Toasts);
  private readonly sessions = signal<ReadonlyMap<string, RunSession>>(new Map());
  private readonly notes = signal<ReadonlyMap<string, SessionNote>>(new Map());
  private readonly actions = new BusyActions();
  private readonly usedTabIds = new Set<string>();
  /** The number of the latest change of each key: a list that was asked for before it does not know it. */
  private readonly changedAt = new Map<string, number>();
  private changes = 0;
  private loads = 0;
  private loaded = 0;

  private readonly activeKey = computed(() => {
    const tab = this.tabs.active();
    return tab?.connectionId ? keyOf(tab.id, tab.connectionId) : '';
  });
  /** The session of the tab in front on its connection, null when it has none. */
  readonly active = computed(() => this.sessions().get(this.activeKey()) ?? null);
  /** What the tab in front has to say of its session. */
  readonly activeNote = computed(() => this.notes().get(this.activeKey()) ?? null);

  /** The ids of the tabs with a transaction on any connection. */
  readonly inTransaction = computed<ReadonlySet<string>>(
    () => new Set(this.tabs.tabs().flatMap(({ id }) => (this.hasTransaction(id) ? [id] : []))),
  );

  /** What a run of a tab sends, so that it joins the tab's session, and no other one than it counts on. */
  requestFields(tabId: string, connectionId: string): Pick<RunRequest, 'session_id' | 'session_opened_at'> {
    this.usedTabIds.add(tabId);
    const known = this.memory.find(tabId);
    const isExpected = known?.connectionId === connectionId;
    return { session_id: tabId, ...(isExpected ? { session_opened_at: known.openedAt } : {}) };
  }

  /** Takes what a run of a tab says of the session; one that has no session yet says nothing. */
  noteRun(tabId: string, run: Run | null): void {
    if (run === null || (run.status === 'running' && run.session === null)) return;
    this.set(tabId, run.connection_id, run.session);
    this.note(tabId, run.connection_id, null);
  }

  /** Takes what the workbench reports of a tab's session. */
  take({ session_id: tabId, connection_id, change, session, message }: EventMap['studio.session_changed']): void {
    if (!this.tabs.tabs().some((tab) => tab.id === tabId)) return;
    this.set(tabId, connection_id, session);
    if (change === 'expiring' && session?.expires_at) this.note(tabId, connection_id, expiring(session.expires_at));
    else if (message !== null) this.note(tabId, connection_id, { kind: 'gone', text: message });
    else if (change === 'changed') this.note(tabId, connection_id, null);
  }

  /** Reads which sessions are there, and notes what happened while nothing could be reported. */
  async load(): Promise<void> {
    const [turn, since] = [++this.loads, this.changes];
    let listed: StudioSession[];
    try {
      ({ items: listed } = await this.api.list());
    } catch {
      return;
    }
    if (turn < this.loaded) return;
    this.loaded = turn;
    // What changed since the list was asked for is newer than the list.
    const isNewer = (key: string): boolean => (this.changedAt.get(key) ?? 0) > since;
    const items = listed.filter(({ id, connection_id }) => !isNewer(keyOf(id, connection_id)));
    this.sessions.update((before) => {
      const newer = [...before].filter(([key]) => isNewer(key));
      return new Map([...newer, ...items.map((one): [string, RunSession] => [keyOf(one.id, one.connection_id), one])]);
    });
    for (const { id } of this.tabs.tabs()) this.compare(id, items, isNewer);
    for (const { id, connection_id, is_expiring: isExpiring, expires_at: expiresAt } of items) {
      if (isExpiring && expiresAt !== null) this.note(id, connection_id, expiring(expiresAt));
    }
  }

  /** True while a tab has a transaction on any connection. */
  hasTransaction(tabId: string): boolean {
    return [...this.sessions()].some(([key, { transaction }]) => isOf(key, tabId) && transaction !== 'none');
  }

  /** Commits, rolls back or keeps open what the tab in front has; what the database refuses is reported. */
  async act(action: 'commit' | 'rollback' | 'keep', tab = this.tabs.active()): Promise<void> {
    const { id = null, connectionId = null } = tab ?? {};
    if (id !== null && connectionId !== null)
      await this.actions.run(`${id} ${connectionId}`, () => this.perform(action, id, connectionId));
  }

  private async perform(action: 'commit' | 'rollback' | 'keep', tabId: string, connectionId: string): Promise<void> {
    try {
      const session = await this.api.act(tabId, connectionId, action);
      this.set(tabId, connectionId, session);
      this.note(tabId, connectionId, null);
      if (action === 'commit') this.toasts.show({ tone: 'success', title: 'Transaction committed' });
      if (action === 'rollback') this.toasts.show({ tone: 'neutral', title: 'Transaction rolled back' });
    } catch (error) {
      const { title, detail } = ApiProblem.from(error);
      this.toasts.show({ tone: 'danger', title, text: detail });
      await this.load();
    }
  }

  /** Takes the note of the tab in front away. */
  dismiss(): void {
    this.notes.update((notes) => without(notes, (key) => key === this.activeKey()));
  }

  /** Ends the sessions of a closed tab. */
  close(tabId: string): void {
    const isKnown = this.usedTabIds.delete(tabId) || [...this.sessions().keys()].some((key) => isOf(key, tabId));
    this.memory.forget(tabId);
    for (const key of this.sessions().keys()) if (isOf(key, tabId)) this.changedAt.set(key, ++this.changes);
    this.sessions.update((sessions) => without(sessions, (key) => isOf(key, tabId)));
    this.notes.update((notes) => without(notes, (key) => isOf(key, tabId)));
    if (isKnown) void this.api.remove(tabId).catch(() => undefined);
  }

  private compare(tabId: string, items: readonly StudioSession[], isNewer: (key: string) => boolean): void {
    const known = this.memory.find(tabId);
    if (known === null || isNewer(keyOf(tabId, known.connectionId))) return;
    const { connectionId, openedAt, hasTransaction } = known;
    const session = items.find(({ id, connection_id }) => id === tabId && connection_id === connectionId);
    if (session?.opened_at !== openedAt) {
      const text = lossMessage('lost', { hasTransaction, hasState: true });
      if (text !== null) this.note(tabId, connectionId, { kind: 'gone', text });
    } else if (hasTransaction && session.transaction === 'none') {
      this.memory.note(tabId, connectionId, session);
      this.note(tabId, connectionId, { kind: 'gone', text: rolledBackMessage(null) });
    }
  }

  private set(tabId: string, connectionId: string, session: RunSession | null): void {
    const key = keyOf(tabId, connectionId);
    this.changedAt.set(key, ++this.changes);
    this.memory.note(tabId, connectionId, session);
    this.sessions.update((sessions) => (session ? new Map(sessions).set(key, session) : without(sessions, same(key))));
  }

  private note(tabId: string, connectionId: string, note: SessionNote | null): void {
    const key = keyOf(tabId, connectionId);
    if (note === null && !this.notes().has(key)) return;
    this.notes.update((notes) => (note ? new Map(notes).set(key, note) : without(notes, same(key))));
  }
}

function expiring(expiresAt: string): SessionNote {
  const time = secondsText(new Date(expiresAt));
  return { kind: 'expiring', text: `This transaction is idle. It is rolled back at ${time}.` };
}

function keyOf(tabId: string, connectionId: string): string {
  return `${tabId} ${connectionId}`;
}

function isOf(key: string, tabId: string): boolean {
  return key.startsWith(`${tabId} `);
}

function same(key: string): (other: string) => boolean {
  return (other) => other === key;
}

function without<T>(map: ReadonlyMap<string, T>, isLeftOut: (key: string) => boolean): ReadonlyMap<string, T> {
  return new Map([...map].filter(([key]) => !isLeftOut(key)));
}
