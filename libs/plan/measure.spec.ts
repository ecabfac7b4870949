import { describe, expect, it } from '@jest/globals';
import { listNodes } from './list-nodes.js';
import { heaviestBy, measuresOf, shareBy } from './measure.js';
import type { PlanMeasure } from './measure.js';
import type { PlanNode } from './plan.js';
import { readPlan } from './read-plan.js';

/** A join whose scan costs most and whose sort takes longest. */
const times = (measured: boolean) => (total: number) =>
  measured ? { 'Actual Total Time': total, 'Actual Rows': 1, 'Actual Loops': 1 } : {};
function nodesOf(timed: (total: number) => object): PlanNode[] {
  const scan = { 'Node Type': 'Seq Scan', 'Relation Name': 'a', 'Total Cost': 90, ...timed(1) };
  const sort = { 'Node Type': 'Sort', 'Total Cost': 95, ...timed(9), Plans: [scan] };
  return listNodes(readPlan({ Plan: { 'Node Type': 'Limit', 'Total Cost': 100, ...timed(10), Plans: [sort] } }).root);
}
const measured = nodesOf(times(true));
const estimated = nodesOf(times(false));
/** DuckDB prints no costs. */
const duckdb = (timing: number): PlanNode[] =>
  listNodes(
    readPlan({
      children: [
        {
          ...{ operator_name: 'PROJECTION', operator_timing: timing, operator_cardinality: 1, extra_info: {} },
          children: [
            { operator_name: 'TABLE_SCAN', operator_timing: 2 * timing, operator_cardinality: 1, children: [] },
          ],
        },
      ],
    }).root,
  );

describe('the measures of a plan', () => {
  it.each<[string, readonly PlanNode[], readonly PlanMeasure[]]>([
    ['a measured plan', measured, ['time', 'cost']],
    ['an estimated plan', estimated, ['cost']],
    ['a plan without costs', duckdb(0.5), ['time']],
    ['a plan without costs in no time', duckdb(0), []],
  ])('are those by which the nodes of %s differ', (_, nodes, expected) => {
    expect(measuresOf(nodes)).toEqual(expected);
  });

  it.each<[string, readonly PlanNode[], PlanMeasure, string | undefined]>([
    ['measured time', measured, 'time', 'Sort'],
    ['estimated cost', measured, 'cost', 'Seq Scan'],
    ['a time that was not measured', estimated, 'time', undefined],
    ['a cost that was not printed', duckdb(0.5), 'cost', undefined],
    ['the time of a plan without costs', duckdb(0.5), 'time', 'TABLE_SCAN'],
  ])('name the heaviest node by %s', (_, nodes, measure, expected) => {
    expect(heaviestBy(nodes, measure)?.nodeType).toBe(expected);
  });

  it('give shares whose sum is the whole', () => {
    for (const measure of ['time', 'cost'] as const)
      expect(measured.reduce((sum, node) => sum + (shareBy(node, measure) ?? 0), 0)).toBeCloseTo(1);
  });
});
