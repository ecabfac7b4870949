import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { postgresSample } from '../../../../testing/connection-samples';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { runSample, statementSample } from '../../../../testing/run-samples';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { wholeText } from '../../editor/text-stretch';
import { TabsStore } from '../../tabs/tabs.store';
import { RunsStore } from '../runs.store';
import { RunActions } from './run-actions';

const RUNS = '/api/studio/runs';
const SELECT = 'SELECT * FROM orders';

describe('RunActions', () => {
  let tabs: TabsStore;
  let actions: RunActions;
  let opened: unknown[];
  let open: () => Promise<unknown>;

  beforeEach(async () => {
    opened = [];
    open = () => Promise.resolve({ id: { value: '5', type: null } });
    const dialogs = { open: (_: unknown, { data }: { data: unknown }) => (opened.push(data), open()) };
    TestBed.configureTestingModule({ providers: [...providePage(), { provide: Dialogs, useValue: dialogs }] });
    TestBed.inject(ConnectionsStore);
    await settle();
    answerAll('GET', '/api/connections', { items: [postgresSample()] });
    tabs = TestBed.inject(TabsStore);
    actions = TestBed.inject(RunActions);
  });
  afterEach(() => void TestBed.resetTestingModule());

  /** Opens a tab whose result is of a run before the reload, of the first statement of its text. */
  async function resumed(first: string): Promise<string> {
    const id = tabs.open({ sql: `${first};\nUPDATE orders SET status = 'x';`, connectionId: 'shop' });
    tabs.markRun(id, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: 1 });
    void TestBed.inject(RunsStore).resume(id);
    await settle();
    requestTo('GET', `${RUNS}/r1`).flush(runSample([statementSample({ sql: first })]));
    await settle();
    return id;
  }

  async function sentBody(): Promise<unknown> {
    await settle();
    const request = requestTo('POST', RUNS);
    request.flush(runSample([statementSample()], { id: 'r2' }), { status: 201, statusText: '' });
    await settle();
    return request.request.body;
  }

  it('runs again after a reload what ran before it, and nothing behind', async () => {
    await resumed(SELECT);
    void actions.sendAgain('r1');
    expect(await sentBody()).toMatchObject({ sql: SELECT, connection_id: 'shop' });
  });

  it('asks for the values that a run of before the reload was given', async () => {
    await resumed(`${SELECT} WHERE id = :id`);
    void actions.sendAgain('r1');
    expect(await sentBody()).toMatchObject({ sql: `${SELECT} WHERE id = :id`, parameters: { id: { value: '5' } } });
  });

  it('asks one question after the other where texts of two tabs need to be confirmed', async () => {
    const answers: ((isMeant: boolean) => void)[] = [];
    open = () => new Promise((resolve) => answers.push(resolve));
    for (const sql of ['DROP TABLE a', 'DROP TABLE b']) {
      tabs.open({ sql, connectionId: 'shop' });
      actions.run(wholeText(sql));
      await settle();
    }
    for (const request of TestBed.inject(HttpTestingController).match({ method: 'POST', url: RUNS }))
      request.flush(problemDocument('confirmation-needed', 'r'), { status: 409, statusText: '' });
    await settle();
    expect(opened).toMatchObject([{ sql: 'DROP TABLE a' }]);
    answers[0]?.(false);
    await settle();
    expect(opened).toMatchObject([{ sql: 'DROP TABLE a' }, { sql: 'DROP TABLE b' }]);
    answers[1]?.(true);
    expect(await sentBody()).toMatchObject({ sql: 'DROP TABLE b', confirm_destructive: true });
  });

  it('runs again in the tab of the run, whichever is in front, and not once that has run another text', async () => {
    const id = await resumed(SELECT);
    tabs.open({ sql: 'DELETE FROM orders', connectionId: 'shop' });
    void actions.sendAgain('r1');
    expect([await sentBody(), tabs.activeId()]).toEqual([expect.objectContaining({ sql: SELECT }), id]);
    void actions.sendAgain('r1');
    await settle();
    expect(answerAll('POST', RUNS, runSample())).toBe(0);
  });
});
