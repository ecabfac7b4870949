import { describe, expect, it } from '@jest/globals';
import { type PlanNode, isIndexAsked } from './plan-node.js';
import { scanHint } from './scan-hint.js';

const DEAR = { 'Node Type': 'Seq Scan', 'Relation Name': 'many', 'Total Cost': 9_000 };
const CHEAP = { ...DEAR, 'Total Cost': 12 };
const INDEXED = {
  'Node Type': 'Index Scan',
  'Relation Name': 'many',
  'Index Cond': '(geom && $1)',
  'Total Cost': 9_000,
};
const BITMAP: PlanNode = {
  'Node Type': 'Bitmap Heap Scan',
  'Relation Name': 'many',
  'Total Cost': 9_000,
  'Recheck Cond': '(geom && $1)',
  Plans: [{ 'Node Type': 'Bitmap Index Scan', 'Index Cond': '(geom && $1)' }],
};

/** The frame of every tile around the plan of the query itself; it numbers and counts rows, which is no fault. */
function framed(own: PlanNode): PlanNode {
  return {
    'Node Type': 'Aggregate',
    Plans: [
      { 'Node Type': 'WindowAgg', 'Subplan Name': 'CTE drawn', Plans: [own] },
      { 'Node Type': 'CTE Scan', Plans: [{ 'Node Type': 'Limit', 'Parent Relationship': 'SubPlan' }] },
    ],
  };
}

const above = (type: string, below: PlanNode): PlanNode => ({ 'Node Type': type, Plans: [below] });

describe('scanHint', () => {
  it.each<[string, PlanNode]>([
    ['an index scan', INDEXED],
    ['a bitmap scan', BITMAP],
    ['an index scan below a sort', above('Sort', INDEXED)],
    ['a small table', CHEAP],
    ['a small table below a limit', above('Limit', CHEAP)],
    [
      'a few rows for which much is computed',
      {
        ...{ 'Node Type': 'Function Scan', 'Total Cost': 9_300, 'Plan Rows': 2 },
        Plans: [{ 'Node Type': 'Aggregate', 'Parent Relationship': 'SubPlan', 'Total Cost': 4_600 }],
      },
    ],
    ['no table at all', { 'Node Type': 'Result' }],
  ])('has nothing to say of %s', (_, own) => {
    expect(scanHint(framed(own))).toBeNull();
  });

  it.each<[string, PlanNode, string]>([
    ['a scan', DEAR, 'Give the geometry column a GiST index'],
    ['a scan below a limit', above('Limit', DEAR), 'A LIMIT keeps'],
    ['a scan below a window', above('WindowAgg', DEAR), 'A window function keeps'],
    ['a scan below an aggregate', above('Aggregate', DEAR), 'Grouping keeps'],
    ['a scan that computes', { ...DEAR, Plans: [{ 'Node Type': 'Result', 'Parent Relationship': 'SubPlan' }] }, 'GiST'],
    ['the dearest of two', { 'Node Type': 'Hash Join', Plans: [CHEAP, DEAR] }, 'Each tile reads all of many.'],
    ['an index scan for something else', { ...DEAR, 'Node Type': 'Index Scan', 'Index Cond': '(id > 5)' }, 'GiST'],
  ])('advises on %s', (_, own, words) => {
    const hint = scanHint(framed(own));
    expect([hint?.table, hint?.text]).toEqual(['many', expect.stringContaining(words)]);
  });

  it('names a query that reads no table', () => {
    const hint = scanHint(framed({ 'Node Type': 'Function Scan', 'Total Cost': 5_000 }));
    expect(hint).toMatchObject({ table: null, text: expect.stringContaining('everything that the query computes') });
  });
});

describe('isIndexAsked', () => {
  it.each<[string, PlanNode, boolean]>([
    ['an index scan', INDEXED, true],
    ['a bitmap scan', BITMAP, true],
    ['a scan', DEAR, false],
    ['an index scan by another column', { ...INDEXED, 'Index Cond': '(id > 5)' }, false],
  ])('reports %s', (_, own, expected) => {
    expect(isIndexAsked(framed(own))).toBe(expected);
  });
});
