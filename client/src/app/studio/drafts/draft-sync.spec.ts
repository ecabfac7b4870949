import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Draft, DraftInput } from '#libs/api';
import { textMark } from '#libs/drafts';
import { problemDocument } from '#libs/problem';
import { listOf, postgresSample } from '../../../testing/connection-samples';
import { answerAll, providePage, requestTo, settle } from '../../../testing/page-set-up';
import { FakeEventSource } from '../../../testing/fake-event-source';
import { DraftRecords } from './draft-records';
import { DraftSync } from './draft-sync';
import { LONGEST_WAIT_MS, PAUSE_MS } from './draft-timers';
import { TabsStore } from '../tabs/tabs.store';

const TABS = '/api/studio/tabs';
const EDITS = { connectionId: 'shop', changedAt: '2026-05-19T09:41:00Z', count: 1, text: '[]' };

function draftOf(id: string, change: Partial<Draft> = {}): Draft {
  return {
    id,
    title: null,
    sql: 'SELECT 1',
    cursor: 0,
    connection_id: 'shop',
    query_id: null,
    query_version: null,
    file_id: null,
    file_etag: null,
    position: 0,
    version: 1,
    writer: 'another',
    updated_at: '2026-05-19T09:41:00Z',
    number: null,
    last_run: null,
    staged: null,
    ...change,
  };
}

