import type { ColumnSource } from '#libs/changes';
import { relationText } from './relation.js';

type Node = Readonly<Record<string, unknown>>;
type Source = ColumnSource | null;

/** The columns that an operator gives. Those behind the ones of `list` are not known where it is not whole. */
interface Columns {
  readonly list: readonly Source[];
  readonly isWhole: boolean;
}

/** The queries of WITH by their index, and through which readings of them the plan is read. */
interface Scope {
  readonly queries: ReadonlyMap<number, Node>;
  readonly through: readonly number[];
}

type Below = (child: number, scope?: Scope) => Columns;

/** Operators that drop, sort or limit the rows of their one child, and leave each row as it is. */
const PASSING: ReadonlySet<unknown> = new Set([
  'LOGICAL_FILTER',
  'LOGICAL_ORDER_BY',
  'LOGICAL_LIMIT',
  'LOGICAL_SAMPLE',
  'LOGICAL_DISTINCT',
]);
/** Operators that add computed columns behind those of their one child. */
const ADDING: ReadonlySet<unknown> = new Set(['LOGICAL_WINDOW', 'LOGICAL_UNNEST']);
const JOINS: ReadonlySet<unknown> = new Set(['LOGICAL_COMPARISON_JOIN', 'LOGICAL_ANY_JOIN', 'LOGICAL_DELIM_JOIN']);
const BOTH_SIDES: ReadonlySet<unknown> = new Set(['INNER', 'LEFT', 'RIGHT', 'OUTER', 'SINGLE']);
const LEFT_SIDE: ReadonlySet<unknown> = new Set(['SEMI', 'ANTI']);
const MOST_NESTED = 200;
const UNKNOWN: Columns = { list: [], isWhole: false };

/**
 * Which column of which table each of the first columns of a query is, by the plan that DuckDB's `json_serialize_plan`
 * writes of it before optimization; null for one that is computed. A relation is one reading of a table: a table that is
 * read twice has two. Nothing comes from below an operator that is not known to leave rows as they are: a union, an
 * aggregate.
 */
export function planSources(plan: unknown): readonly Source[] {
  return columnsOf(asNode(plan), { queries: new Map(), through: [] }, 0).list;
}

function columnsOf(node: Node, scope: Scope, depth: number): Columns {
  if (depth > MOST_NESTED) return UNKNOWN;
  const children = nodesOf(node.children);
  const below: Below = (child, inner = scope) => columnsOf(children[child] ?? {}, inner, depth + 1);
  if (node.type === 'LOGICAL_GET') return scanned(node, scope);
  if (node.type === 'LOGICAL_EXPRESSION_GET') return computed(nodesOf(node.expr_types).length);
  if (node.type === 'LOGICAL_DUMMY_SCAN') return computed(1);
  if (node.type === 'LOGICAL_PROJECTION') return projected(node, below(0));
  if (PASSING.has(node.type)) return passed(node, below(0));
  if (ADDING.has(node.type)) return joined(below(0), computed(nodesOf(node.expressions).length));
  if (node.type === 'LOGICAL_CROSS_PRODUCT') return joined(below(0), below(1));
  if (JOINS.has(node.type)) return joinedBy(node, below);
  if (node.type === 'LOGICAL_MATERIALIZED_CTE') return below(1, withQuery(node, children[0], scope));
  return node.type === 'LOGICAL_CTE_REF' ? referenced(node, scope, depth) : UNKNOWN;
}

function scanned(node: Node, { through }: Scope): Columns {
  const { column_indexes: indexes, projection_ids: projection, names, function_data: data } = node;
  if (!Array.isArray(indexes) || !Array.isArray(names) || !isEmpty(projection)) return UNKNOWN;
  const { catalog, schema, table } = asNode(data);
  const isTable = typeof catalog === 'string' && typeof schema === 'string' && typeof table === 'string';
  if (node.name !== 'seq_scan' || !isTable) return computed(indexes.length);
  const reading = [...through, Number(node.table_index)].join('.');
  const relation = relationText({ catalog, schema, table, reading });
  const list = (indexes as Node[]).map((column): Source => {
    const name: unknown = names[Number(column.index)];
    const isRead = column.index_type === 'FULL_READ' && isEmpty(column.child_indexes) && typeof name === 'string';
    return isRead ? { relation, attribute: name } : null;
  });
  return { list, isWhole: true };
}

/** A column that is handed on as it is comes from its place below; everything else is computed. */
function projected(node: Node, { list }: Columns): Columns {
  const expressions = nodesOf(node.expressions);
  const sources = expressions.map((expression) =>
    expression.expression_class === 'BOUND_REF' ? (list[Number(expression.index)] ?? null) : null,
  );
  return { list: sources, isWhole: true };
}

/** `DISTINCT ON` takes each column by itself. */
function passed(node: Node, below: Columns): Columns {
  const isEach = node.type === 'LOGICAL_DISTINCT' && node.distinct_type !== 'DISTINCT';
  const isNarrowed = !isEmpty(node.projection_map) || !isEmpty(node.projections);
  if (isNarrowed) return UNKNOWN;
  return isEach ? { list: below.list.map(() => null), isWhole: below.isWhole } : below;
}

function joinedBy(node: Node, below: Below): Columns {
  const isNarrowed = !isEmpty(node.left_projection_map) || !isEmpty(node.right_projection_map);
  if (isNarrowed || node.delim_flipped === true) return UNKNOWN;
  const left = below(0);
  if (LEFT_SIDE.has(node.join_type)) return left;
  if (node.join_type === 'MARK') return joined(left, computed(1));
  if (!BOTH_SIDES.has(node.join_type)) return UNKNOWN;
  // The other side of a dependent join reads columns of this one a second time.
  return joined(left, node.type === 'LOGICAL_DELIM_JOIN' ? UNKNOWN : below(1));
}

function joined(left: Columns, right: Columns): Columns {
  return left.isWhole ? { list: [...left.list, ...right.list], isWhole: right.isWhole } : left;
}

function computed(count: number): Columns {
  return { list: Array.from({ length: count }, () => null), isWhole: true };
}

function withQuery(node: Node, query: Node | undefined, { queries, through }: Scope): Scope {
  const added = query === undefined ? [] : [[Number(node.table_index), query] as const];
  return { queries: new Map([...queries, ...added]), through };
}

/** Each reference reads the rows anew, so that two of them are two readings of a table. */
function referenced(node: Node, { queries, through }: Scope, depth: number): Columns {
  const query = queries.get(Number(node.cte_index));
  if (query === undefined) return UNKNOWN;
  return columnsOf(query, { queries, through: [...through, Number(node.table_index)] }, depth + 1);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? (value as Node[]) : [];
}

function asNode(value: unknown): Node {
  return typeof value === 'object' && value !== null ? (value as Node) : {};
}
