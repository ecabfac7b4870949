import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunningQuery } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { answerAll, providePage, requestTo } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { ActivityCard } from './activity-card';

const SHOP = '/api/admin/shop/activity';
const BOOKS = '/api/admin/books/activity';
const STARTED_AT = '2026-03-01T12:00:00.123456Z';
const connections = ['shop', 'books'].map((id) => ({ id, name: id, capabilities: { activity: true } }));
const running = (query: string): RunningQuery => ({
  ...{ pid: 7, user: 'ann', application: '', state: 'active', wait: null },
  ...{ started_at: STARTED_AT, duration_ms: 10, query, is_own: true },
});

describe('ActivityCard', () => {
  let part: Part<ActivityCard>;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    part = await Part.show(ActivityCard, { connections });
  });
  afterEach(() => Part.clear());

  async function answer(url: string, ...queries: string[]): Promise<void> {
    answerAll('GET', url, { items: queries.map(running), next_cursor: null });
    await part.settled();
  }
  const queries = (): (string | undefined)[] =>
    [...part.element.querySelectorAll('.query')].map((cell) => cell.textContent.trim());

  it('lists what runs in the first database', async () => {
    await answer(SHOP, 'SELECT 1');
    expect(queries()).toEqual(['SELECT 1']);
  });

  it('aborts the request for a database when another is chosen', async () => {
    const request = requestTo('GET', SHOP);
    await part.type('Database', 'books');
    expect(request.cancelled).toBe(true);
    await answer(BOOKS, 'SELECT 2');
    expect(queries()).toEqual(['SELECT 2']);
  });

  it('keeps the list where it cannot be read again after a query was cancelled, and says why', async () => {
    await answer(SHOP, 'SELECT 1');
    await part.press('Cancel query of process 7');
    const request = requestTo('POST', `${SHOP}/7/cancel`);
    expect(request.request.body).toEqual({ started_at: STARTED_AT });
    request.flush(null);
    await part.settled();
    const refusal = problemDocument('internal-error', 'r', 'Disk full');
    requestTo('GET', SHOP).flush(refusal, { status: 500, statusText: '' });
    await part.settled();
    expect([queries(), part.element.querySelector('[role="alert"]')?.textContent]).toEqual([['SELECT 1'], 'Disk full']);
  });

  it.each([{ state: 'idle in transaction' }, { started_at: null, query: '<insufficient privilege>' }])(
    'offers no cancelling of %j',
    async (change) => {
      answerAll('GET', SHOP, { items: [{ ...running('SELECT 1'), ...change }], next_cursor: null });
      await part.settled();
      expect(queries()).toHaveLength(1);
      expect(part.text).not.toContain('Cancel query');
    },
  );

  it('says that nothing runs, and reads nothing without a database', async () => {
    await answer(SHOP);
    expect(part.text).toContain('No running queries.');
    part.fixture.componentRef.setInput('connections', []);
    await part.settled();
    expect(part.text).toContain('No relational connections.');
  });
});
