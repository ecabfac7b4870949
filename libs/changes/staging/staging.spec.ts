import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, ChangeConflict, ChangeValue } from '../../api/index.js';
import { readItems } from '../index.js';
import {
  areSameItems,
  countStaged,
  hasRoom,
  inOneStep,
  NO_STAGING,
  parseStaging,
  redoStaging,
  rowId,
  settleStaged,
  stageAgain,
  stageCells,
  stagedItems,
  stageDeletes,
  stageInserts,
  stageInvalid,
  stagingText,
  undoStaging,
  unstage,
  unstageAll,
  withoutItems,
} from './index.js';
import type { KnownRow, Staging } from './index.js';

const ORDERS = { schema: 'public', table: 'orders' };
const order = (id: string, cells: Record<string, Cell> = {}): KnownRow => ({
  ...{ ...ORDERS, key: { id } },
  cells: { id, status: 'paid', total: '76.77', coupon: null, ...cells },
});
const set = (staging: Staging, row: KnownRow | string, column: string, value: ChangeValue): Staging =>
  stageCells(staging, [{ row, column, value }]);
const DEFAULT = { default: true } as const;
const UPDATE = { kind: 'update', ...ORDERS, key: { id: '1' } };

describe('staged cells', () => {
  it.each<[string, Staging, unknown[]]>([
    [
      'carry the value before',
      set(NO_STAGING, order('1'), 'total', '69.09'),
      [{ ...UPDATE, before: { total: '76.77' }, values: { total: '69.09' } }],
    ],
    [
      'of one row are one edit',
      set(set(NO_STAGING, order('1'), 'total', '1'), order('1'), 'coupon', 'A'),
      [{ ...UPDATE, before: { total: '76.77', coupon: null }, values: { total: '1', coupon: 'A' } }],
    ],
    [
      'keep the first value before',
      set(set(NO_STAGING, order('1'), 'total', '1'), order('1', { total: '5' }), 'total', '2'),
      [{ ...UPDATE, before: { total: '76.77' }, values: { total: '2' } }],
    ],
    [
      'with the value before are none',
      set(set(NO_STAGING, order('1'), 'total', '1'), order('1'), 'total', '76.77'),
      [],
    ],
    [
      'know NULL, an empty text and the default apart',
      stageCells(NO_STAGING, [
        { row: order('1'), column: 'coupon', value: '' },
        { row: order('2', { coupon: '' }), column: 'coupon', value: null },
        { row: order('3'), column: 'coupon', value: DEFAULT },
      ]),
      [
        { ...UPDATE, before: { coupon: null }, values: { coupon: '' } },
        { ...UPDATE, key: { id: '2' }, before: { coupon: '' }, values: { coupon: null } },
        { ...UPDATE, key: { id: '3' }, before: { coupon: null }, values: { coupon: DEFAULT } },
      ],
    ],
    [
      'may change the key, which still finds the row as it is',
      set(NO_STAGING, order('1'), 'id', '9'),
      [{ ...UPDATE, before: { id: '1' }, values: { id: '9' } }],
    ],
    [
      'of a deleted row stay as they are',
      set(stageDeletes(NO_STAGING, [order('1')]), order('1'), 'total', '1'),
      [{ kind: 'delete', ...ORDERS, key: { id: '1' }, before: order('1').cells }],
    ],
  ])('%s', (_, staging, items) => {
    expect(stagedItems(staging)).toEqual(items);
  });
});

describe('staged rows', () => {
  const added = stageInserts(NO_STAGING, ORDERS, [{ status: 'new' }, {}]);

  it('are added with what is given, and edited', () => {
    const edited = set(set(added, '+2', 'total', '1'), '+2', 'coupon', null);
    expect([...edited.rows.keys()]).toEqual(['+1', '+2']);
    expect(stagedItems(edited)).toEqual([
      { kind: 'insert', ...ORDERS, values: { status: 'new' } },
      { kind: 'insert', ...ORDERS, values: { total: '1', coupon: null } },
    ]);
  });

  it('are forgotten when an added one is deleted, and never share an id', () => {
    const fewer = stageDeletes(added, ['+2']);
    expect([...fewer.rows.keys()]).toEqual(['+1']);
    expect([...stageInserts(fewer, ORDERS, [{}]).rows.keys()]).toEqual(['+1', '+3']);
  });

  it('are deleted with the cells that were seen, whatever was staged before', () => {
    const staging = stageDeletes(set(NO_STAGING, order('1'), 'total', '1'), [order('1'), order('2')]);
    expect(countStaged(staging)).toEqual({ changes: 2, rows: 2, cells: 0, added: 0, deleted: 2, invalid: 0 });
    expect(stageDeletes(staging, [order('1')])).toBe(staging);
  });

  it('are counted: a cell, an added and a deleted row are a change each', () => {
    let staging = set(set(added, order('1'), 'total', '1'), order('1'), 'coupon', 'A');
    staging = stageDeletes(staging, [order('2')]);
    expect(countStaged(staging)).toEqual({ changes: 5, rows: 4, cells: 2, added: 2, deleted: 1, invalid: 0 });
    expect([hasRoom(staging, 9_996), hasRoom(staging, 9_997)]).toEqual([true, false]);
  });

  it('that are too many for a request are deleted by their key alone', () => {
    const rows = Array.from({ length: 9_500 }, (_, id) => order(String(id)));
    const [item] = stagedItems(stageDeletes(NO_STAGING, rows));
    expect(item).toEqual({ kind: 'delete', ...ORDERS, key: { id: '0' }, before: {} });
  });

  it('of tables and keys with odd names have ids apart', () => {
    const names = ['a', '"a"', 'a b', 'a","b', ''];
    const ids = names.flatMap((schema) =>
      names.flatMap((table) => names.map((id) => rowId({ schema, table, key: { id } }))),
    );
    expect(new Set(ids).size).toBe(125);
    expect(rowId({ ...ORDERS, key: { a: '1', b: '2' } })).toBe(rowId({ ...ORDERS, key: { b: '2', a: '1' } }));
  });
});

