import { parseSync } from 'libpg-query';
import type { DestructiveKind } from '../../api/index.js';

type Node = Readonly<Record<string, unknown>>;

const DEFINITIONS = new Set(['CreateFunctionStmt', 'RuleStmt', 'ViewStmt', 'CreateTrigStmt', 'CreatePolicyStmt']);
const MERGES: Readonly<Record<string, DestructiveKind>> = { CMD_DELETE: 'delete', CMD_UPDATE: 'update' };

/** What Postgres' own parser finds in a text, sorted; it throws what that parser throws. */
export function kindsByPostgres(sql: string): DestructiveKind[] {
  return kindsIn(parseSync(sql)).sort();
}

function kindsIn(value: unknown): DestructiveKind[] {
  if (Array.isArray(value)) return value.flatMap(kindsIn);
  if (!isNode(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (DEFINITIONS.has(name) || !isNode(inner)) return DEFINITIONS.has(name) ? [] : kindsIn(inner);
    if (name === 'ExplainStmt' && !isAnalyzed(inner)) return [];
    return [...ownKinds(name, inner), ...kindsIn(inner)];
  });
}

function ownKinds(name: string, node: Node): DestructiveKind[] {
  if (/^Drop\w*Stmt$|^DropdbStmt$/.test(name)) return ['drop'];
  if (name === 'TruncateStmt') return ['truncate'];
  if (name === 'DeleteStmt') return picksRows(node.whereClause) ? [] : ['delete'];
  if (name === 'UpdateStmt') return picksRows(node.whereClause) ? [] : ['update'];
  if (name === 'AlterTableCmd') return node.subtype === 'AT_DropColumn' ? ['drop_column'] : [];
  return name === 'MergeStmt' ? mergeKinds(node) : [];
}

function mergeKinds(node: Node): DestructiveKind[] {
  const clauses = (node.mergeWhenClauses as { MergeWhenClause: Node }[]).map((clause) => clause.MergeWhenClause);
  return clauses.flatMap(({ matchKind, commandType, condition }) => {
    const kind = MERGES[String(commandType)];
    const isAll = matchKind === 'MERGE_WHEN_NOT_MATCHED_BY_SOURCE' || isTrue(node.joinCondition);
    return kind !== undefined && condition === undefined && isAll ? [kind] : [];
  });
}

const picksRows = (condition: unknown): boolean => condition !== undefined && !isTrue(condition);

/** The same question that the reader of tokens asks, of a tree. */
function isTrue(condition: unknown): boolean {
  const { A_Const: constant, BoolExpr: bool, A_Expr: expression } = condition as Record<string, Node | undefined>;
  if (constant) return isNode(constant.boolval) && constant.boolval.boolval === true;
  if (bool) return isTrueBool(bool);
  if (expression?.kind !== 'AEXPR_OP') return false;
  const isEquals = JSON.stringify(expression.name).includes('"="');
  return isEquals && withoutPlace(expression.lexpr) === withoutPlace(expression.rexpr);
}

function isTrueBool(bool: Node): boolean {
  const inner = bool.args as unknown[];
  if (bool.boolop === 'OR_EXPR') return inner.some(isTrue);
  if (bool.boolop === 'AND_EXPR') return inner.every(isTrue);
  return JSON.stringify(inner).includes('"boolval":{}');
}

function withoutPlace(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => (key === 'location' ? undefined : inner));
}

/** EXPLAIN runs its statement when the last word about ANALYZE is not a no. */
function isAnalyzed({ options }: Node): boolean {
  const given = ((options ?? []) as { DefElem: Node }[]).filter(({ DefElem }) =>
    /^analy[sz]e$/.test(String(DefElem.defname)),
  );
  const last = given.at(-1);
  return (
    last !== undefined && !/"(?:off|false|0)"|"boolval":\{\}|"ival":\{\}/.test(JSON.stringify(last.DefElem.arg ?? ''))
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
