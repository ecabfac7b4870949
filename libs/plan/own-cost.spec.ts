import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listNodes, readPlan } from './index.js';

interface Tree {
  readonly 'Node Type': string;
  readonly 'Total Cost': number;
  readonly Plans?: readonly Tree[];
}

/** Costs as the database prints them, with two decimals; what is forbidden starts at ten thousand millions. */
const cost = fc.oneof(
  fc.constant(0),
  fc.nat(1e8).map((hundredths) => hundredths / 100),
  fc.double({ min: 1e10, max: 1e13, noNaN: true }).map((value) => Math.round(value * 100) / 100),
);
const facts = {
  'Node Type': fc.constantFrom(
    'Seq Scan',
    'Nested Loop',
    'Limit',
    'Recursive Union',
    'Materialize',
    'CTE Scan',
    'Gather',
  ),
  'Parent Relationship': fc.constantFrom('Outer', 'Inner', 'InitPlan', 'SubPlan', 'Member'),
  'Subplan Name': fc.option(fc.constantFrom('CTE a', 'InitPlan 1 (returns $0)', 'SubPlan 1'), { nil: undefined }),
  'Startup Cost': cost,
  'Total Cost': cost,
  'Plan Rows': fc.oneof(fc.nat(100_000), fc.constant(0), fc.constant(1e30)),
  'Plan Width': fc.nat(3),
  'Actual Loops': fc.option(fc.nat(5), { nil: undefined }),
  'Actual Rows': fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: undefined }),
  'Actual Total Time': fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined }),
};
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    ...facts,
    Plans: fc.option(fc.array(tie('tree'), { maxLength: 4 }), { nil: undefined }),
  }),
}));

describe('own costs', () => {
  it('add up to the total cost of the root, whatever the tree', () => {
    fc.assert(
      fc.property(tree, (root) => {
        const nodes = listNodes(readPlan({ Plan: root }).root);
        const sum = nodes.reduce((total, { ownCost }) => total + (ownCost ?? NaN), 0);
        expect(Math.abs(sum - root['Total Cost'])).toBeLessThanOrEqual(root['Total Cost'] * 1e-9 + 1e-300);
      }),
    );
  });

  it('are never negative, nor are times and shares, and shares add up to one or are all zero', () => {
    fc.assert(
      fc.property(tree, (root) => {
        const nodes = listNodes(readPlan({ Plan: root }).root);
        for (const { ownCost, ownTimeMs, share } of nodes)
          expect(Math.min(ownCost ?? 0, ownTimeMs ?? 0, share ?? 0)).toBeGreaterThanOrEqual(0);
        const whole = nodes.reduce((total, { share }) => total + (share ?? 0), 0);
        expect(whole).toBeCloseTo(root['Total Cost'] > 0 ? 1 : 0, 6);
      }),
    );
  });

  it('pay the inner side of a nested loop for each outer row', () => {
    expect(
      ownCostsOf(node('Nested Loop', 120, 10, [node('Seq Scan', 10, 50, []), node('Index Scan', 2, 1, [], 'Inner')])),
    ).toEqual([10, 10, 100]);
  });

  it('pay a materialized inner side once, as it is read again for next to nothing', () => {
    expect(
      ownCostsOf(node('Nested Loop', 120, 10, [node('Seq Scan', 10, 50, []), node('Materialize', 2, 1, [], 'Inner')])),
    ).toEqual([108, 10, 2]);
  });

  it('let a limit share what it expects to spend among what is below it', () => {
    expect(ownCostsOf(node('Limit', 1, 5, [node('Sort', 100, 500, [node('Seq Scan', 75, 500, [])])]))).toEqual([
      0, 0.25, 0.75,
    ]);
  });
});

function ownCostsOf(root: object): (number | null)[] {
  return listNodes(readPlan({ Plan: root }).root).map(({ ownCost }) => ownCost);
}

function node(type: string, total: number, rows: number, children: object[], relationship = 'Outer'): object {
  return {
    'Node Type': type,
    'Parent Relationship': relationship,
    'Startup Cost': 0,
    'Total Cost': total,
    'Plan Rows': rows,
    'Plan Width': 4,
    Plans: children,
  };
}
