import type { NodeDraft } from '../plan-draft.js';

/** Stands before the names of the values that a Gather works out for its workers, among the texts of a node. */
export const EVALUATED = 'Params Evaluated: ';

/**
 * Finds for each node whose time and blocks contain this subtree, beside its ancestors: the parent for most, but a CTE is
 * run by the CTE Scans that read it and an InitPlan by the node that first needs its value, wherever they are attached.
 * An empty list stands for work that no node waits for, such as a data-modifying CTE that no node reads.
 */
export function waitingNodesOf(nodes: readonly NodeDraft[]): number[][] {
  const ends = subtreeEnds(nodes);
  const mentions = mentionsIn(nodes);
  return nodes.map((node, id) => {
    if (node.parent < 0) return [];
    if (node.relationship === 'SubPlan') return callersOf(node, id, mentions, ends);
    if (node.relationship !== 'InitPlan') return [node.parent];
    const isWithin = (other: number): boolean =>
      other >= node.parent && other < (ends[node.parent] ?? 0) && (other < id || other >= (ends[id] ?? 0));
    return readersOf(node, mentions, isWithin, ends);
  });
}

/** A SubPlan that several nodes call, such as the scans of all partitions, is printed below the first of them only. */
function callersOf(node: NodeDraft, id: number, mentions: Mentions, ends: readonly number[]): number[] {
  const isOutside = (other: number): boolean => other < id || other >= (ends[id] ?? 0);
  const callers = (mentions.callers.get(node.subplanName ?? '') ?? []).filter(isOutside).sort((a, b) => a - b);
  return callers.length > 1 && callers.includes(node.parent) ? lowest(callers, ends) : [node.parent];
}

function readersOf(
  node: NodeDraft,
  mentions: Mentions,
  isWithin: (id: number) => boolean,
  ends: readonly number[],
): number[] {
  const name = node.subplanName ?? '';
  if (name.startsWith('CTE ')) return (mentions.scans.get(name.slice('CTE '.length)) ?? []).filter(isWithin);
  // `InitPlan 1 (returns $0,$1)` is read as `$0` up to version 16, `InitPlan 1` as `(InitPlan 1).col1` since 17.
  const values: readonly string[] = name.match(/\$\d+/g) ?? [name];
  const find = (map: Index): number[] => [...new Set(values.flatMap((value) => map.get(value) ?? []))].filter(isWithin);
  const gathers = find(mentions.gathers);
  const readers = (gathers.length > 0 ? gathers : find(mentions.readers)).sort((a, b) => a - b);
  return readers.length > 0 ? lowest(readers, ends) : [node.parent];
}

type Index = Map<string, number[]>;

/** Where names are used, made once for a plan: CTEs by scans, values by nodes, values by the Gather that works them out. */
interface Mentions {
  readonly scans: Index;
  readonly readers: Index;
  readonly gathers: Index;
  readonly callers: Index;
}

function mentionsIn(nodes: readonly NodeDraft[]): Mentions {
  const mentions: Mentions = { scans: new Map(), readers: new Map(), gathers: new Map(), callers: new Map() };
  for (const [id, node] of nodes.entries()) {
    if (node.nodeType === 'CTE Scan' && node.relation !== null) note(mentions.scans, node.relation, id);
    for (const text of node.texts) {
      const index = text.startsWith(EVALUATED) ? mentions.gathers : mentions.readers;
      for (const [value] of text.matchAll(/\$\d+|InitPlan [^()]{1,100}(?=\))/g)) note(index, value, id);
      for (const [name] of text.matchAll(/\bSubPlan \d+/g)) note(mentions.callers, name, id);
    }
  }
  return mentions;
}

function note(index: Index, name: string, id: number): void {
  const ids = index.get(name);
  if (ids === undefined) index.set(name, [id]);
  else if (ids.at(-1) !== id) ids.push(id);
}

/** Drops readers above other readers: they only pass the value on. */
function lowest(readers: readonly number[], ends: readonly number[]): number[] {
  return readers.filter((id, at) => (readers[at + 1] ?? Infinity) >= (ends[id] ?? 0));
}

/** For each node the index after its last descendant; parents stand before their children in the list. */
function subtreeEnds(nodes: readonly NodeDraft[]): number[] {
  const ends = nodes.map((_, id) => id + 1);
  for (let id = nodes.length - 1; id > 0; id -= 1) {
    const parent = nodes[id]?.parent ?? 0;
    ends[parent] = Math.max(ends[parent] ?? 0, ends[id] ?? 0);
  }
  return ends;
}
