import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { answerAll, providePage, requestTo, settle } from '../../testing/page-set-up';
import { changeSet, rehearsalOf } from '../shared/changes/testing/change-set';
import { Toasts } from '../shared/ui/toast/toasts';
import { ChangeWork } from './change-work';
import { ChangesStore } from './data/changes.store';
import { CommentDrafts } from './data/comment-drafts';

const ADDRESS = '/api/changes/c1';
const DRAFT = changeSet({ rehearsal: rehearsalOf() });

beforeEach(async () => {
  TestBed.configureTestingModule({ providers: [providePage(), ChangesStore, ChangeWork, CommentDrafts] });
  TestBed.inject(ChangesStore).openChange('c1');
  await answerDetails(DRAFT);
});
afterEach(() => void TestBed.resetTestingModule());

async function answerDetails(change: typeof DRAFT | null): Promise<void> {
  await settle();
  const request = requestTo('GET', ADDRESS);
  if (change === null) request.error(new ProgressEvent('error'));
  else request.flush(change);
  await answerRest();
}

async function answerRest(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await settle();
    answerAll('GET', '/api/changes', { items: [], next_cursor: null });
    answerAll('GET', `${ADDRESS}/rows`, { items: [], next_cursor: null });
    answerAll('GET', `${ADDRESS}/rows/outline`, { groups: [], page_offsets: [] });
  }
  await settle();
}

it.each([
  ['applied', changeSet({ state: 'applied', applied_at: '2026-05-18T09:30:00.000Z' }), 'success', 'Applied Refunds'],
  ['not applied', DRAFT, 'danger', "Couldn't apply Refunds"],
  ['unreadable', null, 'danger', 'No answer for Refunds'],
])('reads a change set again whose answer was lost, and says so where it is %s', async (_, read, tone, title) => {
  const work = TestBed.inject(ChangeWork);
  void work.perform('apply');
  requestTo('POST', `${ADDRESS}/apply`).error(new ProgressEvent('error'));
  await answerDetails(read);
  const toasts = TestBed.inject(Toasts).messages();
  expect([toasts.length, toasts[0]?.tone, toasts[0]?.title, work.busy()]).toEqual([1, tone, title, null]);
});

it('settles a conflict without sending the items, and rehearses again', async () => {
  const work = TestBed.inject(ChangeWork);
  const conflict = {
    item: 7,
    schema: 'public',
    table: 'orders',
    key: { id: '7' },
    yours: null,
    theirs: null,
    before: {},
  };
  void work.settle(conflict, 'theirs');
  const settling = requestTo('POST', `${ADDRESS}/settle`);
  expect(settling.request.body).toEqual({ choices: [{ item: 7, choice: 'theirs' }], version: DRAFT.version });
  settling.flush(DRAFT);
  await settle();
  requestTo('POST', `${ADDRESS}/rehearse`).flush(DRAFT);
  await answerRest();
  expect(work.busy()).toBeNull();
});
