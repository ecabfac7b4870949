import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { readPlan } from './index.js';
import { planText } from './testing/plan-text.js';
import { readOrRefused, withoutBreaks } from './testing/read-or-refused.js';
import { WRAPS } from './testing/wrapped-text.js';

const FOLDER = new URL('./fixtures/servers/', import.meta.url);

/** Plans as servers of every version print them. */
const PLANS = readdirSync(FOLDER).flatMap((server) => {
  const taken = JSON.parse(readFileSync(new URL(`${server}/plans.json`, FOLDER), 'utf8')) as { text: string }[];
  return taken.map(({ text }) => text);
});

describe('a plan whose lines are wrapped', () => {
  it.each(WRAPS)('by %s is read as it was, or refused', (_, wrap) => {
    fc.assert(
      fc.property(fc.constantFrom(...PLANS), fc.integer({ min: 40, max: 120 }), (text, width) => {
        const read = readOrRefused(wrap(text, width));
        if (read !== null) expect(withoutBreaks(read)).toBe(withoutBreaks(planText(readPlan(text))));
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['a terminal', 80, 0.85],
    ['a mail', 72, 0.7],
    ['psql with marks of ASCII', 60, 1],
    ['psql with marks of Unicode', 60, 1],
  ])('by %s of %i characters is joined in most cases', (name, width, share) => {
    const wrap = WRAPS.find(([known]) => known === name)?.[1] ?? ((text) => text);
    const wrapped = PLANS.map((text) => wrap(text, width)).filter((text, at) => text !== PLANS[at]);
    const read = wrapped.filter((text) => readOrRefused(text) !== null);
    expect(read.length / wrapped.length).toBeGreaterThanOrEqual(share);
  });

  it.each([
    ['a torn number', 'Seq Scan on customer_orders  (cost=0.00..1.00 rows=1\n00 width=4)', '100 rows'],
    [
      'a word in two',
      'Seq Scan on t\n  Filter: ((customer_id = 1234) AND (custo\nmer_name IS NOT NULL))',
      '(customer_name IS NOT NULL)',
    ],
    [
      'an operator without its space',
      "Seq Scan on t\n  Filter: ((customer_id = 7) AND (customer_name =\n'x'::text))",
      "(customer_name = 'x'::text)",
    ],
  ])('is joined with or without a space by %s', (_, text, part) => {
    expect(planText(readPlan(text))).toContain(part);
  });

  it('keeps the quotes of a name that stands on a line of its own', () => {
    const part = (table: string, read: string) => `        ->  HashAggregate
              Group Key:
(${table}.c)::text
              ->  Seq Scan on ${read}
${table}`;
    const text = `Sort
  Sort Key: ((pagg_tab3.c)::text) COLLATE
"C"
  ->  Append
${part('pagg_tab3', 'pagg_tab3_p2')}
${part('pagg_tab3_1', 'pagg_tab3_p1')}`;
    expect(planText(readPlan(text))).toContain('COLLATE "C"');
  });

  it('does not begin below a known node whose line was wrapped', () => {
    const text = `Custom Scan (ColumnarScan) on
    chunks (actual rows=3 loops=1)
  Columnar Chunk Groups Removed by
      Filter: 12`;
    const read = readOrRefused(text);
    if (read !== null) expect(read).toMatch(/Custom Scan \(ColumnarScan\).*3/);
  });

  it.each([
    ['a time', 'Seq Scan on t  (cost=0.00..1.00 rows=1 width=4)\nExecution Time: 12.3\n45 ms'],
    ['settings', "Seq Scan on t  (cost=0.00..1.00 rows=1 width=4)\nSettings: work_mem = '64kB', jit =\n'off'"],
  ])('is not read without the end of %s', (_, text) => {
    expect(() => readPlan(text)).toThrow('is not complete');
  });

  it.each([
    ['a node', '->  Seq Scan on few a', 40],
    ['a property', 'Filter: (id < 7)', 43],
    ['a property beside its column', ' Filter: (id < 7)', 43],
    ['a heading', 'SubPlan 1\n  ->  Result', 45],
  ])('is refused where the indentation of %s is wrapped', (_, lost, width) => {
    const text = `Append\n  ->  Seq Scan on t\n${' '.repeat(width)}\n${lost}`;
    expect(() => readPlan(text)).toThrow('is indented like no node');
    expect(() => readPlan(text.replaceAll(/ +$/gm, ''))).toThrow('is indented like no node');
  });

  it('is read where an empty line stands between all lines', () => {
    const figures = '  (cost=0.00..1.00 rows=1 width=4)';
    const text = `Limit${figures}\n  ->  Seq Scan on t${figures}\n        Filter: (id < 7)\nPlanning Time: 1.000 ms`;
    expect(planText(readPlan(text.replaceAll('\n', '\n\n')))).toBe(planText(readPlan(text)));
  });

  it('has no line break within a name', () => {
    const text = 'Seq Scan on few a\n  Filter: (part.id = "*SELECT*\n1".id)';
    expect(readOrRefused(text)).toBeNull();
  });

  it('is refused where two ways to join the lines differ', () => {
    const text = 'Index Scan using a_very_long_name_of_an_index on customer\nid';
    expect(() => readPlan(text)).toThrow('whether a space is missing');
  });
});
