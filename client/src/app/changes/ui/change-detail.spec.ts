import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { answerAll, providePage, requestTo } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { ChangesApi } from '../../shared/changes/data/changes-api';
import { OpenChange } from '../../shared/changes/data/open-change';
import { changeSet, rehearsalOf } from '../../shared/changes/testing/change-set';
import { CommentDrafts } from '../data/comment-drafts';
import { ChangeDetail } from './change-detail';

const ADDRESS = '/api/changes/c1';
const OUTLINE = { groups: [], page_offsets: [] };
const diskFull = problemDocument('internal-error', 'r', 'Disk full');
const { actions } = changeSet();

beforeEach(() => {
  TestBed.configureTestingModule({ providers: [providePage(), CommentDrafts] });
});
afterEach(() => Part.clear());

it('holds Approve until the rows of the last rehearsal are in sight', async () => {
  const open = new OpenChange(TestBed.inject(ChangesApi), 'c1');
  const comment = () => Promise.resolve(true);
  const part = await Part.show(ChangeDetail, { open, busy: null, comment });
  const acted: string[] = [];
  part.fixture.componentInstance.acted.subscribe((name) => acted.push(name));
  const proposed = (hash: string) =>
    changeSet({ hash, state: 'proposed', rehearsal: rehearsalOf(), actions: { ...actions, approve: true } });

  async function load(hash: string, canReadRows: boolean): Promise<void> {
    requestTo('GET', ADDRESS).flush(proposed(hash));
    await part.settled();
    await part.press('Approve change set');
    const rows = requestTo('GET', `${ADDRESS}/rows`);
    if (canReadRows) rows.flush({ items: [], next_cursor: null });
    else rows.flush(diskFull, { status: 500, statusText: '' });
    answerAll('GET', `${ADDRESS}/rows/outline`, OUTLINE);
    await part.settled();
    await part.press('Approve change set');
  }

  void open.load();
  await load('old', true);
  expect(acted).toEqual(['approve']);

  void open.load();
  await load('new', false);
  expect(acted).toEqual(['approve']);
  expect(part.text).toContain('Disk full');
  expect(part.text).toContain('The rows could not be loaded.');

  await part.press('Try again');
  await load('new', true);
  expect(acted).toEqual(['approve', 'approve']);
});
