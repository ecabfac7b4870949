import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeSetDetails, ChangeState, DraftInput, RunRequest } from '#libs/api';
import { stagedItems, stageInserts } from '#libs/changes';
import { problemDocument } from '#libs/problem';
import { postgresSample } from '../../../../testing/connection-samples';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { words } from '../../../../testing/part';
import { runSample, statementSample } from '../../../../testing/run-samples';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { RunsStore } from '../../run/runs.store';
import { TabsStore } from '../../tabs/tabs.store';
import { TabActions } from '../../tabs/ui/tab-actions';
import { TabEdits } from '../tab-edits';
import { ReviewPanel } from './review-panel';
import { ChangeReviews } from './change-reviews';

const PATH = '/api/changes';
const PERSON = { id: 'local', name: 'local', kind: 'user' } as const;

function changeSet(state: ChangeState): ChangeSetDetails {
  const can = state === 'draft';
  return {
    ...{ id: 'c1', connection_id: 'shop', connection_name: 'Shop', title: 'Edit orders', state, lane: 'direct' },
    ...{ author: PERSON, version: 1, hash: 'h', counts: { inserts: 1, updates: 0, deletes: 0, statements: 0 } },
    ...{ tables: [{ schema: 'public', table: 'orders' }], created_at: '', changed_at: '', proposed_at: null },
    ...{ decided_at: null, decided_by: null, decision: null, applied_at: null, applied_by: null },
    ...{ is_uncertain: false, uncertain_because: null, undoes: null, undone_by: null },
    actions: {
      ...{ edit: can, rehearse: can, propose: can, approve: false, refuse: false, apply: can, undo: !can },
      ...{ delete: can, comment: true },
    },
    ...{ items: [], item_count: 1, statements: [], rehearsal: null, comments: [] },
  };
}

