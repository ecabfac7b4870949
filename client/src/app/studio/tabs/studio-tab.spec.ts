import { textMark } from '#libs/drafts';
import { describe, expect, it } from '@jest/globals';
import { holdsWork, isUnused, neighbourOf, nextTabNumber, parseOrder, parseTab, tabTitle } from './studio-tab';
import type { StudioTab } from './studio-tab';

const tab: StudioTab = {
  id: 'a',
  title: null,
  number: 1,
  sql: 'SELECT 1',
  connectionId: 'shop',
  cursor: 3,
  isDirty: true,
  editorShare: 40,
  lastRun: { runId: 'r1', sqlOffset: 0, startedAt: '2026-05-19T09:41:12Z', rowCount: 1, mark: 'm' },
};

describe('tabTitle', () => {
  it.each([
    ['payments', 'payments', 'SELECT 1'],
    [null, 'Query 3', 'SELECT 1'],
    [null, 'Query 3', ''],
    [null, 'orders this month', '-- orders this month\nSELECT 1'],
    [null, 'orders this month', '\n  --orders this month  \r\nSELECT 1'],
    [null, 'Query 3', '--\nSELECT 1'],
    [null, 'Query 3', `${'-'.repeat(72)}\nSELECT 1 -- orders`],
    [null, 'Query 3', `-- ${'='.repeat(2000)}`],
    [null, 'Query 3', 'SELECT 1\n-- orders'],
    [null, 'orders this month', `${'-'.repeat(72)}\n-- orders this month\n${'-'.repeat(72)}\nSELECT 1`],
    [null, 'orders', '--\r\n\r\n-- ====  orders ====\r\nSELECT 1'],
    [null, '#1 of C++ -->', '--- #1 of C++ -->'],
    [null, '注文', '-- *** 注文 ***'],
    [null, 'Orders placed in the month of M…', '-- Orders placed in the month of May, newest first'],
    ['', 'Query 3', 'SELECT 1'],
  ])('of the name %j is %j over %j', (title, shown, sql) => {
    expect(tabTitle({ title, sql, number: 3 })).toBe(shown);
  });
});

describe('holdsWork', () => {
  const blank: StudioTab = { ...tab, sql: '', lastRun: null };
  const staged = (count: number) => ({ staged: { connectionId: 'shop', changedAt: '', count, text: '[]' } });

  it.each<[string, Partial<StudioTab>, boolean]>([
    ['a blank tab', {}, false],
    ['blanks', { sql: ' \n' }, false],
    ['a text', { sql: 'SELECT 1' }, true],
    ['a name', { title: 'orders' }, true],
    ['a saved query', { saved: { queryId: 'q1', version: 1, mark: '', savedAt: '' } }, true],
    ['a file', { file: { fileId: 'f1', name: 'a.sql', etag: '', mark: '' } }, true],
    ['staged edits', staged(1), true],
    ['edits that were undone', staged(0), false],
  ])('of %s', (_case, change, holds) => {
    expect([holdsWork({ ...blank, ...change }), isUnused({ ...blank, ...change })]).toEqual([holds, !holds]);
  });

  it('is not the same as being used: a run leaves nothing to lose', () => {
    const ran = { ...blank, lastRun: tab.lastRun };
    expect([holdsWork(ran), isUnused(ran)]).toEqual([false, false]);
  });
});

describe('parseTab', () => {
  it('reads what was kept', () => {
    expect(parseTab(JSON.stringify(tab))).toEqual(tab);
  });

  it('gives a run of an earlier version the mark of the text that it ran', () => {
    const run = { ...tab.lastRun, mark: undefined };
    expect(parseTab(JSON.stringify({ ...tab, isDirty: false, lastRun: run }))?.lastRun?.mark).toBe(textMark(tab.sql));
    expect(parseTab(JSON.stringify({ ...tab, isDirty: true, lastRun: run }))?.lastRun?.mark).toBe('');
  });

  it.each([null, '', '{', 'null', '[]', '"x"', '{}', '{"id":"a"}', '{"id":1,"sql":"x"}'])(
    'finds no tab in %j',
    (text) => {
      expect(parseTab(text)).toBeNull();
    },
  );

  it('mends what a hand or an older version left', () => {
    const odd = {
      id: 'a',
      sql: 'ab',
      cursor: 99,
      number: -1,
      isDirty: 'yes',
      editorShare: 300,
      lastRun: { runId: 5 },
      title: 7,
    };
    expect(parseTab(JSON.stringify(odd))).toEqual({
      id: 'a',
      sql: 'ab',
      title: null,
      number: 1,
      connectionId: null,
      cursor: 2,
      isDirty: false,
      editorShare: 90,
      lastRun: null,
    });
  });
});

describe('parseOrder', () => {
  it('reads ids once each', () => {
    expect(parseOrder('{"order":["a","b","a",7],"activeId":"b"}')).toEqual({ order: ['a', 'b'], activeId: 'b' });
    expect(parseOrder('{"order":"a"}')).toBeNull();
    expect(parseOrder(null)).toBeNull();
  });
});

describe('the strip', () => {
  it.each([
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'b'],
  ])('after closing %s shows %s', (closed, next) => {
    expect(neighbourOf(['a', 'b', 'c'], closed)).toBe(next);
  });

  it('has nothing to show after its last tab', () => {
    expect(neighbourOf(['a'], 'a')).toBeNull();
  });

  it('gives a new tab the lowest free number', () => {
    expect(nextTabNumber([])).toBe(1);
    expect(nextTabNumber([1, 2, 4].map((number) => ({ ...tab, number })))).toBe(3);
  });
});
