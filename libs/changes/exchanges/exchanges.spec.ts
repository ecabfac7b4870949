import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, RowEdit } from '../../api/index.js';
import { exchangeSteps } from './index.js';
import type { HeldEdit, UniqueKeys } from './index.js';

const PLACE = { schema: 's', table: 't' };
const KEYS: UniqueKeys = [['id'], ['u'], ['a', 'b']];

function held(row: Record<string, Cell>, values: Record<string, Cell>): HeldEdit {
  return { row, edit: { kind: 'update', ...PLACE, key: { id: row.id ?? '' }, before: row, values } };
}
const removed = (row: Record<string, Cell>): HeldEdit => ({
  ...{ row, edit: { kind: 'delete', ...PLACE, key: { id: row.id ?? '' }, before: row } },
});
const added = (values: Record<string, Cell>): HeldEdit => ({ row: null, edit: { kind: 'insert', ...PLACE, values } });

/** Steps as short words. */
function words(edits: readonly HeldEdit[]): string[] | null {
  const steps = exchangeSteps(edits, () => KEYS);
  return steps?.map((step) => (step.kind === 'edit' ? `${step.index}` : `${step.index}-${step.key.join()}`)) ?? null;
}

describe('the steps of edits that take unique values of each other', () => {
  it.each<[string, HeldEdit[], string[] | null]>([
    ['none', [], null],
    ['other values', [held({ id: '1', u: 'a' }, { u: 'b' }), held({ id: '2', u: 'c' }, { u: 'd' })], null],
    [
      'a value that is free by then',
      [held({ id: '1', u: 'a' }, { u: 'b' }), held({ id: '2', u: 'c' }, { u: 'a' })],
      null,
    ],
    ['a chain', [held({ id: '1', u: 'a' }, { u: 'b' }), held({ id: '2', u: 'b' }, { u: 'c' })], ['1', '0']],
    ['a swap', [held({ id: '1', u: 'a' }, { u: 'b' }), held({ id: '2', u: 'b' }, { u: 'a' })], ['0-u', '1', '0']],
    [
      'a swap in other case',
      [held({ id: '1', u: 'a' }, { u: 'B' }), held({ id: '2', u: 'b' }, { u: 'A' })],
      ['0-u', '1', '0'],
    ],
    [
      'values that differ in case alone',
      [
        held({ id: '3', u: 'x' }, { u: 'a' }),
        held({ id: '1', u: 'a' }, { u: 'b' }),
        held({ id: '2', u: 'A' }, { u: 'c' }),
      ],
      ['1', '2', '0'],
    ],
    [
      'a circle of three',
      [
        held({ id: '1', u: 'a' }, { u: 'b' }),
        held({ id: '2', u: 'b' }, { u: 'c' }),
        held({ id: '3', u: 'c' }, { u: 'a' }),
      ],
      ['0-u', '2', '1', '0'],
    ],
    ['keys', [held({ id: '1' }, { id: '2' }), held({ id: '2' }, { id: '1' })], ['0-id', '1', '0']],
    [
      'two keys at once',
      [held({ id: '1', u: 'a' }, { id: '2', u: 'b' }), held({ id: '2', u: 'b' }, { id: '1', u: 'a' })],
      ['0-id', '0-u', '1', '0'],
    ],
    [
      'a key of two columns',
      [held({ id: '1', a: 'x', b: '1' }, { b: '2' }), held({ id: '2', a: 'x', b: '2' }, { b: '1' })],
      ['0-a,b', '1', '0'],
    ],
    ['a row that is removed later', [added({ id: '3', u: 'a' }), removed({ id: '1', u: 'a' })], ['1', '0']],
    ['NULL', [held({ id: '1', u: null }, { u: 'b' }), held({ id: '2', u: 'a' }, { u: null })], null],
    ['its own value', [held({ id: '1', u: 'a' }, { u: 'A' })], null],
  ])('are right for %s', (_, edits, expected) => {
    expect(words(edits)).toEqual(expected);
  });

  it('never give two rows one value, and end as the edits say', () => {
    const permutation = fc.integer({ min: 1, max: 8 }).chain((size) => {
      const order = fc.shuffledSubarray(
        Array.from({ length: size }, (_, n) => String(n)),
        { minLength: size },
      );
      return fc.tuple(order, order, order);
    });
    fc.assert(
      fc.property(permutation, ([ids, keys, uniques]) => {
        const edits = ids.map((id, n) => held({ id, u: id }, { id: keys[n] ?? '', u: uniques[n] ?? '' }));
        const rows = ids.map((id) => ({ id, u: id }));
        for (const step of exchangeSteps(edits, () => KEYS) ??
          ids.map((_, index) => ({ kind: 'edit' as const, index }))) {
          const row = rows[step.index];
          const { edit } = edits[step.index] ?? {};
          if (step.kind === 'edit') Object.assign(row ?? {}, edit?.kind === 'update' ? edit.values : {});
          else Object.assign(row ?? {}, { [step.key[0] ?? '']: `free ${step.index}` });
          for (const name of ['id', 'u'] as const) expect(new Set(rows.map((one) => one[name])).size).toBe(rows.length);
        }
        expect(rows).toEqual(ids.map((_, n) => ({ id: keys[n], u: uniques[n] })));
      }),
    );
  });

  it('are found for a circle as long as a change set', () => {
    const size = 100_000;
    const edits = Array.from({ length: size }, (_, n): HeldEdit => {
      return held({ id: `r${n}`, u: String(n) }, { u: String((n + 1) % size) });
    });
    const steps = exchangeSteps(edits, () => [['u']]);
    expect(steps).toHaveLength(size + 1);
    expect(steps?.slice(0, 2)).toEqual([
      { kind: 'vacate', index: 0, key: ['u'] },
      { kind: 'edit', index: size - 1 },
    ]);
  });

  it('vacate each row once where many hold one value, as where a unique index has a condition', () => {
    const size = 20_000;
    const edits = Array.from({ length: size }, (_, n): HeldEdit => {
      const [from, to] = n < size / 2 ? ['a', 'b'] : ['b', 'a'];
      return held({ id: `r${n}`, u: from }, { u: to });
    });
    const steps = exchangeSteps(edits, () => [['u'], ['u']]) ?? [];
    const of = (kind: string) => steps.filter((step) => step.kind === kind).map(({ index }) => index);
    expect(new Set(of('edit')).size).toBe(size);
    expect(of('edit')).toHaveLength(size);
    expect(new Set(of('vacate')).size).toBe(of('vacate').length);
  });

  it.each<[string, (n: number) => string]>([
    ['one value', () => 'x'],
    ['case alone', (n) => (n % 2 === 0 ? 'x' : 'X')],
  ])('are found for as many rows as a change set has that leave and take %s', (_, text) => {
    const edits = Array.from({ length: 20_000 }, (__, n): HeldEdit => {
      return held({ id: `r${n}`, u: text(n) }, { u: text(n + 1) === text(n) ? `y${n}` : text(n + 1) });
    });
    const adding = Array.from({ length: 20_000 }, () => added({ id: '0', u: 'x' }));
    const steps = exchangeSteps([...adding, ...edits], () => [['u']]) ?? [];
    expect(steps.filter(({ kind }) => kind === 'edit')).toHaveLength(40_000);
    expect(steps.at(0)).not.toEqual({ kind: 'edit', index: 0 });
  });

  it('take a value only when every row has given it up, as an own one in other case', () => {
    const letters = fc.constantFrom('a', 'A', 'b', 'B', 'c');
    fc.assert(
      fc.property(fc.array(fc.tuple(letters, letters), { maxLength: 7 }), (pairs) => {
        const edits = pairs.map(([from, to], n) => held({ id: `${n}`, u: from }, { u: to }));
        const steps =
          exchangeSteps(edits, () => [['u']]) ?? edits.map((_, index) => ({ kind: 'edit' as const, index }));
        const holds = pairs.map(([from, to]) => (from === to ? null : from.toLowerCase()));
        for (const { kind, index } of steps) {
          const taken = pairs[index]?.[0] === pairs[index]?.[1] ? undefined : pairs[index]?.[1].toLowerCase();
          holds[index] = null;
          if (kind === 'edit') expect(holds).not.toContain(taken);
        }
        expect(steps.filter(({ kind }) => kind === 'edit')).toHaveLength(edits.length);
      }),
    );
  });

  it('leave values of tables whose names differ in case alone', () => {
    const other: RowEdit = { kind: 'delete', schema: 's', table: 'T', key: { id: '1' }, before: {} };
    expect(words([added({ id: '3', u: 'a' }), { edit: other, row: { id: '1', u: 'a' } }])).toBeNull();
  });

  it('leave values of other tables alone', () => {
    const other: RowEdit = { kind: 'delete', schema: 's', table: 'other', key: { id: '1' }, before: {} };
    expect(words([added({ id: '3', u: 'a' }), { edit: other, row: { id: '1', u: 'a' } }])).toBeNull();
  });
});