describe('DraftSync', () => {
  let tabs: TabsStore;
  let sync: DraftSync;

  /** A page as after a reload, and the server's answer to what it asks first. */
  async function openPage(items: Draft[] = [], closed_ids: string[] = []): Promise<void> {
    tabs = TestBed.inject(TabsStore);
    sync = TestBed.inject(DraftSync);
    await settle();
    answerAll('GET', '/api/connections', listOf([postgresSample()]));
    await settle();
    requestTo('GET', TABS).flush({ items, closed_ids, next_cursor: null });
    await settle();
  }

  async function pause(ms = PAUSE_MS): Promise<void> {
    jest.advanceTimersByTime(ms);
    await settle();
  }

  const activeId = (): string => tabs.activeId() ?? '';
  const texts = (): string[] => tabs.tabs().map(({ sql }) => sql);
  const put = (id = activeId()) => requestTo('PUT', `${TABS}/${id}`);
  const sent = (id = activeId()): number => answerAll('PUT', `${TABS}/${id}`, { id, version: 9, updated_at: '' });

  async function type(sql: string, id = activeId()): Promise<void> {
    tabs.setText(id, sql);
    await settle();
  }

  async function keep(sql: string, version = 1): Promise<string> {
    await type(sql);
    await pause();
    put().flush({ id: activeId(), version, updated_at: '' });
    await settle();
    return activeId();
  }

  function refuse(id: string): void {
    put(id).flush(problemDocument('changed-meanwhile', 'r'), { status: 409, statusText: '' });
  }

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
    TestBed.resetTestingModule();
    sessionStorage.clear();
    TestBed.configureTestingModule({ providers: providePage() });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('sends a text after a pause, once, with where it belongs', async () => {
    await openPage();
    tabs.setConnection(activeId(), 'shop');
    await type('SELECT');
    await pause(PAUSE_MS - 1);
    await type('SELECT 1');
    await pause(PAUSE_MS - 1);
    expect(sent()).toBe(0);
    await pause(1);
    const request = put();
    expect(request.request.body as DraftInput).toMatchObject({ sql: 'SELECT 1', version: 0, connection_id: 'shop' });
    request.flush({ id: activeId(), version: 1, updated_at: '' });
    await settle();
    await pause();
    expect(sent()).toBe(0);
  });

  it('takes over the run, the dirty mark and the number of another browser, also while both are open', async () => {
    const run = {
      run_id: 'r1',
      sql_offset: 0,
      started_at: '2026-05-19T09:41:00Z',
      row_count: 3,
      mark: textMark('SELECT 1'),
    };
    await openPage([draftOf('a', { number: 4, last_run: run })]);
    const tab = () => tabs.tabs().find(({ id }) => id === 'a');
    expect(tab()).toMatchObject({ number: 4, isDirty: false, lastRun: { runId: 'r1', rowCount: 3 } });

    const later = { ...run, run_id: 'r2', started_at: '2026-05-19T09:42:00Z', row_count: null };
    FakeEventSource.last.emit('studio.tab_changed', { owner_id: 'o', tab_id: 'a', version: 2, writer: 'another' });
    await settle();
    const newer = draftOf('a', { number: 4, version: 2, sql: 'SELECT 1, 2', last_run: later });
    requestTo('GET', `${TABS}/a`).flush(newer);
    await settle();
    expect(tab()).toMatchObject({ sql: 'SELECT 1, 2', isDirty: true, lastRun: { runId: 'r2', rowCount: null } });
    await pause();
    expect(sent('a')).toBe(0);
  });

  it('sends the last run and the number of a tab', async () => {
    await openPage();
    const id = await keep('SELECT 1');
    tabs.markRun(id, { runId: 'r1', sqlOffset: 0, startedAt: '2026-05-19T09:41:00Z', rowCount: 2 });
    await settle();
    await pause();
    expect(put(id).request.body as DraftInput).toMatchObject({
      number: 1,
      last_run: { run_id: 'r1', row_count: 2, mark: textMark('SELECT 1') },
    });
  });

  it('closes a tab that another browser closes, and opens one that it opens', async () => {
    await openPage([draftOf('a'), draftOf('b')]);
    FakeEventSource.last.emit('studio.tab_changed', { owner_id: 'o', tab_id: 'a', version: null, writer: null });
    await settle();
    requestTo('GET', `${TABS}/a`).flush(problemDocument('tab-not-found', 'r'), { status: 404, statusText: '' });
    await settle();
    FakeEventSource.last.emit('studio.tab_changed', { owner_id: 'o', tab_id: 'c', version: 1, writer: 'another' });
    await settle();
    requestTo('GET', `${TABS}/c`).flush(draftOf('c', { sql: 'SELECT 3' }));
    await settle();
    expect(tabs.tabs().map(({ id }) => id)).toEqual(expect.arrayContaining(['b', 'c']));
    expect(tabs.tabs().map(({ id }) => id)).not.toContain('a');
  });

  it('asks for nothing that this browser wrote itself', async () => {
    await openPage([draftOf('a')]);
    const { writer } = TestBed.inject(DraftRecords);
    FakeEventSource.last.emit('studio.tab_changed', { owner_id: 'o', tab_id: 'a', version: 2, writer });
    await settle();
    expect(answerAll('GET', `${TABS}/a`, {})).toBe(0);
  });

  it('sends now and then while somebody types without a pause', async () => {
    await openPage();
    for (let passedMs = 0; passedMs < LONGEST_WAIT_MS; passedMs += 500) {
      await type(`SELECT ${passedMs}`);
      await pause(500);
    }
    expect(sent()).toBe(1);
  });

  it('sends a blank tab with staged edits, and keeps it in front where another browser has tabs', async () => {
    tabs = TestBed.inject(TabsStore);
    const id = activeId();
    tabs.stage(id, EDITS);
    await openPage([draftOf('other', { sql: 'other' })]);
    expect([texts(), activeId()]).toEqual([['', 'other'], id]);
    tabs.stage(id, { ...EDITS, changedAt: '2026-05-19T09:42:00Z' });
    await settle();
    await pause();
    expect(put(id).request.body as DraftInput).toMatchObject({ sql: '', staged: { change_count: 1 } });
  });

  it('keeps a tab that another browser closes while edits of it are not sent', async () => {
    await openPage();
    const id = await keep('SELECT 1');
    tabs.stage(id, EDITS);
    await settle();
    void sync.refresh();
    requestTo('GET', TABS).flush({ items: [], closed_ids: [id], next_cursor: null });
    await settle();
    expect(texts()).toEqual(['SELECT 1']);
    expect(put(id).request.body as DraftInput).toMatchObject({ version: 0, staged: { change_count: 1 } });
  });

  it.each([
    ['does not close a tab in which another browser has staged edits', true],
    ['closes a tab of which another browser moved the cursor', false],
  ])('%s', async (_case, hasEdits) => {
    await openPage();
    const id = await keep('SELECT 1');
    const { connectionId: connection_id, changedAt: changed_at, text: items } = EDITS;
    const staged = hasEdits ? { connection_id, changed_at, change_count: 1, items } : null;
    tabs.close(id);
    await settle();
    requestTo('DELETE', `${TABS}/${id}`).flush(problemDocument('changed-meanwhile', 'r'), {
      status: 409,
      statusText: '',
    });
    await settle();
    requestTo('GET', `${TABS}/${id}`).flush(draftOf(id, { version: 2, cursor: 3, staged }));
    await settle();
    expect(answerAll('DELETE', `${TABS}/${id}`, {})).toBe(hasEdits ? 0 : 1);
  });

  it('never sends a blank tab that the server has not seen', async () => {
    await openPage();
    await type('  ');
    await pause();
    expect(sent()).toBe(0);
  });

  it('sends what waits when the page is hidden, so that it outlives the page', async () => {
    await openPage();
    await type('SELECT 1');
    window.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(put().request.keepalive).toBe(true);
  });

  it('sends what the browser does not let outlive the page as any other request', async () => {
    await openPage();
    tabs.stage(activeId(), { ...EDITS, text: 'é'.repeat(35_000) });
    for (const length of [25_000, 30_000, 30_000]) tabs.open({ sql: 'x'.repeat(length) });
    const all = tabs.tabs().map(({ id }) => id);
    await settle();
    window.dispatchEvent(new Event('pagehide'));
    await settle();
    expect(all.map((id) => put(id).request.keepalive)).toEqual([false, true, true, false]);
  });

  it('sends what was typed while the answer was on its way, over the version of the answer', async () => {
    await openPage();
    await type('SELECT 1');
    await pause();
    const first = put();
    await type('SELECT 2');
    await pause();
    expect(sent()).toBe(0);
    first.flush({ id: activeId(), version: 1, updated_at: '' });
    await settle();
    expect(put().request.body as DraftInput).toMatchObject({ sql: 'SELECT 2', version: 1 });
  });

  it('opens the tabs of other browsers, the newest in front in place of the blank one, and runs none', async () => {
    const older = draftOf('older', { sql: 'older' });
    const newer = draftOf('newer', { sql: 'newer', position: 1, updated_at: '2026-05-19T10:00:00Z' });
    await openPage([older, newer]);
    expect([texts(), activeId()]).toEqual([['older', 'newer'], 'newer']);
    expect(tabs.tabs().map(({ lastRun }) => lastRun)).toEqual([null, null]);
    await pause();
    expect(sent('newer')).toBe(0);
  });

  it.each(['keydown', 'pointerdown'])(
    'leaves the blank tab in front once a person has begun with a %s',
    async (begin) => {
      tabs = TestBed.inject(TabsStore);
      sync = TestBed.inject(DraftSync);
      const blank = activeId();
      window.dispatchEvent(new Event(begin));
      await openPage([draftOf('other', { sql: 'other' })]);
      expect([texts(), activeId()]).toEqual([['', 'other'], blank]);
      await type('typed at once', blank);
      expect(texts()).toEqual(['typed at once', 'other']);
    },
  );

  it('asks when both sides were changed, sends nothing meanwhile, and keeps mine over theirs', async () => {
    await openPage();
    const id = await keep('common');
    await type('mine');
    await pause();
    refuse(id);
    await settle();
    requestTo('GET', `${TABS}/${id}`).flush(draftOf(id, { sql: 'theirs', version: 2 }));
    await settle();
    expect([sync.conflicts().get(id)?.sql, texts()]).toEqual(['theirs', ['mine']]);
    await type('mine, too');
    await pause();
    expect(sent(id)).toBe(0);
    sync.keepMine(id);
    await settle();
    expect(put(id).request.body as DraftInput).toMatchObject({ sql: 'mine, too', version: 2 });
    expect(sync.conflicts().size).toBe(0);
  });

  it('sends staged edits also while the text is disputed, beside the other text', async () => {
    await openPage();
    const id = await keep('common');
    tabs.stage(id, EDITS);
    await settle();
    await pause();
    put(id).flush({ id, version: 2, updated_at: '' });
    await type('mine');
    await pause();
    refuse(id);
    await settle();
    const theirs = draftOf(id, { sql: 'theirs', version: 3, number: 1 });
    requestTo('GET', `${TABS}/${id}`).flush(theirs);
    await settle();
    await pause();
    expect(sent(id)).toBe(1);
    await settle();
    tabs.stage(id, { ...EDITS, changedAt: '2026-05-19T10:00:00Z', count: 0 });
    await settle();
    await pause();
    const request = put(id);
    const staged = { change_count: 0, changed_at: '2026-05-19T10:00:00Z' };
    expect(request.request.body as DraftInput).toMatchObject({ sql: 'theirs', version: 9, writer: null, staged });
    request.flush({ id, version: 10, updated_at: '' });
    await settle();
    await pause();
    expect([sync.conflicts().get(id)?.version, texts(), sent(id)]).toEqual([10, ['mine'], 0]);
    sync.keepMine(id);
    await settle();
    expect(put(id).request.body as DraftInput).toMatchObject({ sql: 'mine', version: 10 });
  });

  it('asks, too, when mine was typed a moment ago and is not in the tab yet', async () => {
    await openPage();
    const id = await keep('common');
    const stop = tabs.typedIn(() => tabs.setText(id, 'mine'));
    FakeEventSource.last.emit('studio.tab_changed', { owner_id: 'o', tab_id: id, version: 2, writer: 'another' });
    await settle();
    requestTo('GET', `${TABS}/${id}`).flush(draftOf(id, { sql: 'theirs', version: 2 }));
    await settle();
    stop();
    expect([sync.conflicts().get(id)?.sql, texts()]).toEqual(['theirs', ['mine']]);
  });

  it('takes theirs when that is chosen', async () => {
    await openPage();
    const id = await keep('common');
    await type('mine');
    await pause();
    refuse(id);
    await settle();
    requestTo('GET', `${TABS}/${id}`).flush(draftOf(id, { sql: 'theirs', version: 2 }));
    await settle();
    sync.takeTheirs(id);
    await settle();
    await pause();
    expect([texts(), sent(id)]).toEqual([['theirs'], 0]);
  });

  it('does not throw away the other text with a tab that is closed while it is disputed', async () => {
    await openPage();
    const id = await keep('common');
    await type('mine');
    await pause();
    refuse(id);
    await settle();
    requestTo('GET', `${TABS}/${id}`).flush(draftOf(id, { sql: 'theirs', version: 2 }));
    await settle();
    tabs.close(id);
    await settle();
    expect(answerAll('DELETE', `${TABS}/${id}`, {})).toBe(0);
  });

  it('closes a tab on the server, and a tab that another browser has closed', async () => {
    await openPage();
    const id = await keep('SELECT 1', 4);
    tabs.close(id);
    await settle();
    const closing = requestTo('DELETE', `${TABS}/${id}`);
    expect(closing.request.urlWithParams).toBe(`${TABS}/${id}?version=4`);
    closing.flush(null);
    await settle();
    const second = await keep('SELECT 2');
    void sync.refresh();
    requestTo('GET', TABS).flush({ items: [], closed_ids: [second], next_cursor: null });
    await settle();
    expect(texts()).toEqual(['']);
  });

  it('keeps everything when the server has lost its state, and sends it again', async () => {
    await openPage();
    const id = await keep('SELECT 1', 7);
    void sync.refresh();
    requestTo('GET', TABS).flush({ items: [], closed_ids: [], next_cursor: null });
    await settle();
    expect(put(id).request.body as DraftInput).toMatchObject({ sql: 'SELECT 1', version: 7 });
  });

  describe('a text that the browser has no room for', () => {
    const LARGE = `SELECT '${'x'.repeat(6_000_000)}'`;

    /** The page as it is after a reload. */
    async function reload(items: Draft[]): Promise<void> {
      window.dispatchEvent(new Event('pagehide'));
      const kept = Object.entries(localStorage) as [string, string][];
      TestBed.resetTestingModule();
      TestBed.configureTestingModule({ providers: providePage() });
      for (const [key, text] of kept) localStorage.setItem(key, text);
      await openPage(items);
    }

    it.each([
      ['that was typed here', 'typed'],
      ['that was taken from another browser', 'taken'],
    ])('%s is read from the server after a reload', async (_case, from) => {
      await openPage();
      const id = await keep('SELECT 1');
      const draft = draftOf(id, { sql: LARGE, version: 7 });
      if (from === 'typed') await keep(LARGE, 7);
      else {
        FakeEventSource.last.emit('studio.tab_changed', { owner_id: 'o', tab_id: id, version: 7, writer: 'another' });
        await settle();
        requestTo('GET', `${TABS}/${id}`).flush(draft);
        await settle();
        await pause();
      }
      for (let time = 0; time < 2; time += 1) {
        await reload([draft]);
        await pause();
        expect([texts()[0]?.length, sent(id)]).toEqual([LARGE.length, 0]);
      }
      await keep('SELECT 2', 8);
      await reload([draftOf(id, { sql: 'SELECT 2', version: 8 })]);
      await type('SELECT 3');
      await pause();
      expect(put(id).request.body as DraftInput).toMatchObject({ sql: 'SELECT 3', version: 8 });
    });

    it('is not asked for where the server never had it', async () => {
      await openPage();
      const id = await keep('SELECT 1');
      await type('SELECT 12');
      tabs.flush();
      await type(LARGE);
      tabs.flush();
      await reload([draftOf(id, { version: 1 })]);
      expect(put(id).request.body as DraftInput).toMatchObject({ sql: 'SELECT 12', version: 1 });
    });

    it('asks where the older text was changed before the server answered', async () => {
      await openPage();
      const id = await keep('SELECT 1');
      await keep(LARGE, 7);
      window.dispatchEvent(new Event('pagehide'));
      const kept = Object.entries(localStorage) as [string, string][];
      TestBed.resetTestingModule();
      TestBed.configureTestingModule({ providers: providePage() });
      for (const [key, text] of kept) localStorage.setItem(key, text);
      TestBed.inject(TabsStore).setText(id, 'SELECT 10');
      TestBed.inject(TabsStore).flush();
      await openPage([draftOf(id, { sql: LARGE, version: 7 })]);
      await pause();
      expect([sync.conflicts().has(id), texts(), sent(id)]).toEqual([true, ['SELECT 10'], 0]);
    });

    it('asks for a change of the older text that was kept before the server answered, also after a reload', async () => {
      await openPage();
      const id = await keep('SELECT 1');
      await keep(LARGE, 7);
      for (const sql of ['SELECT 10', null]) {
        window.dispatchEvent(new Event('pagehide'));
        const kept = Object.entries(localStorage) as [string, string][];
        TestBed.resetTestingModule();
        TestBed.configureTestingModule({ providers: providePage() });
        for (const [key, text] of kept) localStorage.setItem(key, text);
        if (sql !== null) TestBed.inject(TabsStore).setText(id, sql);
      }
      await openPage([draftOf(id, { sql: LARGE, version: 7 })]);
      await pause();
      expect([sync.conflicts().has(id), texts(), sent(id)]).toEqual([true, ['SELECT 10'], 0]);
    });

    /** Another window of the browser sends a text that the browser has no room for, and notes it as this class does. */
    function sendElsewhere(id: string, sql: string, version: number): string {
      const record = { version, mark: textMark(sql), labels: JSON.stringify([null, null, null, null]), cursor: 0 };
      localStorage.setItem(`dw.studio.draft.${id}`, JSON.stringify(record));
      const key = `dw.studio.older.${id}`;
      const newValue = `${textMark('SELECT 1')} ${version}`;
      localStorage.setItem(key, newValue);
      return newValue;
    }

    it.each([
      ['takes the text of another window that was sent since', LARGE, `${LARGE} `, false],
      ['asks where a text was typed that another window replaced', `${LARGE}typed`, `${LARGE}typed`, true],
    ])('%s', async (_case, typed, shown, isAsked) => {
      await openPage();
      const id = await keep('SELECT 1');
      await keep(LARGE, 7);
      await type(typed);
      const newer = draftOf(id, { sql: `${LARGE} `, version: 8, writer: TestBed.inject(DraftRecords).writer });
      sendElsewhere(id, newer.sql, 8);
      void sync.refresh();
      requestTo('GET', TABS).flush({ items: [newer], closed_ids: [], next_cursor: null });
      await settle();
      await pause();
      expect([texts()[0] === shown, sync.conflicts().has(id), sent(id)]).toEqual([true, isAsked, 0]);
    });

    /** Another window of the browser has kept a tab with a text that is short enough. */
    function keepElsewhere(id: string, sql: string): void {
      const [key, newValue] = [`dw.studio.tab.${id}`, JSON.stringify({ ...tabs.find(id), sql, cursor: 3 })];
      localStorage.setItem(key, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
    }

    it('is not replaced by the older copy of another window', async () => {
      await openPage();
      const id = await keep('SELECT 1');
      await keep(LARGE, 7);
      keepElsewhere(id, 'SELECT 1');
      await settle();
      await pause();
      expect([texts()[0]?.length, sent(id)]).toEqual([LARGE.length, 0]);
    });

    it.each([
      ['gives way to a short one that another window has sent', LARGE, 'SELECT 2', false],
      ['is asked about where it was typed into meanwhile', `${LARGE}typed`, `${LARGE}typed`, true],
    ])('%s', async (_case, typed, shown, isAsked) => {
      await openPage();
      const id = await keep('SELECT 1');
      await keep(LARGE, 7);
      await type(typed);
      keepElsewhere(id, 'SELECT 2');
      localStorage.removeItem(`dw.studio.older.${id}`);
      const key = `dw.studio.draft.${id}`;
      const record = JSON.parse(localStorage.getItem(key) ?? '') as object;
      const newValue = JSON.stringify({ ...record, version: 8, mark: textMark('SELECT 2') });
      localStorage.setItem(key, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
      await settle();
      const { writer } = TestBed.inject(DraftRecords);
      requestTo('GET', `${TABS}/${id}`).flush(
        draftOf(id, { sql: 'SELECT 2', version: 8, writer, connection_id: null }),
      );
      await settle();
      await pause();
      expect([texts()[0] === shown, sync.conflicts().has(id), sent(id)]).toEqual([true, isAsked, 0]);
    });

    it('is noted anew with each version, so that other windows get an event', async () => {
      await openPage();
      const id = await keep('SELECT 1');
      const notes = new Set<string | null>();
      for (const version of [7, 8]) {
        await keep(`${LARGE}${version}`, version);
        notes.add(localStorage.getItem(`dw.studio.older.${id}`));
      }
      expect([...notes]).toEqual([`${textMark('SELECT 1')} 7`, `${textMark('SELECT 1')} 8`]);
    });

    it('is read by another window of the browser, which has only the older one', async () => {
      await openPage();
      const id = await keep('SELECT 1');
      const [key, newValue] = [`dw.studio.older.${id}`, sendElsewhere(id, LARGE, 7)];
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }));
      await settle();
      requestTo('GET', `${TABS}/${id}`).flush(draftOf(id, { sql: LARGE, version: 7 }));
      await settle();
      expect(texts()[0]).toHaveLength(LARGE.length);
    });
  });

  it('says why the server does not keep a text, until it does', async () => {
    await openPage();
    const id = activeId();
    await type('SELECT 1');
    await pause();
    const body = problemDocument('too-large', 'r', 'A saved text can have up to 12 MB.');
    put().flush(body, { status: 413, statusText: '' });
    await settle();
    expect(sync.refusals().get(id)).toBe('A saved text can have up to 12 MB.');
    await keep('SELECT 2');
    expect(sync.refusals().size).toBe(0);
  });

  describe('a tab that the server has no room for', () => {
    const full = (id: string): void => {
      const body = problemDocument('person-limit', 'r', 'Close tabs that you do not need.');
      put(id).flush(body, { status: 429, statusText: '' });
    };

    it('stays in the browser, and is sent again when another one is closed', async () => {
      await openPage();
      const first = await keep('SELECT 1');
      const second = tabs.open({ sql: 'SELECT 2' });
      await settle();
      await pause();
      full(second);
      await settle();
      expect([sync.refusals().get(second), localStorage.getItem(`dw.studio.tab.${second}`)]).toEqual([
        'Close tabs that you do not need.',
        expect.stringContaining('SELECT 2'),
      ]);
      await pause(60_000);
      expect(sent(second)).toBe(0);
      tabs.close(first);
      await settle();
      answerAll('DELETE', `${TABS}/${first}`, {});
      await settle();
      await pause();
      expect(sent(second)).toBe(1);
      await settle();
      expect(sync.refusals().size).toBe(0);
    });

    it.each<[string, (first: string) => Promise<void>]>([
      [
        'in another browser',
        async (first) => {
          FakeEventSource.last.emit('studio.tab_changed', {
            owner_id: 'o',
            tab_id: first,
            version: null,
            writer: null,
          });
          await settle();
        },
      ],
      [
        'of which another browser has moved the cursor',
        async (first) => {
          tabs.close(first);
          await settle();
          const changed = problemDocument('changed-meanwhile', 'r');
          requestTo('DELETE', `${TABS}/${first}`).flush(changed, { status: 409, statusText: '' });
          await settle();
          requestTo('GET', `${TABS}/${first}`).flush(draftOf(first, { version: 2, cursor: 3 }));
          await settle();
          answerAll('DELETE', `${TABS}/${first}`, {});
          await settle();
        },
      ],
    ])('is sent again when one is closed %s', async (_, close) => {
      await openPage();
      const first = await keep('SELECT 1');
      const second = tabs.open({ sql: 'SELECT 2' });
      await settle();
      await pause();
      full(second);
      await settle();
      await close(first);
      await pause();
      expect(sent(second)).toBe(1);
    });

    it.each([
      ['asks before the window closes where the browser has none, too', `SELECT '${'x'.repeat(6_000_000)}'`, true],
      ['asks nothing where the browser has it', 'SELECT 1', false],
    ])('%s', async (_, sql, isAsked) => {
      await openPage();
      await type(sql);
      await pause();
      full(activeId());
      await settle();
      const closing = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(closing);
      expect(closing.defaultPrevented).toBe(isAsked);
    });
  });

  it('reads the tabs page by page and shows them in their order', async () => {
    tabs = TestBed.inject(TabsStore);
    sync = TestBed.inject(DraftSync);
    await settle();
    answerAll('GET', '/api/connections', listOf([postgresSample()]));
    await settle();
    const [first, second] = [draftOf('a', { sql: 'last', position: 1 }), draftOf('b', { sql: 'first', position: 0 })];
    requestTo('GET', TABS).flush({ items: [first], closed_ids: [], next_cursor: 'a' });
    await settle();
    expect(texts()).toEqual(['']);
    const next = requestTo('GET', TABS);
    expect(next.request.params.get('cursor')).toBe('a');
    next.flush({ items: [second], closed_ids: [], next_cursor: null });
    await settle();
    expect(texts()).toEqual(['first', 'last']);
  });
});
