import { textField } from '../json-fields.js';
import type { JsonObject } from '../json-fields.js';

const AGGREGATES: ReadonlyMap<string, string> = new Map([
  ['Sorted', 'GroupAggregate'],
  ['Hashed', 'HashAggregate'],
  ['Mixed', 'MixedAggregate'],
]);

/** Names a node as the server's text format does: `Parallel Seq Scan`, `Hash Left Join`, `Partial HashAggregate`. */
export function postgresLabel(source: JsonObject): string {
  const isParallel = source['Parallel Aware'] === true;
  const partial = textField(source, 'Partial Mode');
  const isAsync = source['Async Capable'] === true;
  const prefix = [isAsync ? 'Async' : null, isParallel ? 'Parallel' : null, partial === 'Simple' ? null : partial];
  return [...prefix, baseLabel(source)].filter((word) => word !== null).join(' ');
}

function baseLabel(source: JsonObject): string {
  const nodeType = textField(source, 'Node Type') ?? 'Unknown';
  const strategy = textField(source, 'Strategy') ?? '';
  if (nodeType === 'Aggregate') return AGGREGATES.get(strategy) ?? nodeType;
  if (nodeType === 'ModifyTable') return textField(source, 'Operation') ?? nodeType;
  // A change that the other server makes by itself.
  if (nodeType === 'Foreign Scan') return `Foreign ${changeOf(source) ?? 'Scan'}`;
  if (nodeType === 'Custom Scan') return `${nodeType} (${textField(source, 'Custom Plan Provider') ?? 'unknown'})`;
  if (nodeType === 'SetOp')
    return `${strategy === 'Hashed' ? 'HashSetOp' : nodeType} ${textField(source, 'Command') ?? ''}`.trim();
  return withJoinType(nodeType, textField(source, 'Join Type'));
}

function changeOf(source: JsonObject): string | null {
  const operation = textField(source, 'Operation');
  return operation === 'Select' ? null : operation;
}

function withJoinType(nodeType: string, joinType: string | null): string {
  if (joinType === null || joinType === 'Inner') return nodeType;
  return nodeType === 'Nested Loop' ? `${nodeType} ${joinType} Join` : nodeType.replace(/ Join$/, ` ${joinType} Join`);
}
