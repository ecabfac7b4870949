import { describe, expect, it } from '@jest/globals';
import { listNodes, readPlan } from '../index.js';

const PLAN = `Limit  (cost=0.00..1.00 rows=1 width=4) (actual time=0.019..0.019 rows=1 loops=1)
  ->  Seq Scan on t  (cost=0.00..1.00 rows=1 width=4) (actual time=0.018..0.018 rows=1 loops=1)
        Filter: (a = 1)
Execution Time: 4.335 ms`;

/** A frame of box-drawing characters, or of any others: corners and bars from left to right, top to bottom. */
function framed(text: string, [top, rule, bottom, bar]: readonly [string, string, string, string]): string {
  const lines = text.split('\n');
  const width = Math.max(...lines.map(({ length }) => length));
  const edge = (chars: string): string => `${chars[0] ?? ''}${(chars[1] ?? '').repeat(width + 2)}${chars[2] ?? ''}`;
  const row = (line: string): string => `${bar} ${line.padEnd(width)} ${bar}`;
  return [edge(top), row('QUERY PLAN'), edge(rule), ...lines.map(row), edge(bottom)].join('\n');
}

/** DBeaver draws a bar on the right and none on the left. */
function halfFramed(text: string): string {
  const lines = ['QUERY PLAN', ...text.split('\n')];
  const width = Math.max(...lines.map(({ length }) => length));
  const [head = '', ...rows] = lines.map((line) => `${line.padEnd(width)}|`);
  return [head, `${'-'.repeat(width)}+`, ...rows].join('\n');
}

describe('a frame around a plan', () => {
  it.each([
    ['double borders', framed(PLAN, ['╔═╗', '╠═╣', '╚═╝', '║'])],
    ['double borders with a single rule', framed(PLAN, ['╔═╗', '╟─╢', '╚═╝', '║'])],
    ['single borders with a double rule', framed(PLAN, ['┌─┐', '╞═╡', '└─┘', '│'])],
    ['DBeaver', halfFramed(PLAN)],
    ['expanded records without a border', PLAN.replaceAll(/^(.*)$/gm, '* Record 1\nQUERY PLAN $1')],
    ['expanded records in another language', PLAN.replaceAll(/^(.*)$/gm, '-[ ЗАПИСЬ 1 ]------\nQUERY PLAN | $1')],
    ['expanded unaligned records', PLAN.replaceAll(/^(.*)$/gm, 'QUERY PLAN|$1\n')],
  ])('is taken away: %s', (_, text) => {
    expect(readPlan(text)).toEqual(readPlan(PLAN));
  });
});

const tree = (text: string) =>
  listNodes(readPlan(text).root).map(({ label, children }) => [label, children.map(({ id }) => id)]);

describe('a text plan of an extension', () => {
  it('may have the properties of a custom scan below the nodes that it reads', () => {
    const text = `Custom Scan (Citus Adaptive)
  ->  Distributed Subplan 1_1
        ->  Seq Scan on a
  Task Count: 4
  ->  Task
        Node: host=localhost
        ->  Seq Scan on b`;
    expect(tree(text)).toEqual([
      ['Custom Scan (Citus Adaptive)', [1, 3]],
      ['Distributed Subplan 1_1', [2]],
      ['Seq Scan', []],
      ['Task', [4]],
      ['Seq Scan', []],
    ]);
    expect(() => readPlan(text.replace('Custom Scan (Citus Adaptive)', 'Append'))).toThrow('indented like no node');
  });

  it('may end with the range table', () => {
    const text = `Limit
  RTIs: 1
  ->  Seq Scan on t
        Scan RTI: 1
RTI 1 (relation, in-from-clause):
  Eref: t (id, name)
Unprunable RTIs: 1`;
    expect(tree(text)).toEqual([
      ['Limit', [1]],
      ['Seq Scan', []],
    ]);
  });
});
