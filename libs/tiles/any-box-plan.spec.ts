import { describe, expect, it } from '@jest/globals';
import { isBoxIndependent } from './any-box-plan.js';
import type { PlanNode } from './plan-node.js';

const BY_INDEX: PlanNode = {
  'Node Type': 'Index Scan',
  'Relation Name': 'places',
  'Index Name': 'places_geom',
  'Index Cond': '(geom && st_makeenvelope($5, $6, $7, $8, 4326))',
  'Total Cost': 40,
};
const BITMAP_OF: PlanNode = {
  'Node Type': 'Bitmap Index Scan',
  'Index Name': 'places_geom',
  'Index Cond': '(geom && $1)',
};
const BY_BITMAP: PlanNode = {
  ...{ 'Node Type': 'Bitmap Heap Scan', 'Relation Name': 'places', 'Plan Rows': 70, 'Total Cost': 90 },
  Plans: [BITMAP_OF],
};
const ALL: PlanNode = { 'Node Type': 'Seq Scan', 'Relation Name': 'places', 'Total Cost': 9_000 };
const BOXED: PlanNode = { ...ALL, Filter: '(geom && postgis.st_makeenvelope($5, $6, $7, $8, 4326))' };
const OTHER_INDEX: PlanNode = { ...BY_INDEX, 'Index Name': 'places_kind' };
const ONE_PRICE: PlanNode = {
  ...{ 'Node Type': 'Index Scan', 'Relation Name': 'prices', 'Index Name': 'prices_pkey' },
  ...{ 'Index Cond': '(id = a.id)', 'Total Cost': 8 },
};
const ALL_PRICES: PlanNode = { 'Node Type': 'Seq Scan', 'Relation Name': 'prices', 'Total Cost': 800 };
const FEW_PRICES: PlanNode = { ...ALL_PRICES, 'Total Cost': 1.07 };
const FACES: PlanNode = {
  ...{ 'Node Type': 'Aggregate', 'Total Cost': 60 },
  Plans: [{ 'Node Type': 'Function Scan', 'Total Cost': 10 }],
};

const framed = (own: PlanNode): PlanNode => ({
  'Node Type': 'Aggregate',
  Plans: [
    { 'Node Type': 'WindowAgg', 'Subplan Name': 'CTE drawn', Plans: [own] },
    { 'Node Type': 'CTE Scan', Plans: [{ 'Node Type': 'Limit', 'Parent Relationship': 'SubPlan', 'Total Cost': 99 }] },
  ],
});
const joined = (type: string, outer: PlanNode, inner: PlanNode): PlanNode => ({
  'Node Type': type,
  'Join Type': 'Inner',
  Plans: [
    { ...outer, 'Parent Relationship': 'Outer' },
    { ...inner, 'Parent Relationship': 'Inner' },
  ],
});
const computing = (scan: PlanNode, perRow: PlanNode): PlanNode => ({
  ...scan,
  Plans: [...(scan.Plans ?? []), { ...perRow, 'Parent Relationship': 'SubPlan' }],
});

describe('isBoxIndependent', () => {
  it.each<[string, PlanNode, PlanNode]>([
    ['the same index', BY_INDEX, BY_INDEX],
    ['the same index, its rows sorted first', BY_INDEX, BY_BITMAP],
    [
      'a loop that an index leads',
      joined('Nested Loop', BY_INDEX, ONE_PRICE),
      joined('Nested Loop', BY_BITMAP, ONE_PRICE),
    ],
    [
      'a loop over next to nothing',
      joined('Nested Loop', BY_INDEX, FEW_PRICES),
      joined('Nested Loop', BY_INDEX, FEW_PRICES),
    ],
    ['a hash of a whole table', joined('Hash Join', BY_INDEX, ALL_PRICES), joined('Hash Join', BY_BITMAP, ALL_PRICES)],
    ['what an index finds for each row', computing(BY_INDEX, ONE_PRICE), computing(BY_BITMAP, ONE_PRICE)],
    ['what is computed for each row', computing(BY_INDEX, FACES), computing(BY_BITMAP, FACES)],
  ])('takes %s', (_, kept, own) => {
    expect(isBoxIndependent(framed(kept), framed(own))).toBe(true);
  });

  it.each<[string, PlanNode, PlanNode]>([
    ['an index where the tile reads everything', BY_INDEX, ALL],
    ['a whole read where the tile has an index', ALL, BY_INDEX],
    ['another index', OTHER_INDEX, BY_BITMAP],
    [
      'an index of two',
      {
        ...BY_BITMAP,
        Plans: [{ 'Node Type': 'BitmapAnd', Plans: [BITMAP_OF, { ...BITMAP_OF, 'Index Name': 'places_kind' }] }],
      },
      BY_INDEX,
    ],
    ['another table', { ...BY_INDEX, 'Relation Name': 'streets' }, BY_INDEX],
    [
      'the other order of a join',
      joined('Nested Loop', ONE_PRICE, BY_INDEX),
      joined('Nested Loop', BY_INDEX, ONE_PRICE),
    ],
    ['another join', joined('Nested Loop', BY_INDEX, ONE_PRICE), joined('Hash Join', BY_INDEX, ONE_PRICE)],
    [
      'a loop over a whole table',
      joined('Nested Loop', BY_INDEX, ALL_PRICES),
      joined('Nested Loop', BY_INDEX, ALL_PRICES),
    ],
    ['a whole table for each row', computing(BY_INDEX, ALL_PRICES), computing(BY_INDEX, ALL_PRICES)],
    ['a whole read either way', ALL, ALL],
    [
      'a box that is made for each row',
      { 'Node Type': 'Append', Plans: [BY_INDEX, BOXED] },
      { 'Node Type': 'Append', Plans: [BY_INDEX, BOXED] },
    ],
    ['another step above', { 'Node Type': 'Sort', Plans: [BY_INDEX] }, BY_INDEX],
  ])('refuses %s', (_, kept, own) => {
    expect(isBoxIndependent(framed(kept), framed(own))).toBe(false);
  });
});