describe('undo', () => {
  it('takes a whole paste back, and redo brings it again', () => {
    const pasted = stageCells(
      NO_STAGING,
      ['1', '2', '3'].map((id) => ({ row: order(id), column: 'status', value: 'shipped' })),
    );
    expect(undoStaging(pasted).rows.size).toBe(0);
    expect(redoStaging(undoStaging(pasted)).rows).toEqual(pasted.rows);
    expect([undoStaging(NO_STAGING), redoStaging(NO_STAGING)]).toEqual([NO_STAGING, NO_STAGING]);
  });

  it('brings discarded edits back', () => {
    const staging = set(NO_STAGING, order('1'), 'total', '1');
    expect(undoStaging(unstageAll(staging)).rows).toEqual(staging.rows);
    expect(undoStaging(unstage(staging, [rowId(order('1'))])).rows).toEqual(staging.rows);
  });

  it('stages discarded edits again beside those that were staged since', () => {
    const discarded = stageInserts(set(set(NO_STAGING, order('1'), 'total', '1'), order('2'), 'total', '2'), ORDERS, [
      {},
    ]);
    const since = set(set(unstageAll(discarded), order('2'), 'coupon', 'A'), order('3'), 'total', '3');
    const again = stageAgain(since, discarded);
    expect([...again.rows.keys()].sort()).toEqual(
      [rowId(order('1')), rowId(order('2')), rowId(order('3')), '+1'].sort(),
    );
    expect(again.rows.get(rowId(order('2')))).toEqual(since.rows.get(rowId(order('2'))));
    expect(undoStaging(again).rows).toEqual(since.rows);
    expect(stageAgain(again, discarded)).toBe(again);
    expect(stageInserts(again, ORDERS, [{}]).rows.has('+2')).toBe(true);
  });

  it('takes cells and added rows of one paste back together', () => {
    const before = set(NO_STAGING, order('1'), 'total', '1');
    const pasted = inOneStep(before, (staging) =>
      stageInserts(set(set(staging, order('1'), 'coupon', 'A'), order('1'), 'total', '2'), ORDERS, [{}]),
    );
    expect([pasted.past.length, pasted.rows.size]).toEqual([2, 2]);
    expect(undoStaging(pasted).rows).toEqual(before.rows);
    expect(redoStaging(undoStaging(pasted)).rows).toEqual(pasted.rows);
    expect(inOneStep(before, (staging) => staging)).toBe(before);
  });

  type Action = (staging: Staging) => Staging;
  const value = fc.constantFrom<ChangeValue>('paid', 'x', '', null, DEFAULT);
  const row = fc.constantFrom<KnownRow | string>(order('1'), order('2'), '+1', '+2');
  const action: fc.Arbitrary<Action> = fc.oneof(
    fc.tuple(row, fc.constantFrom('status', 'total', 'id'), value).map(
      ([target, column, to]): Action =>
        (staging) =>
          set(staging, target, column, to),
    ),
    row.map(
      (target): Action =>
        (staging) =>
          stageDeletes(staging, [target]),
    ),
    fc.constant<Action>((staging) => stageInserts(staging, ORDERS, [{}])),
    fc.tuple(row, fc.constantFrom('status', 'total')).map(
      ([target, column]): Action =>
        (staging) =>
          stageInvalid(staging, { row: target, column, text: '1,5' }),
    ),
  );

  it('of every step in any history gives nothing, and redo everything', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const done = actions.reduce<Staging>((staging, act) => act(staging), NO_STAGING);
        let staging = done;
        while (staging.past.length > 0) staging = undoStaging(staging);
        expect([[...staging.rows], [...staging.invalid]]).toEqual([[], []]);
        while (staging.future.length > 0) staging = redoStaging(staging);
        expect(new Map([...staging.rows].sort())).toEqual(new Map([...done.rows].sort()));
        expect(staging.invalid).toEqual(done.invalid);
      }),
    );
  });

  it('leaves items that a change set takes, and no edit that changes nothing', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const staging = actions.reduce<Staging>((known, act) => act(known), NO_STAGING);
        const items = stagedItems(staging);
        expect(readItems(items).kind).toBe('valid');
        for (const item of items) {
          if (item.kind !== 'update') continue;
          for (const [column, to] of Object.entries(item.values)) expect(to).not.toBe(item.before[column]);
        }
        const back = parseStaging(stagingText(staging));
        expect(back && [back.rows.size, countStaged(back)]).toEqual([staging.rows.size, countStaged(staging)]);
        expect(back && stagedItems(back)).toEqual(items);
      }),
    );
  });
});

