import { describe, expect, it } from '@jest/globals';
import { readPlan } from './index.js';
import type { PlanThresholds } from './index.js';

const RUN = { 'Actual Loops': 1, 'Actual Rows': 100, 'Actual Total Time': 1 };

describe('flags', () => {
  it.each([
    ['9,999 rows read', { 'Plan Rows': 9_999 }, {}, []],
    [
      '10,000 rows read',
      { 'Plan Rows': 10_000 },
      {},
      ["Expected to read about 10,000 rows of t one by one (the node's estimate)"],
    ],
    [
      '500 rows and a threshold of 500',
      { 'Plan Rows': 500 },
      { sequentialScanRows: 500 },
      ["Expected to read about 500 rows of t one by one (the node's estimate)"],
    ],
    [
      'a filtered scan of a table with statistics',
      { 'Plan Rows': 12, Filter: '(a = 1)', 'Total Cost': 1709, 'Plan Width': 244 },
      { tableRows: { t: 100_000 } },
      [
        "Expected to read about 100,000 rows of t one by one (the table's statistics), to keep about 12 in each run (the node's estimate)",
      ],
    ],
    [
      'a dear filtered scan of a small table',
      { 'Plan Rows': 12, Filter: '(a = 1)', 'Total Cost': 1709 },
      { tableRows: { t: 9_999 } },
      [],
    ],
    [
      'a dear filtered scan of a table without statistics',
      { 'Plan Rows': 12, Filter: '(a = 1)', 'Total Cost': 1709 },
      { tableRows: { constructor: 1, other: 100_000 } },
      ["Expected to read all rows of t one by one, to keep about 12 in each run (the node's estimate)"],
    ],
    [
      'a cheap filtered scan of a table without statistics',
      { 'Plan Rows': 12, Filter: '(a = 1)', 'Total Cost': 17 },
      {},
      [],
    ],
    [
      'a cheap filtered scan that keeps 10,000 rows of a table without statistics',
      { 'Plan Rows': 10_000, Filter: '(a = 1)', 'Total Cost': 17 },
      {},
      ["Expected to read all rows of t one by one, to keep about 10,000 in each run (the node's estimate)"],
    ],
    ['an estimate off by 9.9', { ...RUN, 'Plan Rows': 990 }, {}, []],
    [
      'an estimate 10 times too high',
      { ...RUN, 'Plan Rows': 1000 },
      {},
      ['1,000 rows expected, 100 found: 10 times too many'],
    ],
    [
      'an estimate 10 times too low',
      { ...RUN, 'Plan Rows': 10 },
      {},
      ['10 rows expected, 100 found: 10 times too few'],
    ],
    ['one row expected', { ...RUN, 'Plan Rows': 1 }, {}, ['1 row expected, 100 found: 100 times too few']],
    ['no row where one was expected', { ...RUN, 'Plan Rows': 1, 'Actual Rows': 0 }, {}, []],
    ['fractional rows of version 18', { ...RUN, 'Plan Rows': 9, 'Actual Rows': 0.33 }, {}, []],
    ['a filter that drops 899 of 999', { ...RUN, 'Plan Rows': 100, 'Rows Removed by Filter': 899 }, {}, []],
    [
      'a filter that drops most rows',
      { ...RUN, 'Plan Rows': 100, 'Rows Removed by Filter': 1900 },
      {},
      ['The filter removed 1,900 of 2,000 rows'],
    ],
    [
      'a filter that drops half of the rows',
      { ...RUN, 'Plan Rows': 9000, 'Actual Rows': 4000, 'Rows Removed by Filter': 4000 },
      {},
      [],
    ],
    [
      'a node that never ran',
      { 'Actual Loops': 0, 'Actual Rows': 0, 'Actual Total Time': 0, 'Plan Rows': 90_000 },
      {},
      [],
    ],
    [
      'lossy blocks',
      { ...RUN, 'Plan Rows': 100, 'Lossy Heap Blocks': 7 },
      {},
      ['The bitmap did not fit into work_mem: 7 blocks were searched row by row'],
    ],
    [
      'lossy blocks of a worker',
      { ...RUN, 'Plan Rows': 100, Workers: [{ 'Lossy Heap Blocks': 7 }] },
      {},
      ['The bitmap did not fit into work_mem: 7 blocks were searched row by row'],
    ],
    [
      'a sort on disk',
      { ...RUN, 'Plan Rows': 100, 'Sort Space Type': 'Disk', 'Sort Space Used': 64 },
      {},
      ['The sort did not fit into work_mem and used 64 kB on disk'],
    ],
    ['a sort in memory', { ...RUN, 'Plan Rows': 100, 'Sort Space Type': 'Memory', 'Sort Space Used': 64 }, {}, []],
    [
      'a sort of a worker on disk',
      { ...RUN, 'Plan Rows': 100, Workers: [{ 'Sort Space Type': 'Disk', 'Sort Space Used': 8 }] },
      {},
      ['The sort did not fit into work_mem and used 8 kB on disk'],
    ],
    [
      'an incremental sort on disk',
      { ...RUN, 'Plan Rows': 100, 'Pre-sorted Groups': { 'Sort Space Disk': { 'Peak Sort Space Used': 9 } } },
      {},
      ['The sort did not fit into work_mem and used up to 9 kB on disk'],
    ],
    ['a hash in one batch', { ...RUN, 'Plan Rows': 100, 'Hash Batches': 1 }, {}, []],
    [
      'a hash in two batches',
      { ...RUN, 'Plan Rows': 100, 'Hash Batches': 2 },
      {},
      ['The hash table did not fit into its memory and was split into 2 batches on disk'],
    ],
    [
      'groups on disk',
      { ...RUN, 'Plan Rows': 100, 'Disk Usage': 5 },
      {},
      ['The groups did not fit into memory and used 5 kB on disk'],
    ],
    [
      'kept rows on disk',
      { ...RUN, 'Plan Rows': 100, Storage: 'Disk', 'Maximum Storage': 5 },
      {},
      ['The kept rows did not fit into work_mem and used 5 kB on disk'],
    ],
  ] as [string, object, Partial<PlanThresholds>, string[]][])('report %s', (_, fields, thresholds, reasons) => {
    const plan = readPlan({ Plan: { 'Node Type': 'Seq Scan', 'Relation Name': 't', ...fields } }, thresholds);
    const flags = plan.root.flags.filter(({ kind }) => kind !== 'costliest' && kind !== 'slowest');
    expect(flags.map(({ reason }) => reason)).toEqual(reasons);
  });
});
