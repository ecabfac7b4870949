import type { Plan, PlanFlag, PlanFlagKind, PlanMeasure, PlanNode } from '#libs/plan';
import { shareBy } from '#libs/plan';
import { countText, durationText, estimateText } from '#libs/results';
import type { IconName } from '../../../shared/ui/icon/icon';

/** How a flag looks on a card; its reason is reported in full beside it. */
export interface FlagChip {
  readonly kind: PlanFlagKind;
  readonly text: string;
  readonly tone: 'danger' | 'warn';
  readonly reason: string;
}

/** What a card says of its node. */
export interface CardText {
  readonly title: string;
  readonly object: string;
  readonly condition: string;
  readonly cost: string;
  readonly rows: string;
  readonly realRows: string | null;
  /** What is counted by the number of rows that stands last. */
  readonly rowsUnit: string;
  readonly time: string | null;
  readonly share: string;
  readonly heat: number;
  /** Whether no other node has a larger share. */
  readonly isHeaviest: boolean;
  readonly chips: readonly FlagChip[];
}

const PUBLIC = /^public\./;

/** The words of a node's card, with its share by a measure. */
export function cardText(node: PlanNode, measure: PlanMeasure): CardText {
  const [object, condition] = objectAndCondition(node);
  const share = shareBy(node, measure);
  const mark = markOf(node, measure);
  const rows = node.estimatedRows === null ? '' : countText(Math.round(node.estimatedRows));
  const isHeaviest = node.flags.some(({ kind }) => kind === mark);
  return {
    title: node.subplanName === null ? node.label : `${node.label} · ${node.subplanName}`,
    object,
    condition,
    cost: node.ownCost === null ? '' : `cost ${countText(Math.round(node.ownCost))}`,
    rows,
    realRows: realRows(node),
    rowsUnit: node.isNeverExecuted ? '' : rowsUnit(realRows(node) ?? rows),
    time: node.ownTimeMs === null ? null : durationText(node.ownTimeMs),
    share: shareText(share),
    heat: heatOf(share),
    isHeaviest,
    // The ring marks it: that it is the heaviest by the other measure, too, would hide what is news.
    chips: node.flags.filter(({ kind }) => !(isHeaviest && isMark(kind))).flatMap((flag) => chipOf(flag, node)),
  };
}

/** The flag of the node that a ring marks; without costs the node with the most time is the costliest. */
function markOf({ ownCost }: PlanNode, measure: PlanMeasure): PlanFlagKind {
  return measure === 'time' && ownCost !== null ? 'slowest' : 'costliest';
}

function isMark(kind: PlanFlagKind): boolean {
  return kind === 'costliest' || kind === 'slowest';
}

/** `71.4%`, or nothing where no share is known. */
export function shareText(share: number | null): string {
  return share === null ? '' : `${(share * 100).toFixed(1)}%`;
}

const HEAT_FROM = [0.005, 0.03, 0.1, 0.2, 0.4, 0.9] as const;

/** The step of the heat scale for a share of the plan, 0 to 6. */
export function heatOf(share: number | null): number {
  return HEAT_FROM.filter((from) => (share ?? 0) >= from).length;
}

/** The table or index of a node as a card shows it, `orders o`; empty for a node that reads none. */
export function placeText({ index, relation, alias }: PlanNode): string {
  const table = relation?.replace(PUBLIC, '') ?? '';
  const shown = alias !== null && alias !== table && alias !== relation ? `${table} ${alias}`.trim() : table;
  if (index === null) return shown;
  return shown === '' ? index : `${index} on ${shown}`;
}

function objectAndCondition(node: PlanNode): [string, string] {
  const place = placeText(node);
  const texts = node.conditions.map(({ text }) => bareCondition(text));
  return place === '' ? [texts[0] ?? '', texts[1] ?? ''] : [place, texts[0] ?? ''];
}

/** Postgres puts brackets around every condition: without the outermost pair there is room for more of it. */
export function bareCondition(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return text;
  }
  return text.slice(1, -1);
}

function rowsUnit(count: string): string {
  return count === '1' ? 'row' : 'rows';
}

function realRows({ actualRows, loops, isNeverExecuted }: PlanNode): string | null {
  if (isNeverExecuted) return 'never ran';
  if (actualRows === null) return null;
  return loops !== null && loops > 1
    ? `${countText(Math.round(actualRows))} × ${countText(loops)}`
    : countText(actualRows);
}

function chipOf({ kind, reason, rows }: PlanFlag, node: PlanNode): FlagChip[] {
  const text = chipText(kind, node, rows ?? null);
  if (text === null) return [];
  return [{ kind, text, reason, tone: kind === 'sequential-scan' ? 'danger' : 'warn' }];
}

