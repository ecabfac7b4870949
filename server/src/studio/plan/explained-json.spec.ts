import { describe, expect, it } from '@jest/globals';
import type { ExplainedPlan, PlanNodeView } from '#libs/api';
import { readPlan } from '#libs/plan';
import { explainedJson } from './explained-json.js';
import { planView } from './plan-view.js';

const SCAN = { 'Node Type': 'Seq Scan', 'Relation Name': 'a "quoted" \n name', 'Total Cost': 5, 'Plan Rows': 3 };

const answer = (plan: object): ExplainedPlan => ({
  ...{ connection_id: 'pg', sql: 'SELECT 1', start: 0, explained_at: '2026-01-01T00:00:00Z', elapsed_ms: 1 },
  ...planView(readPlan({ Plan: plan })),
  ...{ table_rows: {}, raw: '[]' },
});

describe('an answer with a plan', () => {
  it('is the JSON that it always was', () => {
    const plan = { ...SCAN, Plans: [SCAN, { ...SCAN, Plans: [SCAN] }, SCAN] };
    expect(JSON.parse(explainedJson(answer(plan)))).toEqual(JSON.parse(JSON.stringify(answer(plan))));
    expect(JSON.parse(explainedJson(answer(SCAN)))).toEqual(JSON.parse(JSON.stringify(answer(SCAN))));
  });

  it('may be five thousand levels deep', () => {
    let deep: object = SCAN;
    for (let level = 1; level < 5_000; level += 1) deep = { ...SCAN, Plans: [deep] };
    const explained = JSON.parse(explainedJson(answer(deep))) as ExplainedPlan;
    let depth = 0;
    for (let node: PlanNodeView | undefined = explained.plan; node !== undefined; node = node.children[0]) depth += 1;
    expect([depth, explained.node_count, explained.raw]).toEqual([5_000, 5_000, '[]']);
  });
});
