import type { HiddenPart } from '#libs/api';
import { CompletionBuilder } from '../../completion-builder.js';
import type { CompletionReading } from '../../completion-builder.js';
import type { CatalogClient, CatalogRow } from './catalog-client.js';
import type { CatalogVersion } from './catalog-version.js';
import {
  COMPLETION_FOREIGN_KEYS_SQL,
  COMPLETION_FUNCTIONS_SQL,
  COMPLETION_KEYWORDS_SQL,
  COMPLETION_TABLES_SQL,
  COMPLETION_TYPES_SQL,
  SEARCH_PATH_SQL,
} from './completion.sql.js';
import { functionName, tableKind } from './introspection.js';

const SYSTEM_SCHEMA = 'pg_catalog';

/** Reads everything that can be completed in a handful of queries; null while the catalog is as it was at `known`. */
export async function readCompletion(
  client: CatalogClient,
  version: CatalogVersion,
  known: string | null,
  signal: AbortSignal,
): Promise<CompletionReading | null> {
  const ask = (sql: string): Promise<CatalogRow[]> => client.query(sql, [], signal);
  // The version comes first: what changes while the rest is read makes the next one another.
  const fingerprint = await version.read(client, signal);
  if (fingerprint === known) return null;
  const builder = new CompletionBuilder((name) => name === SYSTEM_SCHEMA || name === 'information_schema');
  for (const row of await ask(COMPLETION_TABLES_SQL)) addTable(builder, row);
  for (const row of await ask(COMPLETION_FOREIGN_KEYS_SQL)) addForeignKey(builder, row);
  for (const [schema, ...entry] of await ask(COMPLETION_FUNCTIONS_SQL))
    builder.function(schema ?? '', functionName(entry));
  const path = firstCells(await ask(SEARCH_PATH_SQL));
  const types = firstCells(await ask(COMPLETION_TYPES_SQL));
  const keywords = firstCells(await ask(COMPLETION_KEYWORDS_SQL));
  const rest = { dialect: 'postgres' as const, search_path: [...path, SYSTEM_SCHEMA], types, keywords };
  return { fingerprint, catalog: builder.catalog(rest) };
}

function addTable(builder: CompletionBuilder, row: CatalogRow): void {
  const [schema, name, relkind, names, types, primary, hides, parentSchema, parent, owned] = row;
  builder.table({
    schema: schema ?? '',
    name: name ?? '',
    kind: tableKind(relkind),
    columns: namesIn(names),
    types: namesIn(types),
    primaryKey: namesIn(primary),
    hides: hides === null ? undefined : (hides as HiddenPart),
    partitionOf: typeof parent === 'string' ? { schema: parentSchema ?? '', table: parent } : undefined,
    isOfExtension: typeof owned === 'string',
  });
}

function addForeignKey(builder: CompletionBuilder, row: CatalogRow): void {
  const [schema, name, refSchema, refTable, columns, refColumns, isUnique, isOptional] = row;
  const references = { schema: refSchema ?? '', table: refTable ?? '', columns: namesIn(refColumns) };
  builder.foreignKey(schema ?? '', name ?? '', {
    ...{ columns: namesIn(columns), references },
    ...(isUnique === 't' ? { is_unique: true } : {}),
    ...(isOptional === 't' ? { is_optional: true } : {}),
  });
}

/** A JSON list of names; a table may have no column. */
function namesIn(text: string | null | undefined): string[] {
  return typeof text === 'string' ? (JSON.parse(text) as string[]) : [];
}

function firstCells(rows: readonly CatalogRow[]): string[] {
  return rows.map(([cell]) => cell ?? '');
}
