import { describe, expect, it } from '@jest/globals';
import { comparePlans, isSameQuery, readPlan } from './index.js';

const scan = (table: string, cost: number) => ({
  'Node Type': 'Seq Scan',
  'Relation Name': table,
  'Total Cost': cost,
  'Plan Rows': 5,
});
const join = (cost: number, ...plans: object[]) =>
  readPlan({ Plan: { 'Node Type': 'Hash Join', 'Total Cost': cost, 'Plan Rows': 5, Plans: plans } });
const changesBetween = (before: ReturnType<typeof join>, after: ReturnType<typeof join>) =>
  comparePlans(before, after).nodes.map(({ change, before: old, after: now }) =>
    `${change} ${(now ?? old)?.label} ${(now ?? old)?.relation ?? ''}`.trim(),
  );

describe('a comparison of plans', () => {
  it('finds nothing between a plan and itself', () => {
    const plan = join(30, scan('a', 10), scan('b', 10));
    expect(comparePlans(plan, plan).nodes.every(({ change }) => change === 'same')).toBe(true);
  });

  it('lists added, removed and changed nodes', () => {
    const index = {
      'Node Type': 'Index Scan',
      'Relation Name': 'a',
      'Index Name': 'a_idx',
      'Total Cost': 1,
      'Plan Rows': 5,
    };
    expect(changesBetween(join(30, scan('a', 10), scan('b', 10)), join(20, index, scan('b', 15)))).toEqual([
      'changed Hash Join',
      'added Index Scan a',
      'removed Seq Scan a',
      'changed Seq Scan b',
    ]);
  });

  it('holds a hundredth for no change', () => {
    expect(changesBetween(join(100, scan('a', 50)), join(100.4, scan('a', 50.2)))).toEqual([
      'same Hash Join',
      'same Seq Scan a',
    ]);
  });

  it('takes thousands of nodes', () => {
    const many = (count: number) => join(1, ...Array.from({ length: count }, (_, at) => scan(`t${at}`, 0)));
    const { nodes } = comparePlans(many(3_000), many(2_999));
    expect(nodes.filter(({ change }) => change === 'removed')).toHaveLength(1);
  });

  it.each([
    ['SELECT 1', ' SELECT\n  1 ; ', true],
    ['SELECT 1', 'SELECT 2', false],
  ])('knows the query: %j and %j', (one, other, isSame) => {
    expect(isSameQuery(one, other)).toBe(isSame);
  });
});
