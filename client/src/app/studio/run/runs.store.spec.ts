import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PAGE_ROWS } from '#libs/api';
import type { Run, RunRequest } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { errorSample, runSample, statementSample } from '../../../testing/run-samples';
import { ServerState } from '../../shared/http/server-state';
import { SessionsStore } from '../sessions/sessions.store';
import { RunsStore } from './runs.store';
import { TabsStore } from '../tabs/tabs.store';

const sent = { sql: 'SELECT 1', offset: 0, start: { line: 1, column: 1 }, connectionId: 'shop' };
const OPENED = '2026-05-19T09:00:00.000Z';
const running = runSample(
  [statementSample({ status: 'running', columns: null, rows: [], row_count: null, complete: false })],
  {
    status: 'running',
  },
);

describe('RunsStore', () => {
  let runs: RunsStore;
  let tabs: TabsStore;
  let http: HttpTestingController;
  let tabId: string;

  beforeEach(() => {
    jest.useFakeTimers();
    localStorage.clear();
    sessionStorage.clear();
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
    runs = TestBed.inject(RunsStore);
    tabs = TestBed.inject(TabsStore);
    http = TestBed.inject(HttpTestingController);
    tabId = tabs.activeId() ?? '';
    tabs.setText(tabId, sent.sql);
  });

  afterEach(() => {
    http.verify();
    jest.useRealTimers();
  });

  /** Answers the one open request to a path and lets what follows happen. */
  async function answer(method: string, path: string, body: Run | object | null, status = 200): Promise<void> {
    const request = http.expectOne({ method, url: `/api/studio/runs${path}` });
    request.flush(body, { status, statusText: String(status) });
    await jest.advanceTimersByTimeAsync(0);
  }

  async function start(first: Run): Promise<void> {
    void runs.start(tabId, sent);
    await answer('POST', '', first, 201);
  }

  /** Reads the last run of the tab as after a reload. */
  async function resume(run: Run): Promise<void> {
    tabs.markRun(tabId, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: null });
    void runs.resume(tabId);
    await answer('GET', '/r1', run);
  }

  it('shows a quick run at once and remembers it with the tab', async () => {
    await start(runSample());
    expect([runs.active()?.phase, runs.finished()]).toEqual(['finished', 1]);
    expect(tabs.active()).toMatchObject({ isDirty: false, lastRun: { runId: 'r1', rowCount: 1 } });
  });

  it('knows what is typed while a run is being sent as a change since that run', async () => {
    const before = tabs.active()?.sql ?? '';
    void runs.start(tabId, sent);
    tabs.setText(tabId, `${before} -- typed`);
    await answer('POST', '', runSample(), 201);
    expect(tabs.active()?.isDirty).toBe(true);
    tabs.setText(tabId, before);
    expect(tabs.active()?.isDirty).toBe(false);
  });

  it('remembers no rows of a run that failed after other statements', async () => {
    const update = statementSample({ columns: null, rows: [], row_count: null, affected_rows: 0 });
    await start(runSample([update, statementSample({ status: 'failed', row_count: null, error: errorSample() })]));
    expect(tabs.active()?.lastRun).toMatchObject({ runId: 'r1', rowCount: null });
  });

  it('reports a run that has changed a schema, and no other run', async () => {
    await start(runSample());
    expect(runs.schemaChange()).toBeNull();
    void runs.start(tabId, sent);
    await answer('POST', '', runSample([statementSample({ command: 'CREATE TABLE', columns: null, rows: [] })]), 201);
    http.expectOne({ method: 'DELETE', url: '/api/studio/runs/r1' }).flush(null);
    expect(runs.schemaChange()).toEqual({ connectionId: 'shop' });
  });

  it('looks at a slow run until it has ended', async () => {
    await start(running);
    expect([...runs.busyTabs()]).toEqual([tabId]);
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r1', running);
    await jest.advanceTimersByTimeAsync(250);
    await answer('GET', '/r1', runSample());
    expect([runs.active()?.phase, runs.busyTabs().size]).toEqual(['finished', 0]);
  });

  it('runs one text at a time in a tab', async () => {
    void runs.start(tabId, sent);
    void runs.start(tabId, sent);
    await answer('POST', '', runSample(), 201);
  });

  it.each([
    [{}, ['connection_id', 'first_page', 'request_id', 'session_id', 'sql']],
    [{ isApart: true }, ['connection_id', 'first_page', 'request_id', 'sql']],
    [{ isReadOnly: true }, ['connection_id', 'first_page', 'read_only', 'request_id', 'sql']],
  ])('sends a text that runs as %j says, in the session of its tab or beside it', (manner, fields) => {
    void runs.start(tabId, { ...sent, ...manner });
    const { request } = http.expectOne({ method: 'POST', url: '/api/studio/runs' });
    expect(Object.keys(request.body as RunRequest).sort()).toEqual(fields);
  });

  it('goes on with a run while another tab is in front', async () => {
    await start(running);
    tabs.open();
    expect(runs.active()).toBeNull();
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r1', runSample());
    tabs.activate(tabId);
    expect(runs.active()?.phase).toBe('finished');
  });

  it('lets the server drop the rows of the run before', async () => {
    await start(runSample());
    void runs.start(tabId, sent);
    await answer('POST', '', runSample([statementSample()], { id: 'r2' }), 201);
    await answer('DELETE', '/r1', null, 204);
    expect(runs.active()?.run?.id).toBe('r2');
  });

  it('keeps the result of before in sight while a text waits to be confirmed', async () => {
    await start(runSample());
    void runs.start(tabId, sent);
    await answer('POST', '', problemDocument('confirmation-needed', 'r'), 409);
    expect([runs.active()?.phase, runs.active()?.run?.id]).toEqual(['finished', 'r1']);
  });

  it('cancels a run and waits for the database to say so', async () => {
    await start(running);
    void runs.cancel(tabId);
    void runs.cancel(tabId);
    await answer('POST', '/r1/cancel', null, 202);
    expect(runs.active()?.phase).toBe('cancelling');
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r1', runSample([statementSample({ status: 'cancelled' })], { status: 'cancelled' }));
    expect(runs.active()?.phase).toBe('finished');
  });

  it('cancels a run whose id is not known yet as soon as it is', async () => {
    void runs.start(tabId, sent);
    void runs.cancel(tabId);
    await answer('POST', '', running, 201);
    await answer('POST', '/r1/cancel', null, 202);
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r1', runSample([], { status: 'cancelled' }));
    expect(runs.active()?.phase).toBe('finished');
  });

  it('offers Cancel again when the server did not take it', async () => {
    await start(running);
    void runs.cancel(tabId);
    await answer('POST', '/r1/cancel', { title: 'x' }, 500);
    expect(runs.active()?.phase).toBe('running');
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r1', runSample());
  });

  it('says why a run was refused, and leaves the tab as changed as it was', async () => {
    void runs.start(tabId, sent);
    const body = {
      type: '',
      title: 'The database cannot be reached',
      status: 502,
      detail: 'refused',
      instance: '1',
      code: 'connection-unreachable',
    };
    await answer('POST', '', body, 502);
    expect(runs.active()).toMatchObject({
      phase: 'refused',
      problem: { code: 'connection-unreachable', detail: 'refused' },
    });
    expect(tabs.active()?.isDirty).toBe(true);
  });

  it('shows a text that has to be confirmed, and sends it again as confirmed', async () => {
    const finding = {
      kind: 'drop',
      statement: 0,
      table: 't',
      start: 0,
      end: 12,
      sentence: 'Drops the table t.',
    } as const;
    const refused = runs.start(tabId, sent);
    await answer('POST', '', problemDocument('confirmation-needed', 'r', undefined, [], [finding]), 409);
    expect(await refused).toMatchObject({ code: 'confirmation-needed', findings: [finding] });
    void runs.start(tabId, { ...sent, isConfirmed: true });
    const request = http.expectOne('/api/studio/runs');
    expect(request.request.body).toMatchObject({ sql: 'SELECT 1', confirm_destructive: true });
    request.flush(runSample());
    await jest.advanceTimersByTimeAsync(0);
    expect(runs.active()?.phase).toBe('finished');
  });

  it('keeps asking while the workbench does not answer', async () => {
    await start(running);
    await jest.advanceTimersByTimeAsync(200);
    http.expectOne('/api/studio/runs/r1').error(new ProgressEvent('error'));
    await jest.advanceTimersByTimeAsync(3000);
    await answer('GET', '/r1', runSample());
    expect(runs.active()?.phase).toBe('finished');
  });

  it('stops the clock of a run while the workbench does not answer', async () => {
    await start(running);
    TestBed.tick();
    TestBed.inject(ServerState).reportNoAnswer();
    TestBed.tick();
    const before = runs.busyForMs();
    await jest.advanceTimersByTimeAsync(190);
    expect(runs.busyForMs()).toBe(before);
    runs.drop(tabId);
    await jest.advanceTimersByTimeAsync(0);
    http.match(() => true);
  });

  it('says so when the server has lost the run', async () => {
    await start(running);
    await jest.advanceTimersByTimeAsync(200);
    await answer(
      'GET',
      '/r1',
      { type: '', title: 'No such run', status: 404, detail: 'gone', instance: '1', code: 'run-not-found' },
      404,
    );
    expect(runs.active()).toMatchObject({ phase: 'refused', problem: { code: 'run-not-found' } });
  });

  it.each([
    ['sent here', () => start(running)],
    ['of before a reload', () => resume(running)],
  ])('counts on the transaction that a run has begun that the server has lost: %s', async (_, begin) => {
    await begin();
    await jest.advanceTimersByTimeAsync(200);
    const transaction = {
      id: tabId,
      transaction: 'open',
      has_state: false,
      opened_at: OPENED,
      expires_at: null,
    } as const;
    await answer('GET', '/r1', { ...running, session: transaction });
    await jest.advanceTimersByTimeAsync(250);
    await answer('GET', '/r1', problemDocument('run-not-found', 'r'), 404);
    void runs.start(tabId, sent);
    const next = http.expectOne('/api/studio/runs');
    expect(next.request.body).toMatchObject({ session_id: tabId, session_opened_at: OPENED });
    next.flush(runSample([], { id: 'r2' }));
    await jest.advanceTimersByTimeAsync(0);
    http.match({ method: 'DELETE' });
  });

  it('knows nothing new of the session by a run that waits for one, or that ended before a reload', async () => {
    const session = { id: tabId, transaction: 'open', has_state: false, opened_at: OPENED, expires_at: null } as const;
    await start(runSample([], { session }));
    const fields = () => TestBed.inject(SessionsStore).requestFields(tabId, 'shop');
    void runs.start(tabId, sent);
    await answer('POST', '', { ...running, id: 'r2', session: null }, 201);
    await answer('DELETE', '/r1', null, 204);
    expect(fields()).toMatchObject({ session_opened_at: OPENED });
    runs.drop(tabId);
    http.match({ method: 'POST' });
    http.match({ method: 'DELETE' });
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r2', runSample([], { id: 'r2' }));
    await resume(runSample([], { session: { ...session, transaction: 'none' } }));
    expect(fields()).toMatchObject({ session_opened_at: OPENED });
  });

  it('stops and lets go of the run of a closed tab', async () => {
    await start(running);
    runs.drop(tabId);
    await answer('POST', '/r1/cancel', null, 202);
    await answer('DELETE', '/r1', null, 204);
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r1', runSample());
    expect(runs.active()).toBeNull();
  });

  it('lets go of the run of before when a tab is closed that was not in front since a reload', async () => {
    tabs.markRun(tabId, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: null });
    runs.drop(tabId);
    await answer('DELETE', '/r1', null, 204);
  });

  it('stops a run whose tab was closed before it had an id', async () => {
    void runs.start(tabId, sent);
    runs.drop(tabId);
    await answer('POST', '', running, 201);
    await answer('POST', '/r1/cancel', null, 202);
    await answer('DELETE', '/r1', null, 204);
  });

  it('shows the last run of a tab again after a reload, if the server still has it', async () => {
    tabs.markRun(tabId, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: null });
    void runs.resume(tabId);
    await answer('GET', '/r1', runSample());
    expect(runs.active()).toMatchObject({ phase: 'finished', sent: { connectionId: 'shop', sql: sent.sql } });
  });

  it('reports the end of a run that went on over a reload, and what it changed; not one that had ended', async () => {
    await resume(running);
    expect(runs.finished()).toBe(0);
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r1', runSample([statementSample({ command: 'CREATE TABLE', columns: null, rows: [] })]));
    expect([runs.finished(), runs.schemaChange()]).toEqual([1, { connectionId: 'shop' }]);
    tabs.markRun(tabId, { runId: 'r2', sqlOffset: 0, startedAt: '', rowCount: null });
    void runs.resume(tabId);
    await answer('GET', '/r2', runSample([], { id: 'r2' }));
    expect(runs.finished()).toBe(1);
  });

  it('looks as if never run when the server has let go of the last run', async () => {
    tabs.markRun(tabId, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: null });
    void runs.resume(tabId);
    expect(runs.isLost(tabId)).toBe(false);
    await answer('GET', '/r1', null, 404);
    expect([runs.active(), runs.isLost(tabId)]).toEqual([null, true]);
    await start(runSample());
    expect(runs.isLost(tabId)).toBe(false);
  });

  it('shows no run that is gone while a resumed one was followed, and the one that took its place', async () => {
    const runOf = (runId: string) => ({ runId, sqlOffset: 0, startedAt: '', rowCount: null });
    tabs.markRun(tabId, runOf('r1'));
    void runs.resume(tabId);
    await answer('GET', '/r1', running);
    expect([...runs.busyTabs()]).toEqual([tabId]);
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r1', null, 404);
    expect([runs.active(), runs.busyTabs().size, runs.isLost(tabId)]).toEqual([null, 0, true]);

    tabs.markRun(tabId, runOf('r2'));
    void runs.resume(tabId);
    await answer('GET', '/r2', { ...running, id: 'r2' });
    tabs.markRun(tabId, runOf('r3'));
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r2', null, 404);
    await answer('GET', '/r3', runSample([statementSample()], { id: 'r3' }));
    expect(runs.active()).toMatchObject({ phase: 'finished', run: { id: 'r3' } });
  });

  describe('sent and not answered before a reload', () => {
    /** The page as it is after a reload; gives the name of the request. */
    function reload(): string {
      void runs.start(tabId, { ...sent, offset: 2 });
      tabs.flush();
      const request = http.expectOne({ method: 'POST', url: '/api/studio/runs' });
      TestBed.resetTestingModule();
      TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
      runs = TestBed.inject(RunsStore);
      tabs = TestBed.inject(TabsStore);
      http = TestBed.inject(HttpTestingController);
      void runs.resume(tabId);
      return (request.request.body as RunRequest).request_id ?? '';
    }

    const found = (name: string, ...items: Run[]): Promise<void> =>
      answer('GET', `?request_id=${name}`, { items, next_cursor: null });

    it('is found and followed, once the workbench has it', async () => {
      const name = reload();
      expect([...runs.busyTabs()]).toEqual([tabId]);
      await found(name);
      await jest.advanceTimersByTimeAsync(500);
      await found(name, running);
      await answer('GET', '/r1', running);
      expect(tabs.active()).toMatchObject({ isDirty: false, lastRun: { runId: 'r1', sqlOffset: 2 } });
      await jest.advanceTimersByTimeAsync(200);
      await answer('GET', '/r1', runSample());
      expect(runs.active()?.phase).toBe('finished');
    });

    it('does not take the place of a later run of another window, and is not cancelled in one that has it', async () => {
      const name = reload();
      const lastRun = { runId: 'r2', sqlOffset: 0, startedAt: '2999-01-01T00:00:00Z', rowCount: 1 };
      tabs.markRun(tabId, lastRun);
      await found(name, running);
      await answer('GET', '/r2', runSample([statementSample()], { id: 'r2' }));
      expect([tabs.active()?.lastRun?.runId, runs.active()?.run?.id]).toEqual(['r2', 'r2']);
    });

    it('goes on where another window has noted it, though the tab shows another run here', async () => {
      const name = reload();
      tabs.markRun(tabId, { runId: 'r1', sqlOffset: 0, startedAt: running.started_at, rowCount: null });
      runs.drop(tabId);
      await found(name, running);
      await answer('GET', '/r1', runSample());
      expect(tabs.active()?.lastRun?.runId).toBe('r1');
    });

    it('is looked for again where it could not be found out', async () => {
      const name = reload();
      await answer('GET', `?request_id=${name}`, problemDocument('internal-error', 'r'), 500);
      expect(runs.active()).toBeNull();
      void runs.resume(tabId);
      await found(name, runSample());
      await answer('GET', '/r1', runSample());
      expect(tabs.active()?.lastRun?.runId).toBe('r1');
    });

    it('is cancelled as soon as it is found', async () => {
      const name = reload();
      void runs.cancel(tabId);
      await found(name, running);
      await answer('POST', '/r1/cancel', null, 202);
      await answer('GET', '/r1', runSample([], { status: 'cancelled' }));
      expect(runs.active()?.phase).toBe('finished');
    });

    it('leaves the tab as it was where the workbench has never had it', async () => {
      const name = reload();
      await found(name);
      for (const ms of [500, 1000, 2000, 3000]) {
        await jest.advanceTimersByTimeAsync(ms);
        await found(name);
      }
      expect([runs.active(), tabs.active()?.lastRun]).toEqual([null, null]);
      void runs.resume(tabId);
    });
  });

  it('says why a resumed run can no longer be followed', async () => {
    tabs.markRun(tabId, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: null });
    void runs.resume(tabId);
    await answer('GET', '/r1', running);
    await jest.advanceTimersByTimeAsync(200);
    await answer('GET', '/r1', problemDocument('internal-error', 'r', 'The state is damaged.'), 500);
    expect(runs.active()).toMatchObject({ phase: 'refused', problem: { detail: 'The state is damaged.' } });
  });

  it('keeps why a run was refused when its tab comes to the front again', async () => {
    tabs.markRun(tabId, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: null });
    void runs.start(tabId, sent);
    await answer('POST', '', problemDocument('person-limit', 'Eight statements run.'), 429);
    void runs.resume(tabId);
    await answer('GET', '/r1', null, 404);
    expect(runs.active()).toMatchObject({ phase: 'refused', problem: { code: 'person-limit' } });
  });

  it('reads the pages of a paged statement; only the newest wish counts', async () => {
    const paged = statementSample({ delivery: 'paged', row_count: 48_219 });
    await start(runSample([paged]));
    void runs.readPage(tabId, paged, 200);
    void runs.readPage(tabId, paged, 400);
    const [first, second] = http.match((request) => request.url.endsWith('/statements/0/rows'));
    const pageOf = (cell: string) => Array.from({ length: PAGE_ROWS }, () => [cell]);
    second?.flush({ offset: 400, rows: pageOf('c'), row_count: 48_219, complete: true });
    first?.flush({ offset: 200, rows: pageOf('b'), row_count: 48_219, complete: true });
    await jest.advanceTimersByTimeAsync(0);
    expect(runs.active()?.pages[0]).toMatchObject({ offset: 400, rows: pageOf('c'), isLoading: false });
  });
});
