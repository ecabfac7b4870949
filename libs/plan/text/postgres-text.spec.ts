import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listNodes, planInResult, readPlan, UnreadablePlanError } from '../index.js';

const PLAIN = `Sort  (cost=445.39..445.42 rows=10 width=12) (actual time=5.1..5.2 rows=10 loops=1)
  Sort Key: (count(*)) DESC, t.part
  Sort Method: external merge  Disk: 1024kB
  Buffers: shared hit=89 read=2, temp read=5 written=6
  ->  HashAggregate  (cost=445.00..445.10 rows=10 width=12) (actual time=5.0..5.0 rows=10 loops=1)
        Group Key: t.part
        Batches: 5  Memory Usage: 24kB  Disk Usage: 88kB
        ->  Index Scan Backward using "my idx" on public."Odd Table" t  (cost=0.29..345.00 rows=20000 width=4) (actual time=0.01..2.0 rows=200 loops=1)
              Index Cond: (t.id > 5)
              Filter: (t.note = 'a: b
  ->  c'::text)
              Rows Removed by Filter: 1800
Planning Time: 0.5 ms
Execution Time: 6.25 ms`;

const JSON_TEXT = `[
  {
    "Plan": {
      "Node Type": "Limit",
      "Plans": [{ "Node Type": "Seq Scan", "Relation Name": "t", "Filter": "(a = 'x''y')" }]
    }
  }
]`;
const JSON_LINES = JSON_TEXT.split('\n').slice(0, -1);

/** What psql draws with border 2. */
function framed(text: string, bar: string, rule: string, cross: string): string {
  const lines = text.split('\n');
  const width = Math.max(...lines.map(({ length }) => length));
  const line = `${cross}${rule.repeat(width + 2)}${cross}`;
  const head = `${bar} ${'QUERY PLAN'.padStart(width / 2 + 5).padEnd(width)} ${bar}`;
  const rows = lines.map((row) => `${bar} ${row.padEnd(width)} ${bar}`);
  return [line, head, line, ...rows, line, `(${lines.length} rows)`].join('\n');
}

const expanded = (text: string): string =>
  text.replaceAll(/^(.*)$/gm, (line) => `-[ RECORD 1 ]---------\nQUERY PLAN | ${line}`);

