import { anyField, isJsonObject, numberField } from '../json-fields.js';
import type { JsonObject } from '../json-fields.js';
import type { NodeDraft, PlanDraft } from '../plan-draft.js';
import type { PlanBuffers } from '../plan.js';
import { postgresChildren, postgresNode } from './postgres-nodes.js';
import { mapBuffers } from './postgres-resources.js';
import { waitingNodesOf } from './postgres-waiting.js';
import { walkTree } from '../walk-tree.js';

/**
 * Reads one element of what `EXPLAIN (FORMAT JSON)` prints, from version 9.6 to 18 and with any of ANALYZE, BUFFERS,
 * VERBOSE, SETTINGS, WAL, TIMING OFF and COSTS OFF; null when there is no plan in it.
 */
export function postgresPlan(document: JsonObject): PlanDraft | null {
  const root = anyField(document, 'Plan');
  if (!isJsonObject(root) || typeof root['Node Type'] !== 'string') return null;
  const found = walkTree(root, postgresChildren);
  const nodes = found.map(postgresNode);
  for (const [id, node] of nodes.entries()) nodes[node.parent]?.children.push(id);
  return {
    engine: 'postgres',
    nodes: withOwnWork(
      nodes,
      found.map(({ source }) => numberField(source, 'Actual Total Time')),
    ),
    planningTimeMs: numberField(document, 'Planning Time'),
    executionTimeMs: numberField(document, 'Execution Time'),
    settings: settingsOf(anyField(document, 'Settings')),
  };
}

/** Takes from each node what its children, and the subplans it waited for, did. */
function withOwnWork(nodes: readonly NodeDraft[], timesPerRunMs: readonly (number | null)[]): NodeDraft[] {
  const waiting = waitingNodesOf(nodes);
  const times = ownParts(wallTimes(nodes, timesPerRunMs), waiting);
  const kinds = new Map<keyof PlanBuffers, readonly (number | null)[]>();
  mapBuffers((key) => {
    kinds.set(
      key,
      ownParts(
        nodes.map(({ buffers }) => buffers?.[key] ?? null),
        waiting,
      ),
    );
    return 0;
  });
  return nodes.map((node, id) => ({
    ...node,
    ownTimeMs: times[id] ?? null,
    buffers: node.buffers && mapBuffers((key) => Math.round(kinds.get(key)?.[id] ?? 0)),
  }));
}

/**
 * Turns the printed time, an average per run, into time on the clock. Below a Gather the runs of all processes are
 * counted together while they pass at the same time, so there the sum is divided by the number of processes, which is how
 * often the Gather's own child ran for each run of the Gather.
 */
function wallTimes(nodes: readonly NodeDraft[], timesPerRunMs: readonly (number | null)[]): (number | null)[] {
  const processes: number[] = [];
  return nodes.map((node, id) => {
    const parent = nodes[node.parent];
    const above = processes[node.parent] ?? 1;
    processes[id] = parent !== undefined && isWorkersTop(parent, node) ? processCount(parent, node) : above;
    const time = timesPerRunMs[id] ?? null;
    return time === null || node.loops === null ? null : (time * node.loops) / (processes[id] ?? 1);
  });
}

function isWorkersTop(parent: NodeDraft, node: NodeDraft): boolean {
  return (parent.nodeType === 'Gather' || parent.nodeType === 'Gather Merge') && node.relationship === 'Outer';
}

function processCount(gather: NodeDraft, top: NodeDraft): number {
  return Math.max(1, (top.loops ?? 1) / Math.max(1, gather.loops ?? 1));
}

/**
 * Subtracts from each node what others did within it. Several nodes that wait for one subplan share it by what is left
 * of their own: a CTE Scan whose time went into its other children did not run the CTE.
 */
function ownParts(whole: readonly (number | null)[], waiting: readonly (readonly number[])[]): (number | null)[] {
  const own = [...whole];
  for (const isShared of [false, true]) {
    for (const [id, waiters] of waiting.entries()) {
      if (waiters.length > 1 !== isShared) continue;
      const weights = waiters.map((waiter) => (isShared ? Math.max(0, own[waiter] ?? 0) : (whole[waiter] ?? 0)));
      const sum = weights.reduce((total, weight) => total + weight, 0);
      if (sum === 0) continue;
      for (const [at, waiter] of waiters.entries()) {
        own[waiter] = (own[waiter] ?? 0) - ((whole[id] ?? 0) * (weights[at] ?? 0)) / sum;
      }
    }
  }
  return own.map((part, id) => (whole[id] === null || part === null ? null : Math.max(0, part)));
}

function settingsOf(value: unknown): Record<string, string> {
  if (!isJsonObject(value)) return {};
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}
