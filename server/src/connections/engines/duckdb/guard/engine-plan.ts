import type { DuckDBConnection } from '@duckdb/node-api';
import type { ParameterValue } from '#libs/sql';
import { bindValues } from '../bind-values.js';

type Node = Readonly<Record<string, unknown>>;

const OPTIONS = 'optimize := false, skip_null := true, skip_empty := true, skip_default := true';
const CALLS: ReadonlySet<unknown> = new Set(['BOUND_FUNCTION', 'BOUND_AGGREGATE', 'BOUND_WINDOW']);

/** The operators that change rows, as a plan names them; some write in batches. */
const CHANGES = /^(?:batch_)?(?:insert|update|delete|merge_into)$/;

/**
 * The functions that a query calls once the engine has replaced its views, macros and SQL from texts, lower case; read
 * from the plan before optimization, which leaves none out. Null where the engine cannot write the plan.
 */
export async function functionsOfQueryPlan(connection: DuckDBConnection, sql: string): Promise<Set<string> | null> {
  const text = sql.replaceAll("'", "''");
  const reader = await connection.runAndReadAll(`SELECT system.main.json_serialize_plan('${text}', ${OPTIONS})`);
  const plan = JSON.parse(String(reader.getRows()[0]?.[0])) as Node;
  return plan.error === true ? null : namesIn(plan, queryFunction);
}

/** The table functions that a statement's plan calls, lower case. The values are those of its `$1`, `$2` …. */
export async function tableFunctionsOfPlan(
  connection: DuckDBConnection,
  sql: string,
  values: readonly ParameterValue[],
): Promise<Set<string>> {
  return namesIn(await planOf(connection, sql, values), operatorFunction);
}

/** Whether the plan of a statement, also of an EXECUTE, changes rows. */
export async function changesRowsByPlan(
  connection: DuckDBConnection,
  sql: string,
  values: readonly ParameterValue[],
): Promise<boolean> {
  const operators = namesIn(await planOf(connection, sql, values), ({ name }) => name);
  return [...operators].some((name) => CHANGES.test(name));
}

async function planOf(connection: DuckDBConnection, sql: string, values: readonly ParameterValue[]): Promise<unknown> {
  const explain = await connection.prepare(`EXPLAIN (FORMAT json) ${sql}`);
  try {
    bindValues(explain, values);
    const rows = (await explain.runAndReadAll()).getRows();
    return JSON.parse(String(rows[0]?.[1]));
  } finally {
    explain.destroySync();
  }
}

function queryFunction(node: Node): unknown {
  return node.type === 'LOGICAL_GET' || CALLS.has(node.expression_class) ? node.name : null;
}

/** A scan names its function, one that takes rows of another operator has it as its name. */
function operatorFunction(node: Node): unknown {
  const details = node.extra_info as Node | undefined;
  return details?.Function ?? (node.name === 'INOUT_FUNCTION' ? details?.Name : null);
}

function namesIn(root: unknown, nameOf: (node: Node) => unknown): Set<string> {
  const names = new Set<string>();
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) continue;
    const name = nameOf(value as Node);
    if (typeof name === 'string') names.add(name.trim().toLowerCase());
    for (const child of Object.values(value)) left.push(child);
  }
  return names;
}