const csvOf = (text: string): string => text.replaceAll(/^.*[",].*$/gm, (line) => `"${line.replaceAll('"', '""')}"`);

/** As a mail program does that keeps lines below 72 characters. */
function wordWrapped(text: string): string {
  return text.replaceAll(/^(?=.{73})(.{40,71}) (\S.*)$/gm, '$1\n$2');
}

const labels = (text: string) => listNodes(readPlan(text).root).map(({ label }) => label);

describe('a plan in the text format', () => {
  it('is read as what it says', () => {
    const plan = readPlan(PLAIN);
    const [sort, aggregate, scan] = listNodes(plan.root);
    expect(plan).toMatchObject({ engine: 'postgres', totalCost: 445.42, planningTimeMs: 0.5, executionTimeMs: 6.25 });
    expect(sort).toMatchObject({ label: 'Sort', estimatedRows: 10, actualRows: 10 });
    expect(sort?.conditions).toEqual([{ kind: 'Sort Key', text: '(count(*)) DESC, t.part' }]);
    expect(sort?.flags.map(({ reason }) => reason)).toContain(
      'The sort did not fit into work_mem and used 1024 kB on disk',
    );
    expect(sort?.buffers).toMatchObject({ sharedHit: 89, sharedRead: 2, tempRead: 5, tempWritten: 6 });
    expect(aggregate).toMatchObject({ label: 'HashAggregate', nodeType: 'Aggregate' });
    expect(aggregate?.flags.map(({ kind }) => kind)).toContain('spill');
    expect(scan).toMatchObject({ relation: 'public.Odd Table', alias: 't', index: 'my idx', rowsRemoved: 1800 });
    expect(scan?.conditions.map(({ text }) => text)).toEqual(['(t.id > 5)', "(t.note = 'a: b\n  ->  c'::text)"]);
  });

  it.each([
    ['psql', ` QUERY PLAN \n${'-'.repeat(40)}\n${PLAIN.replaceAll(/^/gm, ' ')}\n(12 rows)\n\n`],
    ['a table of lines in quotes', PLAIN.replaceAll('"', '""').replaceAll(/^(.*)$/gm, '"$1"')],
    ['a table of lines in apostrophes', PLAIN.replaceAll("'", "''").replaceAll(/^(.*)$/gm, "'$1'")],
    ['lines in apostrophes that are not doubled', PLAIN.replaceAll(/^(.*)$/gm, "'$1'")],
    ['a list of lines in apostrophes', PLAIN.replaceAll(/^(.*)$/gm, "  '$1',")],
    ['a frame', PLAIN.replaceAll(/^(.*)$/gm, '| $1 |')],
    ['psql that wraps', PLAIN.replaceAll(/^(.*)$/gm, ' $1   +')],
    ['a log', `LOG:  duration: 6.25 ms  plan:\nQuery Text: select 1\n${PLAIN}`],
    ['Windows', PLAIN.replaceAll('\n', '\r\n')],
    ['a mail', PLAIN.replaceAll(/^/gm, '> ')],
    ['psql with border 2', framed(PLAIN, '|', '-', '+')],
    ['psql with Unicode lines', framed(PLAIN, '│', '─', '┼')],
    ['psql with expanded rows', expanded(PLAIN)],
    ['psql as CSV', `QUERY PLAN\n${csvOf(PLAIN)}`],
    ['a cell whose quotes were left doubled', PLAIN.replaceAll('"', '""')],
    ['psql, from its first letter on', PLAIN.replaceAll(/\n/g, '\n ')],
    [
      'psql with what followed',
      ` QUERY PLAN \n-----\n${PLAIN.replaceAll(/^/gm, ' ')}\n(12 строк)\n\nTime: 7 ms\nLimit`,
    ],
    ['inside a plan', `  ->  ${PLAIN.replaceAll('\n', '\n      ')}`.replaceAll(/\n +(?=Planning|Execution)/g, '\n')],
    ['a mail that wraps between words', wordWrapped(PLAIN)],
    [
      'a terminal of 60 columns',
      PLAIN.replaceAll(/^(.{60})(?=.)/gm, '$1\n').replaceAll(/^(?! )(.{60})(?=.)/gm, '$1\n'),
    ],
    ['a narrower indentation', PLAIN.replaceAll(/^ +/gm, (space) => ' '.repeat(space.length / 2))],
  ])('is read when it is copied from %s', (_, text) => {
    expect(labels(text)).toEqual(['Sort', 'HashAggregate', 'Index Scan']);
    expect(readPlan(text).root.children[0]?.children[0]).toMatchObject({ index: 'my idx', rowsRemoved: 1800 });
  });

  it.each([
    [
      'psql',
      `     QUERY PLAN     \n------\n${JSON_LINES.map((line) => ` ${line.padEnd(30)}+`).join('\n')}\n ]\n(1 row)`,
    ],
    ['psql with border 2', framed(JSON_TEXT.replaceAll(/(?<=.)$/gm, ' +'), '|', '-', '+')],
    ['psql with Unicode lines', framed(JSON_TEXT.replaceAll(/(?<=.)$/gm, '↵'), '│', '─', '┼')],
    ['psql as CSV', `QUERY PLAN\n"${JSON_TEXT.replaceAll('"', '""')}"`],
    ['quoted lines', JSON_TEXT.replaceAll('"', '""').replaceAll(/^(.*)$/gm, '"$1"')],
    ['lines in apostrophes', JSON_TEXT.replaceAll(/^(.*)$/gm, "'$1'")],
    ['a cell whose quotes were left doubled', JSON_TEXT.replaceAll('"', '""')],
  ])('is read as JSON when it is copied from %s', (_, text) => {
    expect(listNodes(readPlan(text).root).map(({ label }) => label)).toEqual(['Limit', 'Seq Scan']);
  });

  it.each([
    ['Hash Left Join', 'Hash Join', 2],
    ['Nested Loop Anti Join', 'Nested Loop', 2],
    ['Merge Full Join', 'Merge Join', 2],
    ['Hash Right Anti Join', 'Hash Join', 2],
    ['Parallel Hash Join', 'Hash Join', 2],
    ['Partial GroupAggregate', 'Aggregate', 1],
    ['Finalize HashAggregate', 'Aggregate', 1],
    ['HashSetOp Except All', 'SetOp', 1],
    ['WindowAgg', 'WindowAgg', 1],
    ['Update on t', 'ModifyTable', 1],
    ['Parallel Append', 'Append', 0],
    ['Custom Scan (ChunkAppend) on t', 'Custom Scan', 0],
  ])('knows what %s is', (title, nodeType, inputs) => {
    const figures = '  (cost=0.00..1.00 rows=1 width=4)';
    const { root } = readPlan(`${title}${figures}${`\n  ->  Seq Scan on t${figures}`.repeat(inputs)}`);
    expect(root.nodeType).toBe(nodeType);
    expect(root.label).toBe(title.replace(/ on t$/, ''));
    expect(root.children).toHaveLength(inputs);
    for (let fewer = 0; fewer < inputs; fewer += 1)
      expect(() => readPlan(`${title}${figures}${`\n  ->  Seq Scan on t${figures}`.repeat(fewer)}`)).toThrow(
        `has ${fewer} of ${inputs} inputs`,
      );
  });

  it.each([
    ['Result', 'Result'],
    ['Custom Scan (ChunkAppend) on t', 'Custom Scan (ChunkAppend)'],
    ['Custom Scan (Citus Adaptive)', 'Custom Scan (Citus Adaptive)'],
    ['Index Only Scan Backward using i on t', 'Index Only Scan'],
    ['Parallel Seq Scan on t', 'Parallel Seq Scan'],
    ['Foreign Scan', 'Foreign Scan'],
    ['Foreign Delete on t', 'Foreign Delete'],
    ['Function Scan on generate_series g', 'Function Scan'],
    ['Seq Scan on t (actual rows=5 loops=1)', 'Seq Scan'],
  ])('can be the single node %s without costs', (text, label) => {
    expect(labels(text)).toEqual([label]);
  });

  it('hangs each subplan on the node in whose column its heading stands', () => {
    const [limit, scan, inner] = [
      '  (cost=0.00..9.00 rows=1 width=4)',
      '  (cost=0.00..8.00 rows=1 width=4)',
      '  (cost=0.00..1.00 rows=1 width=4)',
    ];
    const text = `Hash Join${limit}
  Hash Cond: (a.id = b.id)
  ->  Seq Scan on a${scan}
        Filter: (SubPlan 2)
        SubPlan 2
          ->  Seq Scan on c${inner}
  ->  Hash${inner}
        ->  Seq Scan on b${inner}
  SubPlan 1
    ->  Result${inner}
          InitPlan 3 (returns $1)
            ->  Seq Scan on d${inner}
`;
    const tree = listNodes(readPlan(text).root).map(({ label, children }) => [label, children.map(({ id }) => id)]);
    expect(tree).toEqual([
      ['Hash Join', [1, 3, 5]],
      ['Seq Scan', [2]],
      ['Seq Scan', []],
      ['Hash', [4]],
      ['Seq Scan', []],
      ['Result', [6]],
      ['Seq Scan', []],
    ]);
  });

  it.each([
    ['cut off after a node', PLAIN.slice(0, PLAIN.indexOf('  ->  Hash')), 'Sort has 0 of 1 inputs'],
    ['cut off in figures', PLAIN.slice(0, PLAIN.indexOf(' loops=1)\n              Index')), 'not complete'],
    ['cut off in a literal', PLAIN.slice(0, PLAIN.indexOf("c'::text")), 'not complete'],
    ['two branches without their node', '->  Seq Scan on a\n->  Seq Scan on b', 'indented like no node'],
    [
      'a branch below what is left of its node',
      '  Sort Key: a\n  ->  Seq Scan on t  (cost=0.00..1.00 rows=1 width=4)',
      'begins below its first node',
    ],
    [
      'wrapped where a space may be missing',
      'Limit\n  ->  Index Scan using a_very_long_name on customer,\nid',
      'whether a space is missing',
    ],
    ['wrapped in the midst of a property', PLAIN.replace('Rows Removed by ', 'Rows Removed by\n'), 'cannot be read'],
    ['without indentation', PLAIN.replaceAll(/^ +/gm, ''), 'not complete'],
    ['with figures that are none', 'Seq Scan on t  (cost=0.00..x rows=1 width=4)', 'not complete'],
  ])('is refused, and not read by half, when it is %s', (_, text, why) => {
    expect(() => readPlan(text)).toThrow(why);
    expect(() => readPlan(text)).toThrow(UnreadablePlanError);
  });

  it('reads the first of several plans with its own times', () => {
    const plan = readPlan(`Delete on a\n  ->  Seq Scan on a\n\nInsert on b\n  ->  Result\nPlanning Time: 9 ms`);
    expect([labels('Delete on a\n  ->  Seq Scan on a\n\nInsert on b\n  ->  Result'), plan.planningTimeMs]).toEqual([
      ['Delete', 'Seq Scan'],
      null,
    ]);
  });

  it('takes time linear in a literal that never ends', () => {
    const lines = Array.from({ length: 100_000 }, () => 'x').join('\n');
    expect(() => readPlan(`Seq Scan on t\n  Filter: (a = '${lines}`)).toThrow('not complete');
  });

  it.each([
    ['words in front of a title', 'Partial '.repeat(60_000)],
    ['digits of a cost', `Seq Scan on t  (cost=${'1'.repeat(500_000)}`],
    ['spaces', `Seq Scan on t${' '.repeat(500_000)}x`],
    ['names of subplans', `Seq Scan on t\n  Filter: (${'InitPlan 0'.repeat(40_000)}(`],
  ])('takes time linear in %s', (_, text) => {
    const begun = process.cpuUsage();
    expect(() => readPlan(`${text}\n${text}`)).toThrow();
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5_000);
  });

  it('needs neither costs nor times', () => {
    const { root, totalCost } = readPlan('Limit\n  ->  Seq Scan on t\n        Filter: (a = 1)');
    expect([root.label, root.children[0]?.relation, totalCost]).toEqual(['Limit', 't', null]);
  });

  it.each(['hello', '', 'SELECT 1', '{"Plan": ', '┌─────┐\n│ SEQ_SCAN │\n└─────┘', 'Filter: (a = 1)', 'null', '7'])(
    'is not in %j',
    (text) => {
      expect(() => readPlan(text)).toThrow(UnreadablePlanError);
    },
  );

  it('never breaks on lines in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(PLAIN.split('\n')), fc.string(), (lines, noise) => {
        try {
          expect(readPlan([...lines, noise].join('\n')).nodeCount).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadablePlanError);
        }
      }),
    );
  });
});

describe('a plan in a result', () => {
  const postgres = [{ name: 'QUERY PLAN' }];
  const duckdb = [{ name: 'explain_key' }, { name: 'explain_value' }];
  it.each([
    [{ columns: postgres, rows: [['a'], ['  b']] }, 'a\n  b'],
    [{ columns: postgres, rows: [['[{"Plan": {}}]']] }, '[{"Plan": {}}]'],
    [{ columns: duckdb, rows: [['physical_plan', '[]']] }, '[]'],
    [
      {
        columns: duckdb,
        rows: [
          ['logical_plan', 'x'],
          ['physical_plan', 'y'],
        ],
      },
      'y',
    ],
    [{ columns: duckdb, rows: [['physical_plan', null]] }, null],
    [{ columns: postgres, rows: [] }, null],
    [{ columns: [{ name: 'id' }], rows: [['1']] }, null],
  ])('%j', (result, text) => {
    expect(planInResult(result)).toBe(text);
  });
});
