import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { redoStaging, stageCells, stagedItems, stageInserts, undoStaging } from '#libs/changes';
import type { Staging } from '#libs/changes';
import { providePage } from '../../../testing/page-set-up';
import { TabsStore } from '../tabs/tabs.store';
import { TabEdits } from './tab-edits';

const ORDERS = { schema: 'public', table: 'orders' };
const add = (staging: Staging): Staging => stageInserts(staging, ORDERS, [{ note: 'new' }]);
const change = (staging: Staging): Staging =>
  stageCells(staging, [
    { row: { ...ORDERS, key: { id: '1' }, cells: { id: '1', note: null } }, column: 'note', value: 'x' },
  ]);

describe('TabEdits', () => {
  let tabs: TabsStore;
  let edits: TabEdits;
  let id: string;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
    tabs = TestBed.inject(TabsStore);
    edits = TestBed.inject(TabEdits);
    id = tabs.open({ sql: 'SELECT 1', connectionId: 'shop' });
  });

  it('keeps what is staged with the tab, for its connection alone', () => {
    edits.update(id, 'shop', change);
    edits.update(id, 'shop', add);
    expect(edits.counts()).toMatchObject({ changes: 2, rows: 2 });
    expect([edits.of(id, 'shop').rows.size, edits.of(id, 'lake').rows.size]).toEqual([2, 0]);
    expect([edits.isForOther(id, 'lake'), edits.isForOther(id, 'shop')]).toEqual([true, false]);
    expect(tabs.find(id)?.staged).toMatchObject({ connectionId: 'shop', count: 2 });
  });

  it('writes the text of what is staged once, when the tab is kept and not while the edit waits to be painted', () => {
    let writings = 0;
    const value = { default: true as const, toJSON: () => ((writings += 1), 'x') };
    edits.update(id, 'shop', (staging) => stageInserts(staging, ORDERS, [{ note: value }]));
    expect([edits.counts().added, writings]).toEqual([1, 0]);
    tabs.flush();
    expect([tabs.find(id)?.staged?.text.includes('"note":"x"'), writings]).toEqual([true, 1]);
  });

  it('undoes and redoes, also from nothing', () => {
    edits.update(id, 'shop', change);
    edits.update(id, 'shop', undoStaging);
    expect([edits.counts().rows, edits.connectionId()]).toEqual([0, null]);
    edits.update(id, 'shop', redoStaging);
    expect(edits.counts().rows).toBe(1);
  });

  it('notes what is sent without making the edits later, and clears a note only with its own change set', () => {
    edits.update(id, 'shop', change);
    const changedAt = (): string => tabs.find(id)?.staged?.changedAt ?? '';
    const before = changedAt();
    edits.noteSent(id, 'c1');
    expect([edits.sentOf(id), changedAt()]).toEqual(['c1', before]);
    edits.settle(id, [], 'c2');
    const settled = changedAt();
    edits.noteAnswered(id, 'c2');
    expect([edits.sentOf(id), changedAt()]).toEqual(['c1', settled]);
    edits.noteAnswered(id, 'c1');
    expect([edits.sentOf(id), Date.parse(changedAt())]).toEqual([null, Date.parse(settled) + 1]);
    expect(edits.counts().changes).toBe(1);
  });

  it('takes over what another browser has staged, and reads what cannot be read as nothing', () => {
    edits.update(id, 'shop', change);
    const mine = tabs.find(id)?.staged;
    const text = JSON.stringify([{ kind: 'insert', ...ORDERS, values: { note: 'theirs' } }]);
    tabs.stage(id, { connectionId: 'shop', changedAt: '2999-01-01T00:00:00.000Z', count: 1, text });
    expect([...edits.active().rows.values()].map(({ kind }) => kind)).toEqual(['insert']);
    tabs.stage(id, { connectionId: 'shop', changedAt: '2999-01-02T00:00:00.000Z', count: 1, text: '{' });
    expect(edits.active().rows.size).toBe(0);
    expect(mine?.count).toBe(1);
  });

  it('dates each change later than the one before, so that the last one counts', () => {
    const dates = [change, add, undoStaging].map((step) => {
      edits.update(id, 'shop', step);
      return tabs.find(id)?.staged?.changedAt ?? '';
    });
    expect(new Set(dates).size).toBe(3);
    expect([...dates].sort()).toEqual(dates);
  });

  it('forgets edits, and what could be undone, when they are in the database', () => {
    edits.update(id, 'shop', change);
    const sent = stagedItems(edits.active());
    edits.update(id, 'shop', add);
    edits.settle(id, sent, 'c1');
    expect([stagedItems(edits.active()), edits.active().past]).toEqual([
      [{ kind: 'insert', ...ORDERS, values: { note: 'new' } }],
      [],
    ]);
  });
});
