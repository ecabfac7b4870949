import { textField } from './json-fields.js';
import type { JsonObject } from './json-fields.js';

const AGGREGATES: Readonly<Record<string, string>> = {
  Sorted: 'GroupAggregate',
  Hashed: 'HashAggregate',
  Mixed: 'MixedAggregate',
};

/** Names a node as the server's text format does: `Parallel Seq Scan`, `Hash Left Join`, `Partial HashAggregate`. */
export function postgresLabel(source: JsonObject): string {
  const isParallel = source['Parallel Aware'] === true;
  const partial = textField(source, 'Partial Mode');
  const prefix = [isParallel ? 'Parallel' : null, partial === 'Simple' ? null : partial];
  return [...prefix, baseLabel(source)].filter((word) => word !== null).join(' ');
}

function baseLabel(source: JsonObject): string {
  const nodeType = textField(source, 'Node Type') ?? 'Unknown';
  const strategy = textField(source, 'Strategy') ?? '';
  if (nodeType === 'Aggregate') return AGGREGATES[strategy] ?? nodeType;
  if (nodeType === 'ModifyTable') return textField(source, 'Operation') ?? nodeType;
  if (nodeType === 'SetOp')
    return `${strategy === 'Hashed' ? 'HashSetOp' : nodeType} ${textField(source, 'Command') ?? ''}`.trim();
  return withJoinType(nodeType, textField(source, 'Join Type'));
}

function withJoinType(nodeType: string, joinType: string | null): string {
  if (joinType === null || joinType === 'Inner') return nodeType;
  return nodeType === 'Nested Loop' ? `${nodeType} ${joinType} Join` : nodeType.replace(/ Join$/, ` ${joinType} Join`);
}
