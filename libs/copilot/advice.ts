import type { PlanSuggestion } from '../api/index.js';
import { DEFAULT_DIALECT, dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { qualifiedName, quoteIdentifier } from '../sql/index.js';
import type { PromptTable } from './schema-table.js';

/** A suggestion as a provider answers it, once its form is known to be right. */
export type RawSuggestion = { readonly title: string; readonly reason: string } & (
  | { readonly kind: 'index'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'rewrite'; readonly sql: string }
  | { readonly kind: 'analyze'; readonly tables: readonly string[] }
  | { readonly kind: 'setting'; readonly name: string; readonly value: string }
);

/** An answer about a plan, in the form that it was asked for. */
export interface RawAdvice {
  readonly summary: string;
  readonly is_fine: boolean;
  readonly dominant_nodes: readonly { readonly node: number; readonly reason: string }[];
  readonly suggestions: readonly RawSuggestion[];
}

/** The form of `RawAdvice` as a JSON schema. */
export const ADVICE_SCHEMA = {
  type: 'object',
  required: ['summary', 'is_fine', 'dominant_nodes', 'suggestions'],
  properties: {
    summary: { type: 'string', minLength: 1, maxLength: 4000 },
    is_fine: { type: 'boolean' },
    dominant_nodes: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        required: ['node', 'reason'],
        properties: { node: { type: 'integer', minimum: 0 }, reason: { type: 'string', maxLength: 1000 } },
      },
    },
    suggestions: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        required: ['kind', 'title', 'reason'],
        properties: {
          kind: { enum: ['index', 'rewrite', 'analyze', 'setting'] },
          title: { type: 'string', minLength: 1, maxLength: 300 },
          reason: { type: 'string', maxLength: 2000 },
        },
        oneOf: [
          {
            properties: {
              kind: { const: 'index' },
              table: { type: 'string' },
              columns: { type: 'array', minItems: 1, maxItems: 32, items: { type: 'string' } },
            },
            required: ['table', 'columns'],
          },
          {
            properties: { kind: { const: 'rewrite' }, sql: { type: 'string', maxLength: 100_000 } },
            required: ['sql'],
          },
          {
            properties: {
              kind: { const: 'analyze' },
              tables: { type: 'array', minItems: 1, maxItems: 50, items: { type: 'string' } },
            },
            required: ['tables'],
          },
          {
            properties: {
              kind: { const: 'setting' },
              name: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_.]{0,100}$' },
              value: { type: 'string', maxLength: 200 },
            },
            required: ['name', 'value'],
          },
        ],
      },
    },
  },
} as const;

/** What became of a suggestion. */
export type CheckedSuggestion =
  | { readonly kind: 'holds'; readonly suggestion: PlanSuggestion }
  | { readonly kind: 'dropped'; readonly problem: string };

/**
 * Holds a suggestion of an index or of ANALYZE against the tables that there are, and writes its SQL anew from their names,
 * so that nothing of a provider's text is run as it is. Null for the kinds that only the database itself can check.
 */
export function checkAgainstTables(
  raw: RawSuggestion,
  tables: readonly PromptTable[],
  defaultSchema: string,
  dialect: SqlDialect = DEFAULT_DIALECT,
): CheckedSuggestion | null {
  if (raw.kind === 'index') return checkIndex(raw, tables, defaultSchema, dialect);
  return raw.kind === 'analyze' ? checkAnalyze(raw, tables, defaultSchema, dialect) : null;
}

function checkIndex(
  raw: Extract<RawSuggestion, { kind: 'index' }>,
  tables: readonly PromptTable[],
  defaultSchema: string,
  dialect: SqlDialect,
): CheckedSuggestion {
  const table = findTable(raw.table, tables, defaultSchema);
  if (table === null) return dropped(`The table ${raw.table} was not found.`);
  const columns = raw.columns.map(
    (name) => table.columns.find((column) => isSameName(column.name, name))?.name ?? null,
  );
  const missing = raw.columns.filter((_, at) => columns[at] === null);
  if (missing.length > 0) return dropped(`${table.name} has no column ${missing.join(', ')}.`);
  const names = columns.filter((name) => name !== null);
  if (new Set(names).size < names.length) return dropped('It names a column twice.');
  const existing = table.indexes.find((index) => names.every((name, at) => isSameName(index.columns[at] ?? '', name)));
  if (existing !== undefined) return dropped(`The index ${existing.name} already exists.`);
  const place = placeOf(table, defaultSchema, dialect);
  const list = names.map((name) => quoteIdentifier(name, dialect)).join(', ');
  const index = quoteIdentifier([table.name, ...names, 'idx'].join('_').slice(0, 63), dialect);
  const sql = `${dialectOf(dialect).ddl.createIndex} ${index}\n  ON ${place} (${list});`;
  return { kind: 'holds', suggestion: { kind: 'index', title: raw.title, reason: raw.reason, sql } };
}

function checkAnalyze(
  raw: Extract<RawSuggestion, { kind: 'analyze' }>,
  tables: readonly PromptTable[],
  defaultSchema: string,
  dialect: SqlDialect,
): CheckedSuggestion {
  const found = raw.tables.map((name) => findTable(name, tables, defaultSchema));
  const missing = raw.tables.filter((_, at) => found[at] === null);
  if (missing.length > 0) return dropped(`These tables were not found: ${missing.join(', ')}.`);
  const names = found.filter((table) => table !== null).map((table) => placeOf(table, defaultSchema, dialect));
  const sql = `ANALYZE ${[...new Set(names)].join(', ')};`;
  return { kind: 'holds', suggestion: { kind: 'analyze', title: raw.title, reason: raw.reason, sql } };
}

/** Finds a table by `name` or `schema.name`, quoted or not; null where there is none, or several in other schemas. */
function findTable(written: string, tables: readonly PromptTable[], defaultSchema: string): PromptTable | null {
  const parts = [...written.matchAll(/"((?:[^"]|"")+)"|([^."]+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  const [name, schema] = [parts.at(-1)?.trim() ?? '', parts.at(-2)?.trim()];
  const named = tables.filter((table) => isSameName(table.name, name));
  if (schema !== undefined) return named.find((table) => isSameName(table.schema, schema)) ?? null;
  return named.find((table) => table.schema === defaultSchema) ?? (named.length === 1 ? (named[0] ?? null) : null);
}

function isSameName(name: string, written: string): boolean {
  const bare = written.trim().replace(/^"(.*)"$/, '$1');
  return name === bare || name.toLowerCase() === bare.toLowerCase();
}

function placeOf({ schema, name }: PromptTable, defaultSchema: string, dialect: SqlDialect): string {
  return qualifiedName(schema, name, dialect, schema === defaultSchema);
}

function dropped(problem: string): CheckedSuggestion {
  return { kind: 'dropped', problem };
}
