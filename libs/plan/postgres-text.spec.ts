import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listNodes, planInResult, readPlan, UnreadablePlanError } from './index.js';

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
    expect(scan?.conditions.map(({ text }) => text)).toEqual(['(t.id > 5)', "(t.note = 'a: b\n->  c'::text)"]);
  });

  it.each([
    ['psql', ` QUERY PLAN \n${'-'.repeat(40)}\n${PLAIN.replaceAll(/^/gm, ' ')}\n(12 rows)\n\n`],
    ['a table of lines in quotes', PLAIN.replaceAll('"', '""').replaceAll(/^(.*)$/gm, '"$1"')],
    ['a frame', PLAIN.replaceAll(/^(.*)$/gm, '| $1 |')],
    ['psql that wraps', PLAIN.replaceAll(/^(.*)$/gm, ' $1   +')],
    ['a log', `LOG:  duration: 6.25 ms  plan:\nQuery Text: select 1\n${PLAIN}`],
    ['Windows', PLAIN.replaceAll('\n', '\r\n')],
  ])('is read when it is copied from %s', (_, text) => {
    expect(labels(text)).toEqual(['Sort', 'HashAggregate', 'Index Scan']);
  });

  it.each([
    ['Hash Left Join', 'Hash Join'],
    ['Nested Loop Anti Join', 'Nested Loop'],
    ['Merge Full Join', 'Merge Join'],
    ['Hash Right Anti Join', 'Hash Join'],
    ['Parallel Hash Join', 'Hash Join'],
    ['Partial GroupAggregate', 'Aggregate'],
    ['Finalize HashAggregate', 'Aggregate'],
    ['HashSetOp Except All', 'SetOp'],
    ['WindowAgg', 'WindowAgg'],
    ['Update on t', 'ModifyTable'],
    ['Parallel Append', 'Append'],
    ['Custom Scan (ChunkAppend) on t', 'Custom Scan'],
  ])('knows what %s is', (title, nodeType) => {
    const { root } = readPlan(`${title}  (cost=0.00..1.00 rows=1 width=4)`);
    expect(root.nodeType).toBe(nodeType);
    expect(root.label).toBe(title.replace(/ on t$/, ''));
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
