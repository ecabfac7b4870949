import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { HistoryEntry, HistoryList } from '#libs/api';
import { providePage, requestTo, settle } from '../../../testing/page-set-up';
import { HistoryStore } from './history.store';

const PATH = '/api/studio/history';

const entries = (from: number, count: number): HistoryEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `e${from + index}`, connection_id: 'shop', connection_name: 'Shop', sql: `SELECT ${from + index}` },
    ...{ sql_truncated: false, status: 'succeeded', row_count: 1, error: null, elapsed_ms: 1, started_at: '' },
  }));
const page = (items: HistoryEntry[], cursor: string | null): HistoryList => ({
  ...{ items, next_cursor: cursor, waiting: 0, dropped: 0 },
});

const searchFor = (text: string) =>
  TestBed.inject(HttpTestingController).expectOne(({ params }) => params.get('search') === text);

describe('HistoryStore', () => {
  let store: HistoryStore;
  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
    store = TestBed.inject(HistoryStore);
  });
  afterEach(() => void TestBed.resetTestingModule());

  it('shows the last fifty, and fifty more on request', async () => {
    void store.load();
    const first = requestTo('GET', PATH);
    expect([first.request.params.get('limit'), first.request.params.has('search')]).toEqual(['50', false]);
    first.flush(page(entries(0, 50), 'c'));
    await settle();
    expect([store.list.items().length, store.list.hasMore()]).toEqual([50, true]);
    void store.list.more();
    const second = requestTo('GET', PATH);
    expect([second.request.params.get('limit'), second.request.params.get('cursor')]).toEqual(['50', 'c']);
    second.flush(page(entries(50, 10), null));
    await settle();
    expect([store.list.items().length, store.list.hasMore()]).toEqual([60, false]);
  });

  it('searches all of them, and keeps the answer of the newest search only', async () => {
    void store.load('old');
    void store.load(' orders ');
    const [old, newest] = ['old', 'orders'].map(searchFor);
    newest?.flush(page(entries(7, 1), null));
    await settle();
    old?.flush(page(entries(0, 3), null));
    await settle();
    expect(store.list.items().map(({ id }) => id)).toEqual(['e7']);
  });
});
