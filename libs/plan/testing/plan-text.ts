import type { Plan, PlanNode, PlanTotal } from '../index.js';

/** Writes a plan as lines that a person can check: a line for each node, below it one for each flag, then the totals. */
export function planText(plan: Plan): string {
  const lines = linesBelow(plan.root);
  const settings = Object.entries(plan.settings).map(([name, value]) => `setting ${name} = ${value}`);
  const total = plan.totalCost === null ? 'no costs' : `cost ${round(plan.totalCost)}`;
  const head = `${plan.engine}, ${plan.nodeCount} nodes, ${total}${plan.isAnalyzed ? ', analyzed' : ''}`;
  const totals = [...plan.byRelation.map(totalLine('relation')), ...plan.byNodeType.map(totalLine('type'))];
  return [head, ...settings, '', ...lines, '', ...totals, ''].join('\n');
}

function linesBelow(node: PlanNode): string[] {
  return [...nodeLines(node), ...node.children.flatMap(linesBelow).map((line) => `  ${line}`)];
}

function nodeLines(node: PlanNode): string[] {
  const place = [
    node.relation && `on ${node.relation}`,
    node.index && `by ${node.index}`,
    node.subplanName && `(${node.subplanName})`,
  ];
  const name = [node.label, ...place].filter(Boolean).join(' ');
  const real = node.isNeverExecuted
    ? 'never executed'
    : node.actualRows === null
      ? null
      : `${node.actualRows} × ${node.loops ?? 1} real`;
  const facts = [
    `${node.estimatedRows ?? '?'} rows`,
    real,
    node.ownCost === null ? null : `own cost ${round(node.ownCost)} = ${percent(node.share)}`,
    node.ownTimeMs === null ? null : `own time ${round(node.ownTimeMs)} ms = ${percent(node.timeShare)}`,
    node.misestimate && node.misestimate.factor > 1
      ? `off ${round(node.misestimate.factor)} ${node.misestimate.direction}`
      : null,
    node.rowsRemoved === null ? null : `removed ${node.rowsRemoved}`,
    node.buffers &&
      `blocks hit ${node.buffers.sharedHit} read ${node.buffers.sharedRead} temp ${node.buffers.tempRead}/${node.buffers.tempWritten}`,
  ];
  return [
    `${name}: ${facts.filter((fact) => fact !== null).join(', ')}`,
    ...node.conditions.map(({ kind, text }) => `  - ${kind}: ${text}`),
    ...node.flags.map(({ kind, reason }) => `  ! ${kind}: ${reason}`),
  ];
}

function totalLine(of: string): (total: PlanTotal) => string {
  return ({ name, nodeCount, ownCost, share, ownTimeMs }) =>
    `${of} ${name}: ${nodeCount}, cost ${ownCost === null ? '?' : round(ownCost)} = ${percent(share)}, ${ownTimeMs === null ? '?' : round(ownTimeMs)} ms`;
}

function round(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function percent(part: number | null): string {
  return part === null ? '?' : `${Math.round(part * 1000) / 10} %`;
}
