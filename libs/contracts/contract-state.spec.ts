import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type ContractState,
  type ContractStep,
  type ContractTrigger,
  type ViolationFact,
  breakageFingerprint,
  nextContractState,
} from './index.js';

const GONE: ViolationFact = { kind: 'table_gone', schema: 'public', name: 'orders' };
const COLUMN_GONE: ViolationFact = { ...GONE, kind: 'column_gone', column: 'id', expected: 'bigint' };
const RETYPED: ViolationFact = { ...GONE, kind: 'type_changed', column: 'id', expected: 'bigint', actual: 'text' };
const RETYPED_AGAIN: ViolationFact = { ...RETYPED, actual: 'uuid' };

const NONE: ContractState = { state: 'none' };
const HOLDS: ContractState = { state: 'holds' };
const violated = (...violations: ViolationFact[]): ContractState => {
  return { state: 'violated', breakage: breakageFingerprint(violations) };
};
const FROZEN: ContractTrigger = { kind: 'frozen' };
const RELEASED: ContractTrigger = { kind: 'released' };
const NOT_EVALUATED: ContractTrigger = { kind: 'not_evaluated' };
const found = (...violations: ViolationFact[]): ContractTrigger => ({ kind: 'evaluated', violations });

type Row = [string, ContractState, ContractTrigger, ContractState, Partial<ContractStep>];
const TABLE: Row[] = [
  ['none, frozen', NONE, FROZEN, HOLDS, { audit: 'contract.freeze' }],
  ['none, evaluated well', NONE, found(), NONE, {}],
  ['none, evaluated badly', NONE, found(GONE), NONE, {}],
  ['none, not evaluated', NONE, NOT_EVALUATED, NONE, {}],
  ['none, released', NONE, RELEASED, NONE, {}],
  ['holds, frozen again', HOLDS, FROZEN, HOLDS, { audit: 'contract.freeze' }],
  ['holds, evaluated well', HOLDS, found(), HOLDS, {}],
  ['holds, broken', HOLDS, found(GONE), violated(GONE), { event: 'violated', record: 'open' }],
  ['holds, not evaluated', HOLDS, NOT_EVALUATED, HOLDS, {}],
  ['holds, released', HOLDS, RELEASED, NONE, { audit: 'contract.release' }],
  ['violated, frozen again', violated(GONE), FROZEN, HOLDS, { record: 'resolve', audit: 'contract.freeze' }],
  ['violated, the same breakage', violated(GONE, RETYPED), found(RETYPED, GONE), violated(GONE, RETYPED), {}],
  ['violated, repaired', violated(GONE), found(), HOLDS, { event: 'restored', record: 'resolve' }],
  ['violated, not evaluated', violated(GONE), NOT_EVALUATED, violated(GONE), {}],
  ['violated, released', violated(GONE), RELEASED, NONE, { record: 'resolve', audit: 'contract.release' }],
  ...(
    [
      ['more is broken', [GONE], [GONE, RETYPED]],
      ['less is broken', [GONE, RETYPED], [GONE]],
      ['something else is broken', [COLUMN_GONE], [RETYPED]],
      ['the same column changed again', [RETYPED], [RETYPED_AGAIN]],
    ] as const
  ).map(([what, before, after]): Row => {
    return [what, violated(...before), found(...after), violated(...after), { event: 'changed', record: 'update' }];
  }),
];

describe('nextContractState', () => {
  it.each(TABLE)('steps from %s', (_, previous, trigger, next, effects) => {
    expect(nextContractState(previous, trigger)).toEqual({ next, event: null, record: null, audit: null, ...effects });
  });

  it('reports each breach once, opens and ends records in turn, for any sequence', () => {
    const anyViolations = fc.subarray([GONE, COLUMN_GONE, RETYPED, RETYPED_AGAIN]);
    const anyTrigger = fc.oneof(
      { weight: 6, arbitrary: anyViolations.map((violations) => found(...violations)) },
      { weight: 1, arbitrary: fc.constantFrom(FROZEN, RELEASED, NOT_EVALUATED) },
    );
    fc.assert(
      fc.property(fc.array(anyTrigger, { maxLength: 40 }), (triggers) => {
        let state: ContractState = NONE;
        let hasOpenRecord = false;
        for (const trigger of triggers) {
          const { next, event, record } = nextContractState(state, trigger);
          expect(record === 'open').toBe(!hasOpenRecord && next.state === 'violated');
          if (record) hasOpenRecord = record !== 'resolve';
          expect(hasOpenRecord).toBe(next.state === 'violated');
          const isNotification = next.state === 'violated' && JSON.stringify(next) !== JSON.stringify(state);
          expect(event === 'violated' || event === 'changed').toBe(isNotification);
          expect(nextContractState(next, trigger).event).toBeNull();
          state = next;
        }
      }),
    );
  });
});

describe('breakageFingerprint', () => {
  it('is empty when nothing is broken', () => {
    expect(breakageFingerprint([])).toBe('');
  });

  it('does not depend on order, repetition or wording', () => {
    const worded = { ...GONE, table: 'orders', summary: 'orders: table no longer exists' };
    expect(breakageFingerprint([RETYPED, worded, GONE])).toBe(breakageFingerprint([GONE, RETYPED]));
  });

  it('is different for everything that is broken differently', () => {
    const to = (schema: string) => ({ columns: ['a'], references: { schema, name: 't', columns: ['b'] } });
    const all: ViolationFact[] = [
      ...[GONE, COLUMN_GONE, RETYPED, RETYPED_AGAIN],
      { ...GONE, schema: 'geo' },
      { ...GONE, schema: 'publicorders', name: '' },
      { ...COLUMN_GONE, column: 'no' },
      { ...GONE, kind: 'nullability_changed', column: 'id', expected: true, actual: false },
      { ...GONE, kind: 'nullability_changed', column: 'id', expected: false, actual: true },
      { ...GONE, kind: 'primary_key_changed', expected: ['a', 'b'], actual: [] },
      { ...GONE, kind: 'primary_key_changed', expected: ['b', 'a'], actual: [] },
      { ...GONE, kind: 'primary_key_changed', expected: ['a'], actual: ['b'] },
      { ...GONE, kind: 'primary_key_changed', expected: ['ab'], actual: [] },
      { ...GONE, kind: 'foreign_key_gone', expected: to('public') },
      { ...GONE, kind: 'foreign_key_gone', expected: to('geo') },
    ];
    expect(new Set(all.map((fact) => breakageFingerprint([fact]))).size).toBe(all.length);
  });
});
