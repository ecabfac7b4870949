import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { TabsStore } from '../../tabs/tabs.store';
import { PlansStore } from './plans.store';

describe('PlansStore', () => {
  beforeEach(() => {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: providePage() });
  });

  it.each([true, false])('leaves what is in front to a person while a plan is on its way: %s', async (isInFront) => {
    const plans = TestBed.inject(PlansStore);
    const id = TestBed.inject(TabsStore).activeId() ?? '';
    const explained = plans.explain(id, { connection_id: 'shop', sql: 'SELECT 1' });
    await settle();
    plans.show(id, isInFront);
    requestTo('POST', '/api/studio/explain').flush(problemDocument('internal-error', 'r'), {
      status: 500,
      statusText: '',
    });
    await explained;
    expect(plans.active()).toMatchObject({ phase: 'failed', isInFront });
  });

  it.each([200, 500])('shows nothing of an answer %d that was stopped as it came', async (status) => {
    const plans = TestBed.inject(PlansStore);
    const id = TestBed.inject(TabsStore).activeId() ?? '';
    const explained = plans.explain(id, { connection_id: 'shop', sql: 'SELECT 1' });
    await settle();
    const answer = { raw: '[{"Plan": {"Node Type": "Result"}}]', sql: 'SELECT 1', connection_id: 'shop' };
    const body = status === 200 ? answer : problemDocument('internal-error', 'r');
    requestTo('POST', '/api/studio/explain').flush(body, { status, statusText: '' });
    plans.stop(id);
    expect(await explained).toBeNull();
    expect([plans.active(), plans.latest()]).toEqual([null, []]);
  });
});
