import type { PlanNode, PlanTotal } from './plan.js';

/** Adds the nodes up by name, the costliest first; nodes for which `nameOf` gives null are left out. */
export function totalsBy(nodes: readonly PlanNode[], nameOf: (node: PlanNode) => string | null): PlanTotal[] {
  const groups = new Map<string, PlanNode[]>();
  for (const node of nodes) {
    const name = nameOf(node);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [node]);
    else group.push(node);
  }
  return [...groups].map(([name, group]) => totalOf(name, group)).sort(byWeight);
}

function totalOf(name: string, group: readonly PlanNode[]): PlanTotal {
  return {
    name,
    nodeCount: group.length,
    ownCost: sum(group.map(({ ownCost }) => ownCost)),
    share: sum(group.map(({ share }) => share)),
    ownTimeMs: sum(group.map(({ ownTimeMs }) => ownTimeMs)),
    timeShare: sum(group.map(({ timeShare }) => timeShare)),
  };
}

/** Adds up what is known; null when nothing is. */
export function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

function byWeight(a: PlanTotal, b: PlanTotal): number {
  return (b.share ?? 0) - (a.share ?? 0) || (a.name < b.name ? -1 : 1);
}
