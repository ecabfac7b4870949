import { joinedField, numberField, objectsField, textField } from '../json-fields.js';
import type { JsonObject } from '../json-fields.js';
import type { NodeDraft } from '../plan-draft.js';
import type { PlanCondition, PlanNodeFacts } from '../plan.js';
import { groupingConditions } from './postgres-grouping.js';
import { postgresLabel } from './postgres-label.js';
import { postgresBuffers, postgresSpill } from './postgres-resources.js';
import { EVALUATED } from './postgres-waiting.js';
import type { WalkedNode } from '../walk-tree.js';

/** Every key under which some version from 9.6 to 18 prints an expression that decides about rows. */
const CONDITION_KEYS = [
  'Index Cond',
  'Recheck Cond',
  'TID Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'One-Time Filter',
  'Filter',
  'Run Condition',
  'Conflict Filter',
  'Order By',
  'Sort Key',
  'Group Key',
  'Cache Key',
  'Remote SQL',
] as const;

const RELATION_KEYS = [
  ...['Relation Name', 'CTE Name', 'Function Name', 'Table Function Name', 'Tuplestore Name'],
  // A join that happens on the other server.
  'Relations',
] as const;

/** Reads one node of Postgres; its own time and buffers are filled in when the whole tree is known. */
export function postgresNode({ source, parent }: WalkedNode): NodeDraft {
  const facts = factsOf(source);
  return {
    ...facts,
    parent,
    children: [],
    texts: textsOf(source, facts.conditions),
    isSequentialScan: facts.nodeType === 'Seq Scan',
    countedRows: countedRows(facts),
    widthBytes: numberField(source, 'Plan Width'),
    spill: postgresSpill(source),
    lossyBlocks: lossyBlocks(source),
    ownTimeMs: null,
    buffers: postgresBuffers(source),
  };
}

/** Rows before the filter; without a run there is nothing to count. */
function countedRows({ actualRows, loops, rowsRemoved: removed }: PlanNodeFacts): number | null {
  return actualRows === null ? null : actualRows * (loops ?? 1) + (removed ?? 0);
}

function factsOf(source: JsonObject): PlanNodeFacts {
  const loops = numberField(source, 'Actual Loops');
  const runs = loops !== null && loops > 0 ? loops : null;
  return {
    nodeType: textField(source, 'Node Type') ?? 'Unknown',
    label: postgresLabel(source),
    relationship: textField(source, 'Parent Relationship'),
    subplanName: textField(source, 'Subplan Name'),
    relation: relationOf(source),
    alias: textField(source, 'Alias'),
    index: textField(source, 'Index Name'),
    conditions: conditionsOf(source),
    estimatedRows: numberField(source, 'Plan Rows'),
    totalCost: numberField(source, 'Total Cost'),
    startupCost: numberField(source, 'Startup Cost'),
    actualRows: runs === null ? null : numberField(source, 'Actual Rows'),
    loops,
    isNeverExecuted: loops === 0,
    rowsRemoved: rowsRemoved(source, runs),
    workersPlanned: numberField(source, 'Workers Planned'),
    workersLaunched: numberField(source, 'Workers Launched'),
  };
}

function conditionsOf(source: JsonObject): PlanCondition[] {
  const found: PlanCondition[] = [];
  for (const kind of CONDITION_KEYS) {
    const text = joinedField(source, kind);
    if (text !== null) found.push({ kind, text });
  }
  return source['Grouping Sets'] === undefined ? found : [...found, ...groupingConditions(source)];
}

function textsOf(source: JsonObject, conditions: readonly PlanCondition[]): string[] {
  const evaluated = joinedField(source, 'Params Evaluated');
  const printed = [...conditions.map(({ text }) => text), joinedField(source, 'Output')];
  return [...printed, evaluated === null ? null : EVALUATED + evaluated].filter((text) => text !== null);
}

function relationOf(source: JsonObject): string | null {
  const name =
    RELATION_KEYS.map((key) => textField(source, key)).find((value) => value !== null) ?? functionsOf(source);
  const schema = textField(source, 'Schema');
  return name !== null && schema !== null ? `${schema}.${name}` : name;
}

/** Several functions side by side have no name but their alias. */
function functionsOf(source: JsonObject): string | null {
  return textField(source, 'Node Type') === 'Function Scan' ? textField(source, 'Alias') : null;
}

/** The server prints removed rows per run, as it does rows. */
function rowsRemoved(source: JsonObject, runs: number | null): number | null {
  const perRun = ['Rows Removed by Filter', 'Rows Removed by Join Filter']
    .map((key) => numberField(source, key))
    .filter((rows) => rows !== null);
  return runs === null || perRun.length === 0 ? null : perRun.reduce((sum, rows) => sum + rows, 0) * runs;
}

/** Since version 18 the workers' blocks are printed apart from the leader's. */
function lossyBlocks(source: JsonObject): number {
  const all = [source, ...objectsField(source, 'Workers')];
  return all.reduce((sum, part) => sum + (numberField(part, 'Lossy Heap Blocks') ?? 0), 0);
}

/** Finds the JSON of a node's children, in the order in which the server prints them. */
export function postgresChildren(source: JsonObject): JsonObject[] {
  return objectsField(source, 'Plans');
}
