import type { ImpactItem, ImpactKind } from '../api/index.js';

/** What breaks a promise first; what people wrote before what the database can list itself. */
const KINDS: readonly ImpactKind[] = ['contract', 'query', 'job', 'view'];

/** Impact by change, and within one by kind, in place of the order in which features were asked. Stable. */
export function inOrder(items: readonly ImpactItem[]): ImpactItem[] {
  return items.toSorted((a, b) => a.change - b.change || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}
