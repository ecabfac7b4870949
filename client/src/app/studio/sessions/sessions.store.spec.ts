import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { StudioSession } from '#libs/api';
import { runSample } from '../../../testing/run-samples';
import { Toasts } from '../../shared/ui/toast/toasts';
import { SessionsStore } from './sessions.store';
import { TabsStore } from '../tabs/tabs.store';

const OPENED = '2026-05-19T09:00:00.000Z';
const LOST = 'The session was lost: its settings, temporary tables and the open transaction are gone.';

describe('SessionsStore', () => {
  let sessions: SessionsStore;
  let tabs: TabsStore;
  let http: HttpTestingController;
  let tabId: string;

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
    sessions = TestBed.inject(SessionsStore);
    tabs = TestBed.inject(TabsStore);
    http = TestBed.inject(HttpTestingController);
    tabId = tabs.activeId() ?? '';
    tabs.setConnection(tabId, 'shop');
  });
  afterEach(() => http.verify());

  const session = (change: Partial<StudioSession> = {}): StudioSession => ({
    id: tabId,
    connection_id: 'shop',
    transaction: 'open',
    has_state: false,
    opened_at: OPENED,
    last_used_at: OPENED,
    expires_at: '2026-05-19T09:10:00.000Z',
    is_expiring: false,
    ...change,
  });
  const ran = (change?: Partial<StudioSession>) => sessions.noteRun(tabId, runSample([], { session: session(change) }));

  it('sends the tab as the session, and when it was opened once something would be missed', () => {
    expect(sessions.requestFields(tabId, 'shop')).toEqual({ session_id: tabId });
    ran({ transaction: 'none' });
    expect(sessions.requestFields(tabId, 'shop')).toEqual({ session_id: tabId });
    ran();
    expect(sessions.requestFields(tabId, 'shop')).toEqual({ session_id: tabId, session_opened_at: OPENED });
    expect(sessions.requestFields(tabId, 'lake')).toEqual({ session_id: tabId });
  });

  it('shows the session of the tab in front on its connection only', () => {
    ran();
    expect(sessions.active()?.transaction).toBe('open');
    tabs.setConnection(tabId, 'lake');
    expect([sessions.active(), sessions.hasTransaction(tabId)]).toEqual([null, true]);
  });

  it('warns before a rollback, until the session is used', () => {
    const event = { owner_id: 'local', session_id: tabId, connection_id: 'shop', message: 'soon' };
    sessions.take({ ...event, change: 'expiring', session: session() });
    expect(sessions.activeNote()?.kind).toBe('expiring');
    sessions.take({ ...event, change: 'changed', session: session(), message: null });
    expect(sessions.activeNote()).toBeNull();
  });

  it('says what is gone with a session, until it is closed', () => {
    ran();
    sessions.take({
      owner_id: 'local',
      session_id: tabId,
      connection_id: 'shop',
      change: 'ended',
      session: null,
      message: LOST,
    });
    expect([sessions.active(), sessions.activeNote()]).toEqual([null, { kind: 'gone', text: LOST }]);
    sessions.dismiss();
    expect(sessions.activeNote()).toBeNull();
  });

  it('takes no notice of sessions that are not of its tabs', () => {
    const other = { owner_id: 'local', session_id: 'other', connection_id: 'shop', message: LOST };
    sessions.take({ ...other, change: 'ended', session: null });
    expect(sessions.activeNote()).toBeNull();
  });

  async function load(...items: StudioSession[]): Promise<void> {
    const loading = sessions.load();
    http.expectOne('/api/studio/sessions').flush({ items, next_cursor: null });
    await loading;
  }

  it('learns of a warning, and of a rollback, that came while the page was not listening', async () => {
    ran();
    await load(session());
    expect(sessions.activeNote()).toBeNull();
    await load(session({ is_expiring: true }));
    expect(sessions.activeNote()?.kind).toBe('expiring');
    await load(session({ transaction: 'none' }));
    expect(sessions.activeNote()?.text).toContain('was rolled back');
    expect(sessions.active()?.transaction).toBe('none');
  });

  it('notices that a restarted workbench does not know the session', async () => {
    ran();
    await load();
    expect(sessions.activeNote()).toEqual({ kind: 'gone', text: LOST });
    expect(sessions.requestFields(tabId, 'shop').session_opened_at).toBe(OPENED);
  });

  it('keeps what a run says over a list that was asked for before it', async () => {
    const loading = sessions.load();
    ran();
    http.expectOne('/api/studio/sessions').flush({ items: [], next_cursor: null });
    await loading;
    expect([sessions.active()?.transaction, sessions.activeNote()]).toEqual(['open', null]);
  });

  it('keeps the newer of two lists', async () => {
    const [older, newer] = [sessions.load(), sessions.load()];
    const [first, second] = http.match('/api/studio/sessions');
    second?.flush({ items: [session()], next_cursor: null });
    await newer;
    first?.flush({ items: [], next_cursor: null });
    await older;
    expect(sessions.active()?.transaction).toBe('open');
  });

  it('ends the session of a closed tab, and asks nothing for a tab that never ran', () => {
    sessions.close(tabId);
    ran();
    sessions.close(tabId);
    http.expectOne({ method: 'DELETE', url: `/api/studio/sessions/${tabId}` }).flush(null);
    expect(sessions.active()).toBeNull();
  });

  it('commits, and shows what has come of it', async () => {
    ran();
    const acting = sessions.act('commit');
    http.expectOne(`/api/studio/sessions/${tabId}/commit?connection_id=shop`).flush(session({ transaction: 'none' }));
    await acting;
    expect([sessions.active()?.transaction, sessions.hasTransaction(tabId)]).toEqual(['none', false]);
  });

  it('keeps the note of a rollback where a commit comes too late', async () => {
    ran();
    const event = { owner_id: 'local', session_id: tabId, connection_id: 'shop', message: 'It was idle.' };
    sessions.take({ ...event, change: 'rolled_back', session: session({ transaction: 'none' }) });
    const acting = sessions.act('commit');
    http
      .expectOne(`/api/studio/sessions/${tabId}/commit?connection_id=shop`)
      .flush({ code: 'no-transaction', detail: 'It was idle.' }, { status: 409, statusText: 'Conflict' });
    await new Promise((resolve) => setTimeout(resolve));
    http.expectOne('/api/studio/sessions').flush({ items: [session({ transaction: 'none' })], next_cursor: null });
    await acting;
    expect(sessions.activeNote()).toEqual({ kind: 'gone', text: 'It was idle.' });
    expect(
      TestBed.inject(Toasts)
        .messages()
        .map(({ tone }) => tone),
    ).toEqual(['danger']);
  });
});