describe('ChangeReviews', () => {
  let reviews: ChangeReviews;
  let edits: TabEdits;
  let id: string;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    id = TestBed.inject(TabsStore).open({ sql: 'SELECT 1', connectionId: 'shop' });
    edits = TestBed.inject(TabEdits);
    reviews = TestBed.inject(ChangeReviews);
    edits.update(id, 'shop', (staging) =>
      stageInserts(staging, { schema: 'public', table: 'orders' }, [{ note: 'new' }]),
    );
    void reviews.start();
    await answer('POST', PATH, 'draft');
    await answerDetails('draft');
    await answer('POST', `${PATH}/c1/rehearse`, 'draft');
    await answerRows();
  });
  afterEach(() => void TestBed.resetTestingModule());

  const staged = (): number => edits.counts().changes;

  async function answer(method: string, url: string, state: ChangeState): Promise<void> {
    await settle();
    requestTo(method, url).flush(changeSet(state));
    await settle();
  }

  async function answerRows(): Promise<void> {
    answerAll('GET', `${PATH}/c1/rows`, { items: [], next_cursor: null });
    answerAll('GET', `${PATH}/c1/rows/outline`, { groups: [] });
    await settle();
  }

  async function answerDetails(state: ChangeState): Promise<void> {
    await answer('GET', `${PATH}/c1`, state);
    await answerRows();
  }

  async function lose(method: string, url: string): Promise<void> {
    await settle();
    requestTo(method, url).error(new ProgressEvent('error'));
    await settle();
  }

  const tabUrl = (): string => `/api/studio/tabs/${id}`;

  /** Answers the write of the tab, and the look at it that follows. */
  async function keepTab(version: number): Promise<DraftInput> {
    const kept = requestTo('PUT', tabUrl());
    expect(answerAll('POST', `${PATH}/c1/apply`, {})).toBe(0);
    const draft = kept.request.body as DraftInput;
    kept.flush({ id, version, updated_at: '' });
    await settle();
    requestTo('GET', tabUrl()).flush({ ...draft, id, version, updated_at: '' });
    await settle();
    return draft;
  }

  /** Applies, once the tab is kept with the change set that is sent. */
  async function apply(): Promise<void> {
    void reviews.perform('apply');
    await settle();
    await keepTab(1);
    expect(await keepTab(2)).toMatchObject({ staged: { sent_change_id: 'c1' } });
  }

  /** The change set of another browser was applied: it is shown, and that of this one goes. */
  async function findOther(): Promise<void> {
    requestTo('DELETE', `${PATH}/c0`).flush(problemDocument('change-not-allowed', 'r'), {
      status: 409,
      statusText: '',
    });
    await answer('GET', `${PATH}/c0`, 'applied');
    answerAll('GET', `${PATH}/c1/items`, { items: stagedItems(edits.of(id, 'shop')), next_cursor: null });
    await answer('GET', `${PATH}/c0`, 'applied');
    answerAll('GET', `${PATH}/c0/rows`, { items: [], next_cursor: null });
    answerAll('GET', `${PATH}/c0/rows/outline`, { groups: [] });
    await settle();
  }

  it.each([
    ['reads the rows anew by the statement that gave them', 'SELECT 1', ['SELECT 1']],
    ['does not guess the values of a run of an earlier page', 'SELECT :id', []],
  ])('%s', async (_case, sql, sent) => {
    TestBed.inject(ConnectionsStore);
    await settle();
    answerAll('GET', '/api/connections', { items: [postgresSample()] });
    const tabs = TestBed.inject(TabsStore);
    tabs.setText(id, `${sql}; DELETE FROM orders`);
    tabs.markRun(id, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: 1 });
    void TestBed.inject(RunsStore).resume(id);
    await settle();
    requestTo('GET', '/api/studio/runs/r1').flush(runSample([statementSample({ sql })]));
    await settle();
    await apply();
    await answer('POST', `${PATH}/c1/apply`, 'applied');
    await answerRows();
    const runs = TestBed.inject(HttpTestingController).match({ method: 'POST', url: '/api/studio/runs' });
    expect(runs.map(({ request }) => (request.body as RunRequest).sql)).toEqual(sent);
  });

  it('does not bring edits back with a tab that was closed while they were applied', async () => {
    const actions = TestBed.inject(TabActions);
    await apply();
    actions.close(id);
    await settle();
    [...document.querySelectorAll<HTMLElement>('dw-confirm-dialog button')].at(-1)?.click();
    await settle();
    answerAll('DELETE', `${PATH}/c1`, {});
    await answer('POST', `${PATH}/c1/apply`, 'applied');
    actions.reopenClosed();
    await settle();
    expect([TestBed.inject(TabsStore).activeId(), staged()]).toEqual([id, 0]);
  });

  it('takes edits for applied where the answer was lost and the change set was applied', async () => {
    await apply();
    await lose('POST', `${PATH}/c1/apply`);
    expect(staged()).toBe(1);
    await answerDetails('applied');
    expect([staged(), reviews.change()?.state, reviews.busy()]).toEqual([0, 'applied', null]);
  });

  it('does not make another change set of edits while it is unknown whether they were applied', async () => {
    await apply();
    await lose('POST', `${PATH}/c1/apply`);
    await lose('GET', `${PATH}/c1`);
    expect([staged(), reviews.busy()]).toEqual([1, null]);
    void reviews.start();
    await lose('DELETE', `${PATH}/c1`);
    await lose('GET', `${PATH}/c1`);
    expect([answerAll('POST', PATH, changeSet('draft')), staged()]).toEqual([0, 1]);
    void reviews.start();
    await settle();
    requestTo('DELETE', `${PATH}/c1`).flush(problemDocument('change-not-allowed', 'r'), {
      status: 409,
      statusText: '',
    });
    await answerDetails('applied');
    expect([answerAll('POST', PATH, changeSet('draft')), staged()]).toEqual([0, 0]);
  });

  it('does not apply edits that another browser has sent, and shows what became of them', async () => {
    const tabs = TestBed.inject(TabsStore);
    const kept = tabs.find(id)?.staged;
    if (!kept) throw new Error('Nothing is staged');
    // As the draft of the tab brings it.
    tabs.take(id, { staged: { ...kept, changedAt: '2999-01-01T00:00:00Z', sentId: 'c0' } });
    void reviews.perform('apply');
    await settle();
    await keepTab(1);
    await findOther();
    expect([answerAll('POST', `${PATH}/c1/apply`, {}), staged()]).toEqual([0, 0]);
  });

  it.each([
    ['does not apply edits that another browser has sent, before their note has arrived', false],
    ['does not apply edits of which another browser was the first to note that it sends them', true],
  ])('%s', async (_case, isLate) => {
    void reviews.perform('apply');
    await settle();
    const kept = requestTo('PUT', tabUrl());
    const draft = kept.request.body as DraftInput;
    const theirs = { ...draft.staged, sent_change_id: 'c0' };
    kept.flush({ id, version: 1, updated_at: '' });
    await settle();
    const noted = { ...draft, id, version: 2, updated_at: '', writer: 'another', staged: theirs };
    if (isLate) {
      requestTo('GET', tabUrl()).flush({ ...draft, id, version: 1, updated_at: '' });
      await settle();
      const refused = problemDocument('changed-meanwhile', 'r');
      requestTo('PUT', tabUrl()).flush(refused, { status: 409, statusText: '' });
      await settle();
      requestTo('GET', tabUrl()).flush(noted);
      await settle();
    }
    requestTo('GET', tabUrl()).flush(noted);
    await settle();
    await findOther();
    expect([answerAll('DELETE', `${PATH}/c1`, {}), answerAll('POST', `${PATH}/c1/apply`, {}), staged()]).toEqual([
      1, 0, 0,
    ]);
  });

  it('does not apply where the server does not say that the note has arrived', async () => {
    void reviews.perform('apply');
    await settle();
    await keepTab(1);
    requestTo('PUT', tabUrl()).flush(problemDocument('internal-error', 'r'), { status: 500, statusText: '' });
    await settle();
    await lose('GET', tabUrl());
    await answerDetails('draft');
    expect([answerAll('POST', `${PATH}/c1/apply`, {}), staged(), reviews.busy()]).toEqual([0, 1, null]);
  });

  it('reviews the edits of its tab, though another one comes to the front', async () => {
    void reviews.close();
    await settle();
    answerAll('DELETE', `${PATH}/c1`, {});
    await settle();
    void reviews.start();
    await settle();
    TestBed.inject(TabsStore).open({ sql: 'SELECT 2', connectionId: 'shop' });
    await answer('POST', PATH, 'draft');
    await answerDetails('draft');
    await answer('POST', `${PATH}/c1/rehearse`, 'draft');
    await answerRows();
    expect(answerAll('DELETE', `${PATH}/c1`, {})).toBe(0);
    TestBed.inject(TabsStore).activate(id);
    expect([reviews.change()?.id, reviews.isStale()]).toEqual(['c1', false]);
  });

  it('has no edits that changed since once they are proposed, though their author may still edit them', async () => {
    void reviews.perform('propose');
    await settle();
    await keepTab(1);
    await keepTab(2);
    const proposed = changeSet('proposed');
    requestTo('POST', `${PATH}/c1/propose`).flush({ ...proposed, actions: { ...proposed.actions, edit: true } });
    await settle();
    expect([staged(), reviews.change()?.state, reviews.isStale()]).toEqual([0, 'proposed', false]);
  });

  it('knows edits that another window has applied, and offers no rehearsal of them', async () => {
    const panel = TestBed.createComponent(ReviewPanel);
    await panel.whenStable();
    const text = (): string => words(panel.nativeElement as HTMLElement);
    edits.update(id, 'shop', (staging) =>
      stageInserts(staging, { schema: 'public', table: 'orders' }, [{ note: 'more' }]),
    );
    await panel.whenStable();
    expect([reviews.isEmptied(), text().includes('Edits have changed since')]).toEqual([false, true]);
    edits.settle(id, stagedItems(edits.of(id, 'shop')), 'c1');
    await panel.whenStable();
    expect(text()).toContain('These edits are no longer staged.');
    expect(text()).not.toMatch(/Edits have changed|Rehearse again/);
    panel.destroy();
  });

  it('keeps edits that were not applied', async () => {
    await apply();
    requestTo('POST', `${PATH}/c1/apply`).flush(problemDocument('internal-error', 'r'), {
      status: 500,
      statusText: '',
    });
    await settle();
    await answerDetails('draft');
    expect([staged(), reviews.busy()]).toEqual([1, null]);
  });
});
