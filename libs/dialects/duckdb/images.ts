import type { ImageRules, PlanRow, WritePlan } from '../image-rules.js';
import { ownStatement } from './own-statement.js';

/** What the operators of a plan do, by their names. */
const ROWS = /^(?:BATCH_)?(?:INSERT|UPDATE|DELETE|MERGE_INTO)$/;
const ADDS = /^(?:BATCH_)?INSERT$/;
const SCHEMA = /^(?:(?:BATCH_)?CREATE_(?:TABLE|TABLE_AS|VIEW|INDEX|SEQUENCE|TYPE|MACRO|SCHEMA)|ALTER|DROP)$/;
const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ['TRANSACTION', 'A statement that begins or ends a transaction cannot be rehearsed.'],
  ['VACUUM', 'VACUUM runs outside of transactions, so that it cannot be rehearsed.'],
  ['CHECKPOINT', 'A checkpoint runs outside of transactions.'],
  ['COPY_TO_FILE', 'COPY writes a file, which a rollback does not take back.'],
  ['BATCH_COPY_TO_FILE', 'COPY writes a file, which a rollback does not take back.'],
]);
const OTHER = 'Only statements that write rows or change the schema can be rehearsed.';

interface PlanNode {
  readonly name?: string;
  readonly extra_info?: { readonly Table?: string };
  readonly children?: readonly PlanNode[];
}

/** DuckDB has no triggers and no cascades. */
export const IMAGES: ImageRules = {
  explain: (sql) => `EXPLAIN (FORMAT json) ${sql}`,
  planOf: (rows) => planOf(nodesOf(rows)),
  tables,
  mostRows: 200_000,
  countRows: ownStatement`count_star()`,
  joined: (one, other) => ownStatement`concat(${one}, ${other})`,
  rowIds: ['rowid'],
  mostColumns: 2_000,
  matches: (one, other, type) => (type === 'VARCHAR' ? `${bytesOf(one)} = ${bytesOf(other)}` : `${one} = ${other}`),
  // Texts of a column with a collation are compared by it, their bytes are not.
  differs,
  writesOneTable: true,
};

/** The plan names the table of an UPDATE, a DELETE and a MERGE where it reads it, and that of an INSERT not at all. */
function planOf(nodes: readonly PlanNode[]): WritePlan {
  const names = nodes.map(({ name = '' }) => name.trim());
  const changesSchema = names.some((name) => SCHEMA.test(name));
  const outside = names.map((name) => OUTSIDE.get(name)).find((found) => found !== undefined);
  const isKnown = changesSchema || names.some((name) => ROWS.test(name));
  const scanned = nodes.flatMap(({ extra_info: info }) => (info?.Table === undefined ? [] : [info.Table]));
  return {
    obstacle: outside ?? (isKnown ? null : OTHER),
    changesSchema,
    isOpaque: false,
    readsClock: false,
    places: names.some((name) => ADDS.test(name)) ? null : [...new Set(scanned)],
  };
}

function nodesOf(rows: readonly PlanRow[]): PlanNode[] {
  const parsed = JSON.parse(rows[0]?.at(-1) ?? '[]') as PlanNode[];
  const nodes: PlanNode[] = [];
  const add = (node: PlanNode): void => {
    nodes.push(node);
    node.children?.forEach(add);
  };
  parsed.forEach(add);
  return nodes;
}

/** Variants of different types cannot be compared, which is an error; their texts and types can. */
function differs(one: string, other: string, type: string): string {
  const texts = `${bytesOf(one)} IS DISTINCT FROM ${bytesOf(other)}`;
  if (!hasVariants(type)) return `${one} IS DISTINCT FROM ${other} OR ${texts}`;
  if (type !== 'VARIANT') return texts;
  return ownStatement`${texts} OR variant_typeof(${one}) IS DISTINCT FROM variant_typeof(${other})`;
}

/** Whether values of a type, or parts of them, have types of their own. */
export function hasVariants(type: string): boolean {
  return /\bVARIANT\b/.test(type);
}

/** A plan quotes parts of a name as it likes; a table more that is compared does no harm. */
function tables(places: readonly string[] | null): string {
  const named = places?.map((place) => `'${place.replaceAll('"', '').replaceAll("'", "''")}'`) ?? null;
  const full = ownStatement`replace(concat(database_name, '.', schema_name, '.', table_name), '"', '')`;
  const condition = named === null ? '' : ` AND ${full} IN (${[...named, "''"].join(', ')})`;
  return ownStatement`SELECT schema_name, table_name FROM duckdb_tables()
    WHERE database_name = current_database() AND NOT temporary AND NOT internal${condition}
    ORDER BY estimated_size, schema_name, table_name`;
}

/** What two texts are compared by where their column takes letters as equal. A macro of the file may have the short name. */
export function bytesOf(column: string): string {
  return ownStatement`encode(CAST(${column} AS VARCHAR))`;
}
