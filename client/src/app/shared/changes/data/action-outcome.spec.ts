import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { ApiProblem } from '../../http/api-problem';
import { changeSet, rehearsalOf } from '../testing/change-set';
import { outcomeOf, outcomeToast } from './action-outcome';
import type { FailedAction } from './action-outcome';
import { ChangesApi } from './changes-api';
import { OpenChange } from './open-change';

const LOST = new ApiProblem('network', 0, '', "Couldn't reach the server.");
const REFUSED = new ApiProblem('change-not-allowed', 409, '', 'It was applied before.');
const AT = '2026-05-18T09:30:00.000Z';

describe('the outcome of an action whose call failed', () => {
  let open: OpenChange;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
    open = new OpenChange(TestBed.inject(ChangesApi), 'c1');
  });
  afterEach(() => void TestBed.resetTestingModule());

  async function readAgain(answer: Partial<ChangeSetDetails> | 'gone' | 'lost'): Promise<void> {
    void open.load();
    const request = requestTo('GET', '/api/changes/c1');
    if (answer === 'lost') request.error(new ProgressEvent('error'));
    else if (answer === 'gone')
      request.flush(problemDocument('change-set-not-found', 'r'), { status: 404, statusText: '' });
    else request.flush(changeSet(answer));
    await settle();
    answerAll('GET', '/api/changes/c1/rows', { items: [], next_cursor: null });
    answerAll('GET', '/api/changes/c1/rows/outline', { groups: [] });
    await settle();
  }

  it.each<[FailedAction['name'], Parameters<typeof readAgain>[0], ApiProblem, string]>([
    ['apply', { state: 'applied', applied_at: AT }, LOST, 'done'],
    ['apply', { state: 'undone', applied_at: AT }, LOST, 'done'],
    ['apply', { state: 'draft' }, LOST, 'failed'],
    ['apply', { state: 'applied', applied_at: AT }, REFUSED, 'failed'],
    ['apply', 'lost', LOST, 'unknown'],
    ['apply', 'gone', LOST, 'failed'],
    ['approve', { state: 'approved' }, LOST, 'done'],
    ['approve', { state: 'proposed' }, LOST, 'failed'],
    ['refuse', { state: 'refused' }, LOST, 'done'],
    ['reopen', { state: 'draft' }, LOST, 'done'],
    ['propose', { state: 'proposed', proposed_at: AT }, LOST, 'done'],
    ['rehearse', { rehearsal: rehearsalOf() }, LOST, 'done'],
    ['rehearse', { rehearsal: null }, LOST, 'failed'],
    ['undo', { state: 'applied' }, LOST, 'unknown'],
    ['delete', 'gone', LOST, 'done'],
    ['delete', { state: 'draft' }, LOST, 'failed'],
  ])('of %s where %j is read, after %s, is %s', async (name, answer, error, outcome) => {
    await readAgain(answer);
    expect(outcomeOf({ name, before: changeSet(), error }, open)).toBe(outcome);
  });

  it('is unknown where another change set is open by now', () => {
    expect(outcomeOf({ name: 'apply', before: changeSet(), error: LOST }, null)).toBe('unknown');
  });

  it('has words', () => {
    const failed: FailedAction = { name: 'apply', before: changeSet(), error: LOST };
    const texts = (['done', 'failed', 'unknown'] as const).map((outcome) => {
      const { tone, title, text } = outcomeToast(failed, outcome, "Couldn't apply Refunds");
      return [tone, title, text];
    });
    expect(texts).toEqual([
      ['success', 'Applied Refunds', undefined],
      ['danger', "Couldn't apply Refunds", "Couldn't reach the server."],
      ['danger', 'No answer for Refunds', expect.stringContaining('The outcome is unknown')],
    ]);
  });
});
