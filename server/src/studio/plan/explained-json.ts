import type { ExplainedPlan, PlanNodeView } from '#libs/api';

/**
 * Writes an answer as JSON without walking into the tree by recursion, as `JSON.stringify` does: a plan may be as deep as
 * it is long, and five thousand levels are more than the stack holds.
 */
export function explainedJson({ plan, ...facts }: ExplainedPlan): string {
  return `${JSON.stringify(facts).slice(0, -1)},"plan":${treeJson(plan)}}`;
}

function treeJson(root: PlanNodeView): string {
  const written: string[] = [];
  const waiting: (PlanNodeView | string)[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') {
      written.push(next);
      continue;
    }
    const { children, ...facts } = next;
    written.push(`${JSON.stringify(facts).slice(0, -1)},"children":[`);
    waiting.push(']}');
    for (const [at, child] of [...children.entries()].reverse()) waiting.push(child, ...(at === 0 ? [] : [',']));
  }
  return written.join('');
}
