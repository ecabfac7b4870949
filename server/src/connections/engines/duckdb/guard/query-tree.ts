import { functionRule } from './known-functions.js';

/** What the outermost SELECT of a query shows of its result. */
export interface QueryShape {
  /** False where no column of the result can be one of a table: only then is the plan not worth making. */
  readonly mayHaveSources: boolean;
  /** The number in the LIMIT; null where there is none or it is computed. */
  readonly mostRows: number | null;
}

/** What the engine's parse tree of a query names; names are lower case. */
export interface QueryTree extends QueryShape {
  readonly functions: ReadonlySet<string>;
  readonly tableFunctions: ReadonlySet<string>;
  /** Tables and views, each with its schema in front where one is written. */
  readonly tables: ReadonlySet<string>;
  /** The texts of the constant arguments of `query`. */
  readonly innerQueries: readonly string[];
  /** True where SQL or a table's name is computed at run time. */
  readonly hasComputedSql: boolean;
  /** Settings that `current_setting` reads; null for one whose name is computed. */
  readonly settings: ReadonlySet<string | null>;
}

/** Functions that run SQL from a text or read the table that a text names. */
const RUNS_TEXT: ReadonlySet<string> = new Set(['histogram', 'histogram_values', 'query', 'query_table']);

type Node = Readonly<Record<string, unknown>>;

/** Collects the names in a tree as `json_serialize_sql` gives it, one query of its list. */
export function readQueryTree(root: unknown): QueryTree {
  const reader = new TreeReader();
  reader.read(root);
  const isTableRead = reader.tables.size > 0 || reader.innerQueries.length > 0 || reader.hasComputedSql;
  const { node = {} } = root as Partial<Record<'node', Node>>;
  reader.mayHaveSources = isTableRead && handsOnRows(node);
  reader.mostRows = constantLimit(node);
  return reader;
}

function constantLimit({ modifiers }: Node): number | null {
  const found = (Array.isArray(modifiers) ? (modifiers as Node[]) : []).find(({ type }) => type === 'LIMIT_MODIFIER');
  const constant = (found?.limit as Node | undefined)?.value as Node | undefined;
  const type = (constant?.type as Node | undefined)?.id;
  // The digits of a decimal number are given without its point.
  return (type === 'INTEGER' || type === 'BIGINT') && typeof constant?.value === 'number' ? constant.value : null;
}

/** Rows of unions and groups are none of a table, nor are those of which every column is computed. */
function handsOnRows({
  type,
  group_expressions: groups,
  aggregate_handling: handling,
  select_list: list,
}: Node): boolean {
  if (type === 'SET_OPERATION_NODE') return false;
  // The parser leaves out what is empty or usual.
  const isGrouped = groups !== undefined || handling === 'FORCE_AGGREGATES';
  return !isGrouped && !(Array.isArray(list) && (list as Node[]).every(isComputed));
}

/** A macro may be a column in disguise, a function of the engine is none. */
function isComputed({ class: kind, function_name: name }: Node): boolean {
  return kind === 'CONSTANT' || (kind === 'FUNCTION' && typeof name === 'string' && functionRule(name) !== null);
}

class TreeReader implements QueryTree {
  readonly functions = new Set<string>();
  readonly tableFunctions = new Set<string>();
  readonly tables = new Set<string>();
  readonly innerQueries: string[] = [];
  readonly settings = new Set<string | null>();
  hasComputedSql = false;
  mayHaveSources = true;
  mostRows: number | null = null;

  /** Iterates, since a tree may be deeper than the stack. */
  read(root: unknown): void {
    const left: unknown[] = [root];
    while (left.length > 0) {
      const value = left.pop();
      if (typeof value !== 'object' || value === null) continue;
      if (!Array.isArray(value)) this.readNode(value as Node);
      for (const child of Object.values(value)) left.push(child);
    }
  }

  private readNode(node: Node): void {
    if (node.type === 'TABLE_FUNCTION') this.readTableFunction(node.function as Node | undefined);
    if (typeof node.function_name === 'string') this.readFunction(node.function_name.toLowerCase(), node);
    if (node.type === 'BASE_TABLE' && typeof node.table_name === 'string') this.readTable(node, node.table_name);
  }

  private readFunction(name: string, node: Node): void {
    this.functions.add(name);
    if (name === 'current_setting') this.settings.add(constantText(node)?.toLowerCase() ?? null);
  }

  private readTableFunction(call: Node | undefined): void {
    const name = typeof call?.function_name === 'string' ? call.function_name.toLowerCase() : '';
    this.tableFunctions.add(name);
    if (call === undefined || !RUNS_TEXT.has(name)) return;
    const text = name === 'query' ? constantText(call) : null;
    if (text === null) this.hasComputedSql = true;
    else this.innerQueries.push(text);
  }

  private readTable({ schema_name: schema }: Node, table: string): void {
    const name = table.toLowerCase();
    this.tables.add(typeof schema === 'string' && schema !== '' ? `${schema.toLowerCase()}.${name}` : name);
  }
}

/** The only argument of a call where it is a constant text; null for anything else. */
function constantText(call: Node): string | null {
  const [argument, ...more] = Array.isArray(call.children) ? (call.children as Node[]) : [];
  if (argument === undefined || more.length > 0 || argument.type !== 'VALUE_CONSTANT') return null;
  const constant = argument.value as Node | undefined;
  return typeof constant?.value === 'string' ? constant.value : null;
}
