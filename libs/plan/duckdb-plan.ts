import { anyField, isJsonObject, joinedField, numberField, objectsField, textField } from './json-fields.js';
import type { JsonObject } from './json-fields.js';
import type { NodeDraft, PlanDraft } from './plan-draft.js';
import type { PlanCondition } from './plan.js';
import { walkTree } from './walk-tree.js';
import type { WalkedNode } from './walk-tree.js';

const CONDITION_KEYS = [
  'Filters',
  'Conditions',
  'Expression',
  'Condition',
  'Order By',
  'Groups',
  'Aggregates',
] as const;

/**
 * Reads DuckDB's `EXPLAIN (FORMAT json)` (operators with `name`) or `EXPLAIN (ANALYZE, FORMAT json)` (the same with
 * counts and seconds below a head for the whole query); null when there is no plan in it.
 *
 * DuckDB prints no costs, and its seconds per operator are already without the children, added up over its threads.
 */
export function duckdbPlan(document: JsonObject): PlanDraft | null {
  const head = textField(document, 'name') !== null ? null : document;
  const root = head === null ? document : rootBelow(head);
  if (root === null || nameOf(root) === null || !Array.isArray(anyField(root, 'children'))) return null;
  const nodes = walkTree(root, (source) => objectsField(source, 'children')).map(duckdbNode);
  for (const [id, node] of nodes.entries()) nodes[node.parent]?.children.push(id);
  const seconds = head === null ? null : numberField(head, 'latency');
  return {
    engine: 'duckdb',
    nodes,
    planningTimeMs: null,
    executionTimeMs: seconds === null ? null : seconds * 1000,
    settings: {},
  };
}

/** The first operator of an analyzed plan, below the operator that only stands for EXPLAIN ANALYZE itself. */
function rootBelow(head: JsonObject): JsonObject | null {
  const first = objectsField(head, 'children')[0] ?? null;
  return first !== null && nameOf(first) === 'EXPLAIN_ANALYZE' ? (objectsField(first, 'children')[0] ?? null) : first;
}

/** `SEQ_SCAN` and its like; a table function's name has a space behind it in some versions. */
function nameOf(source: JsonObject): string | null {
  const name = textField(source, 'name') ?? textField(source, 'operator_name') ?? textField(source, 'operator_type');
  return name === null || name.trim() === '' ? null : name.trim();
}

function duckdbNode({ source, parent }: WalkedNode): NodeDraft {
  const extra = anyField(source, 'extra_info');
  const info = isJsonObject(extra) ? extra : {};
  const nodeType = nameOf(source) ?? 'UNKNOWN';
  const actualRows = numberField(source, 'operator_cardinality');
  const estimatedRows = wholeNumber(info['Estimated Cardinality']);
  const conditions = conditionsOf(info);
  const countedRows = countedRowsOf(source, actualRows);
  const seconds = numberField(source, 'operator_timing');
  return {
    ...NOTHING_KNOWN,
    nodeType,
    label: labelOf(nodeType, info),
    relation: relationOf(info),
    conditions,
    estimatedRows,
    actualRows,
    loops: actualRows === null ? null : 1,
    rowsRemoved: removedRows(conditions, numberField(source, 'operator_rows_scanned'), actualRows),
    parent,
    children: [],
    isSequentialScan: textField(info, 'Type') === 'Sequential Scan',
    countedRows,
    ownTimeMs: seconds === null ? null : seconds * 1000,
  };
}

/** What DuckDB never prints. */
const NOTHING_KNOWN = {
  relationship: null,
  subplanName: null,
  alias: null,
  index: null,
  totalCost: null,
  startupCost: null,
  isNeverExecuted: false,
  workersPlanned: null,
  workersLaunched: null,
  texts: [],
  spill: null,
  lossyBlocks: 0,
  widthBytes: null,
  buffers: null,
} as const;

function labelOf(nodeType: string, info: JsonObject): string {
  const joinType = textField(info, 'Join Type');
  return joinType === null || joinType === 'INNER' ? nodeType : `${nodeType} ${joinType}`;
}

function relationOf(info: JsonObject): string | null {
  const names = ['Table', 'CTE Name', 'Function'].map((key) => textField(info, key));
  return names.find((name) => name !== null && name !== '') ?? null;
}

function conditionsOf(info: JsonObject): PlanCondition[] {
  return CONDITION_KEYS.flatMap((kind) => {
    const text = joinedField(info, kind);
    return text === null || text === '' ? [] : [{ kind, text }];
  });
}

/** Versions that do not count scanned rows still count the rows that pass. */
function countedRowsOf(source: JsonObject, passing: number | null): number | null {
  return passing === null ? null : Math.max(numberField(source, 'operator_rows_scanned') ?? 0, passing);
}

function removedRows(conditions: readonly PlanCondition[], scanned: number | null, kept: number | null): number | null {
  const isFiltered = conditions.some(({ kind }) => kind === 'Filters');
  return isFiltered && scanned !== null && kept !== null ? Math.max(0, scanned - kept) : null;
}

/** Cardinalities are printed as texts, `"50000"`, and as numbers by some versions. */
function wholeNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null;
  return typeof value === 'string' && /^~?\d{1,20}$/.test(value) ? Number(value.replace('~', '')) : null;
}