describe('a kept staging', () => {
  it('comes back as it was, with added rows numbered anew', () => {
    let staging = stageInserts(set(NO_STAGING, order('1'), 'total', '1'), ORDERS, [{ status: 'a' }, { status: 'b' }]);
    staging = stageDeletes(staging, ['+1', order('2')]);
    const back = parseStaging(stagingText(staging));
    expect(back && stagedItems(back)).toEqual(stagedItems(staging));
    expect(back && [...back.rows.keys()]).toEqual([rowId(order('1')), '+1', rowId(order('2'))]);
    expect(back?.lastAdded).toBe(1);
  });

  it('comes back with NUL in former cells', () => {
    const row = { ...order('1'), cells: { ...order('1').cells, total: '1\0' } };
    const staging = set(set(NO_STAGING, row, 'total', '2'), order('2'), 'total', '3');
    const back = parseStaging(stagingText(staging));
    expect(back && stagedItems(back)).toEqual(stagedItems(staging));
  });

  it.each([['{'], ['{}'], ['[{"kind":"statement","sql":"DROP TABLE a"}]'], ['[{"kind":"update"}]'], ['null']])(
    'is none in %s',
    (text) => {
      expect(parseStaging(text)).toBeNull();
    },
  );
});

describe('a conflict', () => {
  const staging = set(NO_STAGING, order('1'), 'total', '1');
  const conflict: ChangeConflict = {
    ...{ item: 0, ...ORDERS, key: { id: '1' }, yours: { total: '1' } },
    ...{ theirs: { id: '1', total: '5' }, before: { total: '76.77' } },
  };

  it('is settled by the row as it is now, or by leaving it out', () => {
    expect(stagedItems(settleStaged(staging, conflict, 'yours'))).toEqual([
      { ...UPDATE, before: { total: '5' }, values: { total: '1' } },
    ]);
    expect(stagedItems(settleStaged(staging, conflict, 'theirs'))).toEqual([]);
    expect(stagedItems(settleStaged(staging, { ...conflict, theirs: null }, 'yours'))).toEqual([]);
    expect(settleStaged(staging, { ...conflict, key: { id: '2' } }, 'yours')).toBe(staging);
  });

  it('keeps what was staged since a change set was made of it', () => {
    const sent = stageInserts(stageCells(NO_STAGING, [{ row: order('1'), column: 'status', value: 'open' }]), ORDERS, [
      { status: 'new' },
    ]);
    const later = stageInserts(
      stageCells(sent, [
        { row: order('1'), column: 'coupon', value: 'X' },
        { row: order('2'), column: 'status', value: 'open' },
      ]),
      ORDERS,
      [{ status: 'new' }],
    );
    const items = JSON.parse(JSON.stringify(stagedItems(sent))) as ReturnType<typeof stagedItems>;
    expect([...withoutItems(sent, items).rows]).toEqual([]);
    const left = withoutItems(later, items);
    expect([...left.rows.keys()]).toEqual([rowId(order('1')), rowId(order('2')), '+2']);
    expect(stagedItems(stageInserts(left, ORDERS, [{}])).length).toBe(4);
    expect([...stageInserts(left, ORDERS, [{}]).rows.keys()].at(-1)).toBe('+3');
  });

  it('compares items without regard to the order of their members', () => {
    const one = { ...UPDATE, kind: 'update' as const, before: { a: '1', b: '2' }, values: { a: '2', b: '3' } };
    const other = { ...one, before: { b: '2', a: '1' } };
    expect(areSameItems([one], [other])).toBe(true);
    expect(areSameItems([one], [{ ...one, values: { a: '2' } }])).toBe(false);
    expect(areSameItems([one], [])).toBe(false);
  });
});
