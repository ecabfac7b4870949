import { describe, expect, it } from '@jest/globals';
import { listNodes, readPlan } from '../index.js';

interface Facts {
  readonly [key: string]: unknown;
  readonly ms: number;
  readonly loops?: number;
}

function node(type: string, { ms, loops = 1, ...facts }: Facts, Plans: object[] = []): object {
  const run = { 'Actual Total Time': ms, 'Actual Loops': loops, 'Actual Rows': 1 };
  return { 'Node Type': type, 'Parent Relationship': 'Outer', ...run, ...facts, Plans };
}

function ownTimes(Plan: object): (number | null)[] {
  return listNodes(readPlan({ Plan }).root).map(({ ownTimeMs }) => ownTimeMs && Math.round(ownTimeMs * 100) / 100);
}

const cte = (ms: number): object =>
  node('Seq Scan', { ms, 'Parent Relationship': 'InitPlan', 'Subplan Name': 'CTE a' });

describe('own times', () => {
  it('multiply by the loops', () => {
    const inner = node('Index Scan', { ms: 0.02, loops: 1000, 'Parent Relationship': 'Inner' });
    expect(ownTimes(node('Nested Loop', { ms: 30 }, [node('Seq Scan', { ms: 4 }), inner]))).toEqual([6, 4, 20]);
  });

  it('divide what processes did at the same time by their number', () => {
    const scan = node('Seq Scan', { ms: 60, loops: 3 });
    expect(ownTimes(node('Gather', { ms: 70 }, [node('Sort', { ms: 65, loops: 3 }, [scan])]))).toEqual([5, 5, 60]);
  });

  it('count the processes and not the workers when the leader only waits', () => {
    expect(
      ownTimes(node('Gather', { ms: 70, 'Workers Launched': 2 }, [node('Seq Scan', { ms: 60, loops: 2 })])),
    ).toEqual([10, 60]);
  });

  it('divide by the processes of each run when the Gather itself runs in a loop', () => {
    const gather = node('Gather', { ms: 20, loops: 2 }, [node('Seq Scan', { ms: 15, loops: 6 })]);
    expect(ownTimes(node('Append', { ms: 41 }, [gather]))).toEqual([1, 10, 30]);
  });

  it('take a CTE from the scan that reads it and not from the node that carries it', () => {
    const scan = node('CTE Scan', { ms: 53, 'CTE Name': 'a' });
    expect(ownTimes(node('Aggregate', { ms: 60 }, [cte(50), scan]))).toEqual([7, 50, 3]);
  });

  it('take a CTE once from its two scans, by what each of them took', () => {
    const scans = [node('CTE Scan', { ms: 75, 'CTE Name': 'a' }), node('CTE Scan', { ms: 25, 'CTE Name': 'a' })];
    expect(ownTimes(node('Append', { ms: 101 }, [cte(60), ...scans]))).toEqual([1, 60, 30, 10]);
  });

  it('take a CTE from the scan that has time left for it', () => {
    const subplan = node('Seq Scan', { ms: 70, 'Parent Relationship': 'SubPlan', 'Subplan Name': 'SubPlan 1' });
    const scans = [
      node('CTE Scan', { ms: 75, 'CTE Name': 'a' }, [subplan]),
      node('CTE Scan', { ms: 25, 'CTE Name': 'a' }),
    ];
    expect(ownTimes(node('Append', { ms: 101 }, [cte(25), ...scans]))).toEqual([1, 25, 0.83, 70, 4.17]);
  });

  it('take a writing CTE that nobody reads from no node', () => {
    expect(ownTimes(node('Result', { ms: 2 }, [cte(60)]))).toEqual([2, 60]);
  });

  it.each([
    ['up to version 16', 'InitPlan 1 (returns $0)', '(x > $0)'],
    ['since version 17', 'InitPlan 1', '(x > (InitPlan 1).col1)'],
  ])('take an InitPlan from the lowest node that needs its value, %s', (_, name, filter) => {
    const init = node('Result', { ms: 40, 'Parent Relationship': 'InitPlan', 'Subplan Name': name });
    const scan = node('Seq Scan', { ms: 45, Filter: filter });
    expect(ownTimes(node('Sort', { ms: 50, Output: [filter] }, [init, scan]))).toEqual([5, 40, 5]);
  });

  it('do not take $1 for $10', () => {
    const init = node('Result', {
      ms: 4,
      'Parent Relationship': 'InitPlan',
      'Subplan Name': 'InitPlan 1 (returns $1)',
    });
    const scan = node('Seq Scan', { ms: 45, Filter: '(x > $10)' });
    expect(ownTimes(node('Sort', { ms: 50 }, [init, scan]))).toEqual([1, 4, 45]);
  });

  it('take an InitPlan from the Gather that works it out for its workers', () => {
    const init = node('Result', {
      ms: 40,
      'Parent Relationship': 'InitPlan',
      'Subplan Name': 'InitPlan 1 (returns $0)',
    });
    const scan = node('Seq Scan', { ms: 10, loops: 2, Filter: '(x > $0)' });
    const gather = node('Gather', { ms: 55, 'Params Evaluated': ['$0'] }, [scan]);
    expect(ownTimes(node('Aggregate', { ms: 56 }, [init, gather]))).toEqual([1, 40, 5, 10]);
  });

  it('are unknown without TIMING and zero for what never ran', () => {
    expect(ownTimes({ 'Node Type': 'Seq Scan', 'Actual Loops': 1, 'Actual Rows': 1 })).toEqual([null]);
    expect(ownTimes(node('Seq Scan', { ms: 0, loops: 0 }))).toEqual([0]);
  });
});
