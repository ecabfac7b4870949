import type { NodeDraft } from './plan-draft.js';

/** Stands before the names of the values that a Gather works out for its workers, among the texts of a node. */
export const EVALUATED = 'Params Evaluated: ';

/**
 * Finds for each node whose time and blocks contain this subtree, beside its ancestors: the parent for most, but a CTE is
 * run by the CTE Scans that read it and an InitPlan by the node that first needs its value, wherever they are attached.
 * An empty list stands for work that no node waits for, such as a data-modifying CTE that nobody reads.
 */
export function payersOf(nodes: readonly NodeDraft[]): number[][] {
  const ends = subtreeEnds(nodes);
  return nodes.map((node, id) => {
    if (node.parent < 0) return [];
    return node.relationship === 'InitPlan' ? readersOf(nodes, ends, id) : [node.parent];
  });
}

function readersOf(nodes: readonly NodeDraft[], ends: readonly number[], id: number): number[] {
  const node = nodes[id];
  if (node === undefined) return [];
  const name = node.subplanName ?? '';
  const within = { first: node.parent, end: ends[node.parent] ?? id, skipFrom: id, skipTo: ends[id] ?? id };
  if (name.startsWith('CTE ')) {
    const cte = name.slice('CTE '.length);
    return select(within, (other) => nodes[other]?.nodeType === 'CTE Scan' && nodes[other].relation === cte);
  }
  const marks = valueMarks(name);
  const readers = select(within, (other) => nodes[other]?.texts.some((text) => mentions(text, marks)) === true);
  return readers.length === 0 ? [node.parent] : lowest(gatherFirst(nodes, readers, marks), ends);
}

interface Range {
  readonly first: number;
  readonly end: number;
  readonly skipFrom: number;
  readonly skipTo: number;
}

function select({ first, end, skipFrom, skipTo }: Range, matches: (id: number) => boolean): number[] {
  const found: number[] = [];
  for (let id = first; id < end; id += 1) if ((id < skipFrom || id >= skipTo) && matches(id)) found.push(id);
  return found;
}

/** `InitPlan 1 (returns $0,$1)` is read as `$0` up to version 16, `InitPlan 1` as `(InitPlan 1).col1` since 17. */
function valueMarks(name: string): string[] {
  const returned = name.match(/\$\d+/g);
  return returned ?? [`${name})`];
}

function mentions(text: string, marks: readonly string[]): boolean {
  return marks.some((mark) => {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
      if (!/\d/.test(text.charAt(at + mark.length))) return true;
    return false;
  });
}

/** A Gather works out the values that its workers need before it starts them. */
function gatherFirst(nodes: readonly NodeDraft[], readers: readonly number[], marks: readonly string[]): number[] {
  const gathers = readers.filter((id) => nodes[id]?.texts.some((text) => isEvaluated(text, marks)) === true);
  return gathers.length > 0 ? gathers : [...readers];
}

function isEvaluated(text: string, marks: readonly string[]): boolean {
  return text.startsWith(EVALUATED) && mentions(text, marks);
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
