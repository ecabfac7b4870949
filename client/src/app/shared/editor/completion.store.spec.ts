import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CompletionCatalog } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { FakeEventSource } from '../../../testing/fake-event-source';
import { answerAll, providePage, requestTo, settle } from '../../../testing/page-set-up';
import { CompletionStore } from './completion.store';

const COMPLETION = '/api/studio/completion';

const catalog = (...tables: string[]): CompletionCatalog => ({
  dialect: 'duckdb',
  search_path: ['main'],
  schemas: [
    {
      name: 'main',
      is_system: false,
      tables: tables.map((name) => ({ name, kind: 'table', columns: ['id'], types: [0] })),
      functions: [],
    },
  ],
  column_types: ['INTEGER'],
  types: [],
  keywords: [],
});

describe('CompletionStore', () => {
  let store: CompletionStore;
  beforeEach(() => {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: providePage() });
    store = TestBed.inject(CompletionStore);
  });

  const tablesFor = async (sql: string): Promise<string[] | undefined> => {
    const answer = await store.complete('lake', sql, sql.length);
    return answer?.items.filter(({ kind }) => kind === 'table').map(({ label }) => label);
  };

  it('reads a catalog once and answers from it', async () => {
    store.prepare('lake');
    store.prepare('lake');
    requestTo('GET', COMPLETION).flush(catalog('orders'));
    await settle();
    expect(await tablesFor('SELECT * FROM or')).toEqual(['orders']);
    expect(answerAll('GET', COMPLETION, catalog())).toBe(0);
  });

  it('waits for the first catalog, however long it takes', async () => {
    const asking = tablesFor('SELECT * FROM ');
    await new Promise((resolve) => setTimeout(resolve, 600));
    requestTo('GET', COMPLETION).flush(catalog('late'));
    expect(await asking).toEqual(['late']);
  });

  it('asks again after a run, and answers with what it knew when that takes too long', async () => {
    store.prepare('lake');
    requestTo('GET', COMPLETION).flush(catalog('orders'));
    await settle();
    const run = { run_id: 'r', connection_id: 'lake', status: 'succeeded' };
    FakeEventSource.last.emit('studio.run_finished', run);
    expect(await tablesFor('SELECT * FROM ')).toEqual(['orders']);
    requestTo('GET', COMPLETION).flush(catalog('orders', 'made'));
    await settle();
    expect(await tablesFor('SELECT * FROM ')).toEqual(['made', 'orders']);
  });

  it('waits for what a run has made when nothing known begins as what is typed', async () => {
    store.prepare('lake');
    requestTo('GET', COMPLETION).flush(catalog('orders'));
    await settle();
    FakeEventSource.last.emit('studio.run_finished', { run_id: 'r', connection_id: 'lake', status: 'succeeded' });
    const asking = tablesFor('SELECT * FROM bra');
    await new Promise((resolve) => setTimeout(resolve, 600));
    requestTo('GET', COMPLETION).flush(catalog('orders', 'brand_new'));
    expect(await asking).toEqual(['brand_new']);
  });

  it('makes later keystrokes wait for it, too', async () => {
    store.prepare('lake');
    requestTo('GET', COMPLETION).flush(catalog('orders'));
    await settle();
    FakeEventSource.last.emit('studio.run_finished', { run_id: 'r', connection_id: 'lake', status: 'succeeded' });
    expect(await tablesFor('SELECT * FROM o')).toEqual(['orders']);
    const asking = tablesFor('SELECT * FROM bra');
    requestTo('GET', COMPLETION).flush(catalog('orders', 'brand_new'));
    expect(await asking).toEqual(['brand_new']);
  });

  it('drops a catalog that was being read when its connection changed', async () => {
    const asking = tablesFor('SELECT * FROM ');
    FakeEventSource.last.emit('connections.changed', { connection_ids: ['lake'] });
    requestTo('GET', COMPLETION).flush(catalog('old'));
    await settle();
    requestTo('GET', COMPLETION).flush(catalog('new'));
    expect(await asking).toEqual(['new']);
  });

  it('offers nothing while the catalog cannot be read, and tries again', async () => {
    const asking = tablesFor('SELECT * FROM ');
    requestTo('GET', COMPLETION).flush(problemDocument('connection-unreachable', 'r'), { status: 502, statusText: '' });
    expect(await asking).toBeUndefined();
    const again = tablesFor('SELECT * FROM ');
    requestTo('GET', COMPLETION).flush(catalog('back'));
    expect(await again).toEqual(['back']);
  });
});
