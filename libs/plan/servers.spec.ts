import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { listNodes, readPlan } from './index.js';
import type { PlanNode } from './index.js';
import { planText } from './testing/plan-text.js';

const FOLDER = new URL('./fixtures/servers/', import.meta.url);

/** A plan as a server printed it: in JSON after a run, and in both formats as it was expected. */
interface Taken {
  readonly name: string;
  readonly plan: object;
  readonly estimate: object;
  readonly text: string;
}

const file = (server: string, name: string): string => readFileSync(new URL(`${server}/${name}`, FOLDER), 'utf8');
const takenFrom = (server: string): Taken[] => JSON.parse(file(server, 'plans.json')) as Taken[];
const SERVERS = ['10', '13', '14', '15', '16', '17', '18'].map((version) => `postgres-${version}`);

/** Every node that a plan can have, by the words of the JSON format, and the version that brought it. */
const NODE_TYPES: readonly (readonly [since: number, ...types: string[]])[] = [
  [10, 'Result', 'ProjectSet', 'ModifyTable', 'Append', 'Merge Append', 'Recursive Union', 'BitmapAnd', 'BitmapOr'],
  [10, 'Seq Scan', 'Sample Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Index Scan', 'Bitmap Heap Scan', 'Tid Scan'],
  [10, 'Subquery Scan', 'Function Scan', 'Table Function Scan', 'Values Scan', 'CTE Scan', 'Named Tuplestore Scan'],
  [10, 'WorkTable Scan', 'Foreign Scan', 'Nested Loop', 'Merge Join', 'Hash Join', 'Materialize', 'Sort', 'Group'],
  [10, 'Aggregate', 'WindowAgg', 'Unique', 'Gather', 'Gather Merge', 'SetOp', 'LockRows', 'Limit', 'Hash'],
  [13, 'Incremental Sort'],
  [14, 'Memoize', 'Tid Range Scan'],
];
/** What these nodes can be, as the text format says it. */
const KINDS: readonly (readonly [since: number, ...labels: string[]])[] = [
  [10, 'Insert', 'Update', 'Delete', 'Foreign Update', 'HashSetOp Intersect', 'HashSetOp Except All', 'SetOp Except'],
  [10, 'Aggregate', 'GroupAggregate', 'HashAggregate', 'MixedAggregate', 'Partial Aggregate', 'Finalize Aggregate'],
  [10, 'Nested Loop Left Join', 'Nested Loop Semi Join', 'Nested Loop Anti Join', 'Merge Full Join', 'Merge Anti Join'],
  [10, 'Hash Left Join', 'Hash Right Join', 'Hash Full Join', 'Hash Semi Join', 'Hash Anti Join', 'Parallel Seq Scan'],
  [13, 'Parallel Append', 'Parallel Hash Join', 'Parallel Hash'],
  [14, 'Async Foreign Scan'],
  [15, 'Merge'],
  [16, 'Hash Right Anti Join'],
  [18, 'Hash Right Semi Join'],
];

/** The lines of nodes with how deep they stand, straight from the text that the server printed. */
function titlesIn(text: string): { column: number; title: string }[] {
  return text.split('\n').flatMap((line, at) => {
    const [, indent = '', title] = /^(\s*->\s+)(.*)$/.exec(line) ?? [];
    if (at === 0) return [{ column: -1, title: line }];
    return title === undefined ? [] : [{ column: indent.length, title }];
  });
}

/** The same from the tree that was read: a node's title begins with its label, and children stand further to the right. */
function expectSameTree(node: PlanNode, titles: ReturnType<typeof titlesIn>): void {
  const own = titles.shift();
  expect(own?.title.startsWith(node.label)).toBe(true);
  for (const child of node.children) {
    expect(titles[0]?.column).toBeGreaterThan(own?.column ?? Infinity);
    expectSameTree(child, titles);
  }
}

describe('plans of real servers of every version', () => {
  it('are there', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(SERVERS);
  });

  it.each(SERVERS)('read as expected: %s', (server) => {
    const read = takenFrom(server).map(({ name, plan }) => [name, planText(readPlan(plan))] as const);
    const expected = file(server, 'expected.txt')
      .split(/^## /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n\n') + 2).trimEnd()] as const);
    expect(read.map(([name, text]) => [name, text.trimEnd()])).toEqual(expected);
  });

  it.each(SERVERS)('have every node that there is: %s', (server) => {
    const version = Number(server.split('-')[1]);
    const nodes = takenFrom(server).flatMap(({ plan }) => listNodes(readPlan(plan).root));
    const wanted = (lists: typeof NODE_TYPES): string[] =>
      lists.flatMap(([since, ...words]) => (since <= version ? words : []));
    expect(wanted(NODE_TYPES).filter((type) => nodes.every(({ nodeType }) => nodeType !== type))).toEqual([]);
    expect(wanted(KINDS).filter((kind) => nodes.every(({ label }) => label !== kind))).toEqual([]);
    expect(nodes.some(({ nodeType }) => nodeType === 'Custom Scan')).toBe(version === 15);
  });

  it.each(SERVERS)('give out their whole cost and not more: %s', (server) => {
    for (const { name, plan, estimate } of takenFrom(server))
      for (const printed of [plan, estimate]) {
        const { root, totalCost } = readPlan(printed);
        const own = listNodes(root).map(({ ownCost }) => ownCost ?? 0);
        const total = totalCost ?? 0;
        expect([name, Math.min(...own) >= 0]).toEqual([name, true]);
        expect([name, Math.abs(own.reduce((sum, cost) => sum + cost, 0) - total) <= total * 1e-9]).toEqual([
          name,
          true,
        ]);
      }
  });

  it.each(SERVERS)('say in the text format what they say in JSON: %s', (server) => {
    for (const { name, estimate, text } of takenFrom(server))
      expect([name, planText(readPlan(text))]).toEqual([name, planText(readPlan(estimate))]);
  });

  it.each(SERVERS)('have the tree that the server draws: %s', (server) => {
    for (const { estimate, text } of takenFrom(server)) {
      const titles = titlesIn(text);
      expectSameTree(readPlan(estimate).root, titles);
      expect(titles).toEqual([]);
    }
  });

  it('need no word that version 9.6 did not have', () => {
    const later = new Set(['Inner Unique', 'Tuplestore Name', 'Table Function Name', 'Hash Keys', 'Query Identifier']);
    const younger = /^(?:named-tuplestore-scan|table-function-scan|aggregate-mixed)$/;
    for (const { name, plan } of takenFrom('postgres-10').filter((one) => !younger.test(one.name))) {
      const reduced = JSON.stringify(plan, (key, value: unknown) => (later.has(key) ? undefined : value));
      expect([name, planText(readPlan(reduced))]).toEqual([name, planText(readPlan(plan))]);
    }
  });
});
