import { listNodes } from '#libs/plan';
import type { Plan, PlanNode } from '#libs/plan';

const MOST_NODES = 200;

/** A line for each node with its number, so that an answer can name nodes; of a large plan the heaviest ones. */
export function nodeLines(plan: Plan): string {
  const nodes = listNodes(plan.root);
  const heaviest = nodes.toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0)).slice(0, MOST_NODES);
  return heaviest
    .sort((a, b) => a.id - b.id)
    .map(nodeLine)
    .join('\n');
}

function nodeLine(node: PlanNode): string {
  const facts = [
    node.share === null ? null : `${(node.share * 100).toFixed(1)}% of the plan`,
    node.ownCost === null ? null : `own cost ${Math.round(node.ownCost)}`,
    `${node.estimatedRows ?? '?'} rows expected`,
    node.actualRows === null ? null : `${node.actualRows} real, ${node.loops ?? 1} runs`,
    node.ownTimeMs === null ? null : `${node.ownTimeMs.toFixed(1)} ms`,
    ...node.flags.map(({ reason }) => reason),
  ];
  const place = [node.relation, node.index].filter((name) => name !== null).join(' by ');
  return `${node.id} ${[node.label, place].filter(Boolean).join(' on ')}: ${facts.filter((fact) => fact !== null).join(', ')}`;
}
