import { describe, expect, it } from '@jest/globals';
import { planSources } from './plan-sources.js';
import { relationOf } from './relation.js';

type Plan = Record<string, unknown>;

const scan = (table: string, index: number, places: readonly number[] = [0, 1], more: Plan = {}): Plan => ({
  ...{ type: 'LOGICAL_GET', name: 'seq_scan', table_index: index, names: ['id', 'name'], projection_ids: [] },
  function_data: { catalog: 'a', schema: 'main', table },
  column_indexes: places.map((place) => ({ index: place, index_type: 'FULL_READ', child_indexes: [] })),
  ...more,
});
const ref = (index: number): Plan => ({ expression_class: 'BOUND_REF', index });
const call: Plan = { expression_class: 'BOUND_FUNCTION', name: 'upper' };
const project = (child: Plan, ...expressions: Plan[]): Plan => ({
  ...{ type: 'LOGICAL_PROJECTION', children: [child], expressions },
});
const over = (type: string, children: Plan[], more: Plan = {}): Plan => ({ type, children, ...more });
const join = (kind: string, ...children: Plan[]): Plan =>
  over('LOGICAL_COMPARISON_JOIN', children, { join_type: kind, left_projection_map: [], right_projection_map: [] });

/** Each source as `table#reading.column`. */
function read(plan: unknown): (string | null)[] {
  return planSources(plan).map((source) => {
    if (source === null) return null;
    const { table, reading } = relationOf(source.relation);
    return `${table}#${reading}.${source.attribute}`;
  });
}

const t = scan('t', 0);
const u = scan('u', 1);
const unknown = over('LOGICAL_OF_A_LATER_VERSION', [t]);

describe('the sources of the columns of a plan', () => {
  it.each<[string, unknown, (string | null)[]]>([
    ['columns in another order', project(scan('t', 0, [1, 0]), ref(1), ref(0)), ['t#0.id', 't#0.name']],
    ['a computed column', project(t, call, ref(0)), [null, 't#0.id']],
    ['the number of a row', project(scan('t', 0, [2 ** 64, 0]), ref(0), ref(1)), [null, 't#0.id']],
    ['a part of a value', scan('t', 0, [0], { column_indexes: [{ index: 0, child_indexes: [{ index: 1 }] }] }), [null]],
    ['a filter and a limit', over('LOGICAL_LIMIT', [over('LOGICAL_FILTER', [t])]), ['t#0.id', 't#0.name']],
    ['a filter that drops columns', over('LOGICAL_FILTER', [t], { projection_map: [1] }), []],
    ['a join', project(join('LEFT', t, u), ref(2), ref(0)), ['u#1.id', 't#0.id']],
    ['a join that keeps its left side', join('SEMI', t, u), ['t#0.id', 't#0.name']],
    ['a join that keeps its right side', join('RIGHT_SEMI', t, u), []],
    ['a mark', project(join('MARK', t, u), ref(0), ref(2)), ['t#0.id', null]],
    ['a join that drops columns', { ...join('INNER', t, u), left_projection_map: [1] }, []],
    ['columns behind unknown ones', join('INNER', join('INNER', t, unknown), u), ['t#0.id', 't#0.name']],
    ['columns at the right of unknown ones', project(join('INNER', unknown, t), ref(0), ref(2)), [null, null]],
    ['a union', over('LOGICAL_UNION', [t, t]), []],
    ['groups', project(over('LOGICAL_AGGREGATE_AND_GROUP_BY', [t]), ref(0)), [null]],
    ['distinct rows', over('LOGICAL_DISTINCT', [t], { distinct_type: 'DISTINCT' }), ['t#0.id', 't#0.name']],
    ['the first of each', over('LOGICAL_DISTINCT', [t], { distinct_type: 'DISTINCT_ON' }), [null, null]],
    ['a window', project(over('LOGICAL_WINDOW', [t], { expressions: [call] }), ref(2), ref(1)), [null, 't#0.name']],
    ['a function', scan('t', 0, [0], { name: 'read_csv' }), [null]],
    ['nothing that is known', { type: 'LOGICAL_OF_A_LATER_VERSION' }, []],
    ['no plan', null, []],
  ])('are those of %s', (_, plan, expected) => {
    expect(read(plan)).toEqual(expected);
  });

  it('distinguish two readings of one query', () => {
    const reading = (index: number): Plan => over('LOGICAL_CTE_REF', [], { table_index: index, cte_index: 7 });
    const both = over('LOGICAL_CROSS_PRODUCT', [reading(8), reading(9)]);
    const plan = over('LOGICAL_MATERIALIZED_CTE', [t, project(both, ref(0), ref(3))], { table_index: 7 });
    expect(read(plan)).toEqual(['t#8.0.id', 't#9.0.name']);
  });

  it('end at a plan that is nested without end', () => {
    let plan: Plan = t;
    for (let depth = 0; depth < 10_000; depth += 1) plan = over('LOGICAL_FILTER', [plan]);
    expect(read(plan)).toEqual([]);
  });
});
