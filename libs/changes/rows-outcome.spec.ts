import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell } from '../api/index.js';
import type { RowEffect } from './effect.js';
import { rowsOutcome, settledOutcome, tellingRowId, tellingRows } from './rows-outcome.js';
import { COLUMNS, PLACE, applyEdits, memoryTable, rowEdits } from './testing/memory-table.js';
import type { MemoryTable } from './testing/memory-table.js';

const keyOf = (): string[] => ['id'];
type Row = readonly Cell[] | null;
const ANN: Row = ['1', 'Ann', null];
const ANNA: Row = ['1', 'Anna', null];
const BOB: Row = ['2', 'Bob', ''];

function effect(before: Row, after: Row): RowEffect {
  const kind = before === null ? 'insert' : after === null ? 'delete' : 'update';
  return { item: 0, kind, ...PLACE, columns: COLUMNS, before, after };
}

function outcome(effects: readonly RowEffect[], rows: readonly (readonly Cell[])[]): string {
  const current = new Map(rows.map((row) => [tellingRowId({ ...PLACE, key: { id: row[0] ?? '' } }), row]));
  return rowsOutcome(effects, keyOf, current);
}

describe('rowsOutcome', () => {
  it.each<[string, readonly RowEffect[], readonly (readonly Cell[])[], string]>([
    ['an update that is there', [effect(ANN, ANNA)], [ANNA], 'committed'],
    ['an update that is not', [effect(ANN, ANNA)], [ANN], 'aborted'],
    ['an update and another value', [effect(ANN, ANNA)], [['1', 'Annie', null]], 'unclear'],
    ['an update and no row', [effect(ANN, ANNA)], [], 'unclear'],
    ['an added row that is there', [effect(null, BOB)], [BOB], 'committed'],
    ['an added row that is not', [effect(null, BOB)], [], 'aborted'],
    ['a removed row that is gone', [effect(BOB, null)], [], 'committed'],
    ['a removed row that is there', [effect(BOB, null)], [BOB], 'aborted'],
    ['two edits of which one is there', [effect(ANN, ANNA), effect(null, BOB)], [ANNA], 'unclear'],
    ['a row that was replaced', [effect(ANN, null), effect(null, ANNA)], [ANN], 'aborted'],
    ['NULL in place of the empty text', [effect(null, BOB)], [['2', 'Bob', null]], 'unclear'],
    ['a row without a key', [effect(null, [null, 'Ann', null])], [], 'unclear'],
    ['rows that are as they were', [effect(ANN, ANN)], [ANN], 'unclear'],
    ['nothing', [], [], 'unclear'],
  ])('of %s', (_, effects, rows, expected) => {
    expect(outcome(effects, rows)).toBe(expected);
  });

  it('of keys that change places', () => {
    const effects = [
      effect(['1', 'Ann', null], ['3', 'Ann', null]),
      effect(['2', 'Bob', null], ['1', 'Bob', null]),
      effect(['3', 'Ann', null], ['2', 'Ann', null]),
    ];
    const [ann, bob] = ['Ann', 'Bob'];
    expect(outcome(effects, [['1', bob, null] as const, ['2', ann, null] as const])).toBe('committed');
    expect(outcome(effects, [['1', ann, null] as const, ['2', bob, null] as const])).toBe('aborted');
  });

  it('of edits that exchange keys, which know their rows from before all of them', () => {
    const effects = [effect(['1', 'Ann', null], ['2', 'Ann', null]), effect(['2', 'Bob', ''], ['1', 'Bob', ''])];
    expect(outcome(effects, [['1', 'Bob', ''] as const, ['2', 'Ann', null] as const])).toBe('committed');
    expect(outcome(effects, [['1', 'Ann', null] as const, ['2', 'Bob', ''] as const])).toBe('aborted');
    expect(outcome(effects, [['1', 'Ann', null] as const, ['2', 'Ann', null] as const])).toBe('unclear');
  });

  it('is that of the table that the edits made or found, unless both are the same', () => {
    fc.assert(
      fc.property(memoryTable, rowEdits, (table, edits) => {
        const { table: end, effects } = applyEdits(table, edits);
        fc.pre(effects.length > 0);
        const rowsOf = (some: MemoryTable): Map<string, readonly Cell[]> =>
          new Map(
            tellingRows(effects, keyOf).flatMap((row) => {
              const cells = some.get(JSON.stringify([['id', row.key.id]]));
              return cells === undefined ? [] : [[tellingRowId(row), cells] as const];
            }),
          );
        const isSame = JSON.stringify([...rowsOf(end)].sort()) === JSON.stringify([...rowsOf(table)].sort());
        expect(rowsOutcome(effects, keyOf, rowsOf(end))).toBe(isSame ? 'unclear' : 'committed');
        expect(rowsOutcome(effects, keyOf, rowsOf(table))).toBe(isSame ? 'unclear' : 'aborted');
      }),
    );
  });
});

it.each([
  ['committed', 'committed', 'committed'],
  ['committed', 'unclear', 'committed'],
  ['committed', 'aborted', 'unclear'],
  ['aborted', 'aborted', 'aborted'],
  ['aborted', 'unclear', 'aborted'],
  ['aborted', 'committed', 'unclear'],
  ['future', 'committed', 'committed'],
  ['future', 'unclear', 'unclear'],
  ['future', 'aborted', 'unclear'],
  ['in progress', 'aborted', null],
] as const)('a transaction that is %s, with rows that say %s, ended as %s', (status, byRows, expected) => {
  expect(settledOutcome(status, byRows)).toBe(expected);
});
