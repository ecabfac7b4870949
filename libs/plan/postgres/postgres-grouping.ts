import { objectsField } from '../json-fields.js';
import type { JsonObject } from '../json-fields.js';
import type { PlanCondition } from '../plan.js';

/** Under which key the JSON format lists the sets of columns, and the word of the text format for one of them. */
const KINDS = [
  ['Hash Keys', 'Hash Key'],
  ['Group Keys', 'Group Key'],
] as const;

/**
 * Says by which sets of columns GROUPING SETS, ROLLUP or CUBE group, `(region, name), (region), ()`, apart for those that
 * are hashed, and by what the rows are sorted again on the way. Empty for every other node.
 */
export function groupingConditions(source: JsonObject): PlanCondition[] {
  const sets = objectsField(source, 'Grouping Sets');
  const sortKeys = sets.flatMap((set) => keyLists([set['Sort Key']]));
  const grouped = KINDS.map(([key, kind]) => ({ kind, texts: sets.flatMap((set) => keyLists(set[key])) }));
  return [{ kind: 'Sort Key', texts: sortKeys }, ...grouped]
    .filter(({ texts }) => texts.length > 0)
    .map(({ kind, texts }) => ({ kind, text: texts.join(', ') }));
}

function keyLists(lists: unknown): string[] {
  if (!Array.isArray(lists)) return [];
  return lists.filter((list) => Array.isArray(list)).map((list) => `(${list.map(String).join(', ')})`);
}

/**
 * Adds a line of the text format that reports one set; false where it reports the only one, which the JSON format reports
 * without a list.
 */
export function addGroupingSet(node: Record<string, unknown>, key: string, value: string): boolean {
  const known = objectsField(node, 'Grouping Sets');
  const first = node['Group Key'];
  const isAnother = known.length > 0 || typeof first === 'string' || key === 'Hash Key';
  if (!isAnother || (key === 'Sort Key' && known.length === 0 && typeof first !== 'string')) return false;
  const listed = typeof first === 'string' ? [setOf('Group Key', first)] : known;
  delete node['Group Key'];
  node['Grouping Sets'] = [...listed, setOf(key, value)];
  return true;
}

function setOf(key: string, value: string): JsonObject {
  const keys = value === '()' ? [] : [value];
  return key === 'Sort Key' ? { 'Sort Key': keys } : { [`${key}s`]: [keys] };
}
