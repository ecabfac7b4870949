import type { JsonObject } from './json-fields.js';
import { UnreadablePlanError } from './unreadable-plan-error.js';

/** More nodes than any plan a person can look at; a document beyond it is refused. */
const MOST_NODES = 50_000;

/** A node of a JSON tree with the index of its parent in the list, -1 for the root. */
export interface WalkedNode {
  readonly source: JsonObject;
  readonly parent: number;
}

/**
 * Lists a tree from the root downwards, first child first, without recursion, so that a tree as deep as it is long does
 * not exhaust the stack. Throws `UnreadablePlanError` above 50,000 nodes.
 */
export function walkTree(root: JsonObject, childrenOf: (source: JsonObject) => JsonObject[]): WalkedNode[] {
  const listed: WalkedNode[] = [];
  const waiting: WalkedNode[] = [{ source: root, parent: -1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (listed.length === MOST_NODES) throw new UnreadablePlanError(`The plan has more than ${MOST_NODES} nodes.`);
    listed.push(next);
    const parent = listed.length - 1;
    for (const source of childrenOf(next.source).reverse()) waiting.push({ source, parent });
  }
  return listed;
}