function chipText(kind: PlanFlagKind, node: PlanNode, rows: number | null): string | null {
  if (kind === 'costliest') return node.timeShare === null ? null : 'Highest cost';
  if (kind === 'slowest') return 'Slowest';
  if (kind === 'sequential-scan') return rows === null ? 'All rows' : `${estimateText(rows)} rows`;
  if (kind === 'misestimate') return misestimateText(node);
  if (kind === 'spill') return 'On disk';
  return kind === 'discards-rows' ? 'Drops most rows' : 'Lossy bitmap';
}

function misestimateText({ misestimate }: PlanNode): string {
  const factor = countText(Math.round(misestimate?.factor ?? 1));
  return `${factor}× ${misestimate?.direction === 'under' ? 'more' : 'fewer'} rows`;
}

/** What a screen reader hears of a card. */
export function nodeLabel(node: PlanNode, measure: PlanMeasure): string {
  const words = cardText(node, measure);
  const rows =
    `${words.rows} ${rowsUnit(words.rows)} expected` + (words.realRows === null ? '' : `, ${words.realRows} real`);
  const parts = [
    words.title,
    words.object,
    words.share && `${words.share} of the ${measure}`,
    words.cost,
    rows,
    words.time,
  ];
  return [...parts, ...node.flags.map(({ reason }) => reason)].filter(Boolean).join(', ');
}

/** One fact of a node for the list of all of them. */
export interface NodeFact {
  readonly name: string;
  readonly text: string;
  readonly isLong?: boolean;
}

/** Everything known of a node, in the order in which it is of interest. */
export function nodeFacts(node: PlanNode): NodeFact[] {
  const count = (value: number | null) => (value === null ? null : countText(Math.round(value * 100) / 100));
  const buffers = node.buffers;
  const facts: [string, string | null][] = [
    ['Rows, estimate', count(node.estimatedRows)],
    ['Rows, real', count(node.actualRows)],
    ['Runs', node.loops === null ? null : countText(node.loops)],
    ['Filtered out', count(node.rowsRemoved)],
    ['Own cost', count(node.ownCost)],
    ['Cost with children', count(node.totalCost)],
    ['Own time', node.ownTimeMs === null ? null : durationText(node.ownTimeMs)],
    ['Share of the plan', shareText(node.share) || null],
    ['Share of the time', shareText(node.timeShare) || null],
    ['Workers', node.workersPlanned === null ? null : `${node.workersLaunched ?? '?'} of ${node.workersPlanned}`],
    ['Cache hits', blocks(buffers?.sharedHit)],
    ['Read from disk', blocks(buffers?.sharedRead)],
    ['Temporary files', blocks((buffers?.tempRead ?? 0) + (buffers?.tempWritten ?? 0))],
  ];
  const conditions = node.conditions.map(({ kind, text }) => ({ name: kind, text, isLong: true }));
  return [...facts.flatMap(([name, text]) => (text === null ? [] : [{ name, text }])), ...conditions];
}

const BLOCK_BYTES = 8192;

function blocks(count: number | undefined): string | null {
  if (count === undefined || count === 0) return null;
  const megabytes = (count * BLOCK_BYTES) / 1_000_000;
  return megabytes >= 1 ? `${countText(Math.round(megabytes))} MB` : `${countText(count)} blocks`;
}

/** What stands in the strip above a plan. */
export interface PlanSummary {
  readonly time: string | null;
  readonly cost: string | null;
  readonly nodes: string;
  readonly largeScans: number;
  readonly misestimates: number;
}

/** Sums a plan up. */
export function planSummary(plan: Plan, nodes: readonly PlanNode[]): PlanSummary {
  const flagged = (kind: PlanFlagKind) => nodes.filter(({ flags }) => flags.some((flag) => flag.kind === kind)).length;
  return {
    time: plan.executionTimeMs === null ? null : durationText(plan.executionTimeMs),
    cost: plan.totalCost === null ? null : countText(Math.round(plan.totalCost)),
    nodes: countText(plan.nodeCount),
    largeScans: flagged('sequential-scan'),
    misestimates: flagged('misestimate'),
  };
}

/** The icon of a node type, by what the node does in either engine. */
export function nodeIcon(nodeType: string): IconName {
  return ICONS.find(([pattern]) => pattern.test(nodeType))?.[1] ?? 'layers';
}

const ICONS: readonly (readonly [RegExp, IconName])[] = [
  [/Index|INDEX/, 'list-tree'],
  [/Sort|ORDER_BY|TOP_N|Unique/, 'arrow-down-wide-narrow'],
  [/Aggregate|Group|GROUP_BY|AGGREGATE|WindowAgg|WINDOW/i, 'sigma'],
  [/Nested Loop|NESTED_LOOP|Recursive|REC_CTE|Memoize/, 'repeat'],
  [/Join|JOIN|Merge Append/, 'merge'],
  [/^Hash$/, 'hash'],
  [/Filter|FILTER|Limit|LIMIT/, 'list-filter'],
  [/ModifyTable|INSERT|UPDATE|DELETE/, 'pencil'],
  [/Function|Result|Values|PROJECTION|ProjectSet/, 'square-function'],
  [/Scan|SCAN/, 'scan-line'],
];
