import type { CompletionSchema, FunctionName } from '../../api/index.js';
import { qualifiedName, quoteIdentifier } from '../quote-identifier.js';
import type { Candidate } from './candidate.js';
import { GROUP } from './candidate.js';
import { findTable, keyOf } from './catalog-index.js';
import type { CatalogIndex, IndexedTable } from './catalog-index.js';
import { calledAs, columnsOf, tableOf } from './relation-columns.js';
import type { ScopeColumn } from './relation-columns.js';
import type { CursorPlace } from './scan-scopes.js';
import type { Relation, Scope } from './scope.js';

/** Words that people type often come before the rest of the grammar. */
const COMMON_KEYWORDS = new Set(
  `SELECT FROM WHERE JOIN LEFT INNER ON AND OR NOT GROUP ORDER BY LIMIT OFFSET INSERT INTO VALUES UPDATE SET DELETE
  CREATE TABLE WITH AS DISTINCT HAVING UNION ALL CASE WHEN THEN ELSE END IN IS NULL LIKE BETWEEN EXISTS ASC DESC
  RETURNING USING EXPLAIN COUNT`.split(/\s+/),
);

/**
 * The columns of everything that can be named at the cursor, query by query from the inside out. A bare name means the
 * nearest query that has it, so it is written with its table where two of that query have it, or one further inside.
 */
export function* columnCandidates(index: CatalogIndex, levels: readonly (readonly Relation[])[]): Generator<Candidate> {
  const inside = new Set<string>();
  for (const relations of levels) {
    const known = relations.map((relation) => ({ relation, columns: columnsOf(index, relation) }));
    const count = new Map<string, number>();
    for (const { columns } of known) for (const { name } of columns) count.set(name, (count.get(name) ?? 0) + 1);
    for (const { relation, columns } of known) {
      const called = calledAs(relation);
      for (const column of columns) {
        const isShared = (count.get(column.name) ?? 0) > 1 || inside.has(column.name);
        yield columnCandidate(index, column, called, isShared ? called : null);
      }
    }
    for (const name of count.keys()) inside.add(name);
  }
}

/** The names of what a query selects, in its order: ORDER BY and GROUP BY take them before any column. */
export function* outputCandidates(
  index: CatalogIndex,
  scope: Scope,
  columns: readonly Candidate[],
): Generator<Candidate> {
  const known = new Map(columns.map((column) => [column.label, column]));
  for (const name of new Set(scope.outputs)) {
    if (name === null) continue;
    const made = { label: name, key: name.toLowerCase(), insert_text: quote(index, name), kind: 'column' as const };
    yield { ...(known.get(name) ?? { ...made, detail: 'selected' }), group: GROUP.output };
  }
}

/** The columns of one relation, by their bare names. */
export function* ownColumns(index: CatalogIndex, columns: readonly ScopeColumn[], called: string | null) {
  for (const column of columns) yield columnCandidate(index, column, called, null);
}

/** The names under which the relations at the cursor are known. */
export function* aliasCandidates(index: CatalogIndex, relations: readonly Relation[]): Generator<Candidate> {
  for (const relation of relations) {
    const label = calledAs(relation);
    if (label === null) continue;
    const detail = relation.alias !== null && relation.name !== null ? relation.name : '';
    yield { label, insert_text: quote(index, label), kind: 'alias', detail, group: GROUP.alias };
  }
}

/** Named queries, tables and schemas, as they can be read from; of ten thousand tables only those that may fit. */
export function* relationCandidates(
  index: CatalogIndex,
  scope: Scope,
  typed: string,
  selected: IndexedTable | null = null,
): Generator<Candidate> {
  const wanted = typed.toLowerCase();
  const related = relatedTables(index, scope);
  for (const { name } of scope.visibleQueries()) {
    yield { label: name, insert_text: quote(index, name), kind: 'alias', detail: 'WITH', group: GROUP.namedQuery };
  }
  for (const entry of index.tables) {
    if (!entry.key.includes(wanted)) continue;
    const candidate = relationCandidate(index, entry);
    if (entry === selected) yield { ...candidate, group: GROUP.selected };
    else yield related.has(entry) ? { ...candidate, group: GROUP.related } : candidate;
  }
  yield* schemaCandidates(index);
  if (wanted !== '') yield* rowFunctions(index);
}

/** Made once for each table: each letter that is typed looks at all of them. */
const RELATIONS = new WeakMap<IndexedTable, Candidate>();

function relationCandidate(index: CatalogIndex, entry: IndexedTable): Candidate {
  const known = RELATIONS.get(entry);
  if (known) return known;
  const made = tableCandidate(index, entry, !entry.isOnPath);
  RELATIONS.set(entry, made);
  return made;
}

/** The tables that a foreign key leads to, or that lead here, from what the query reads already. */
function relatedTables(index: CatalogIndex, { relations }: Scope): Set<IndexedTable> {
  const found = new Set<IndexedTable>();
  for (const relation of relations) {
    const here = tableOf(index, relation);
    if (!here) continue;
    for (const { references: to } of here.table.foreign_keys ?? []) {
      const target = findTable(index, to.schema, to.table);
      if (target && target !== here) found.add(target);
    }
    const others = index.referencedBy.get(keyOf(here.schema.name, here.table.name)) ?? [];
    for (const other of others) if (other !== here) found.add(other);
  }
  return found;
}

/** Functions whose rows can be read like a table's. */
function* rowFunctions(index: CatalogIndex): Generator<Candidate> {
  for (const candidate of functionCandidates(index, null)) {
    if (/→ (?:TABLE|SETOF)\b/i.test(candidate.detail)) yield candidate;
  }
}

/** The tables of one schema, by their bare names. */
export function* tablesOfSchema(index: CatalogIndex, schema: CompletionSchema): Generator<Candidate> {
  for (const entry of index.tables) {
    if (entry.schema === schema) yield { ...tableCandidate(index, entry, false), group: GROUP.onPath };
  }
}

/** The schemas, those of the engine last. */
export function* schemaCandidates(index: CatalogIndex): Generator<Candidate> {
  for (const { name, is_system: isSystem } of index.catalog.schemas) {
    const group = isSystem ? GROUP.system : GROUP.schema;
    yield { label: name, insert_text: quote(index, name), kind: 'schema', detail: '', group };
  }
}

/** Functions that a bare name finds, or those of one schema; written with their brackets. */
export function* functionCandidates(index: CatalogIndex, only: CompletionSchema | null): Generator<Candidate> {
  const { schemas, search_path: path } = index.catalog;
  for (const schema of only ? [only] : schemas) {
    const isBare = only !== null || path.includes(schema.name) || schema.is_system;
    yield* functionsOf(index, schema, isBare);
  }
}

/** Made once for each schema, as the tables are: an engine has some three thousand. */
const FUNCTIONS = {
  bare: new WeakMap<CompletionSchema, Candidate[]>(),
  qualified: new WeakMap<CompletionSchema, Candidate[]>(),
};

function functionsOf(index: CatalogIndex, schema: CompletionSchema, isBare: boolean): readonly Candidate[] {
  const made = isBare ? FUNCTIONS.bare : FUNCTIONS.qualified;
  const known = made.get(schema);
  if (known) return known;
  const candidates = [...byName(schema.functions)].map(([name, variants]): Candidate => {
    const written = `${quote(index, name)}()`;
    return {
      label: name,
      key: name.toLowerCase(),
      insert_text: isBare ? written : `${quote(index, schema.name)}.${written}`,
      kind: 'function',
      detail: signatureOf(variants),
      group: schema.is_system ? GROUP.builtIn : GROUP.userFunction,
    };
  });
  made.set(schema, candidates);
  return candidates;
}

function byName(functions: readonly FunctionName[]): Map<string, FunctionName[]> {
  const found = new Map<string, FunctionName[]>();
  for (const entry of functions) {
    const same = found.get(entry.name);
    if (same) same.push(entry);
    else found.set(entry.name, [entry]);
  }
  return found;
}

/** The first variant with its result, and how many others there are. */
function signatureOf([first, ...others]: readonly FunctionName[]): string {
  const returns = first?.returns ?? null;
  const more = others.length > 0 ? ` +${others.length}` : '';
  return `(${first?.arguments ?? ''})${returns === null ? '' : ` → ${returns}`}${more}`;
}

/** The types that the engine and the database have. */
export function* typeCandidates({ catalog }: CatalogIndex): Generator<Candidate> {
  for (const label of catalog.types) yield { label, insert_text: label, kind: 'type', detail: '', group: GROUP.type };
}

/** Values without brackets that every engine knows; those that are asked for most. */
const COMMON_VALUES = ['CURRENT_DATE', 'CURRENT_TIMESTAMP'];

/** Words that only stand inside an expression. */
const CASE_WORDS = new Set(['CASE', 'WHEN', 'THEN', 'ELSE', 'END']);

/** The words of the grammar, in the case in which the person types; `isExpression` says that a value may stand there. */
export function* keywordCandidates(
  { catalog }: CatalogIndex,
  typed: string,
  isExpression = false,
): Generator<Candidate> {
  const isLower = typed !== '' && typed === typed.toLowerCase();
  const keywords = isExpression ? new Set([...COMMON_VALUES, ...catalog.keywords]) : catalog.keywords;
  for (const keyword of keywords) {
    const label = isLower ? keyword.toLowerCase() : keyword;
    const isValue = isExpression && COMMON_VALUES.includes(keyword);
    const isCommon = isValue || (COMMON_KEYWORDS.has(keyword) && (isExpression || !CASE_WORDS.has(keyword)));
    const group = isCommon ? GROUP.commonKeyword : GROUP.keyword;
    yield { label, insert_text: label, kind: 'keyword', detail: '', group };
  }
}

/** Comparisons along the foreign keys between the table that is being joined and those before it. */
export function* joinConditions(index: CatalogIndex, place: CursorPlace): Generator<Candidate> {
  const relations = place.scope.relations.slice(0, place.relationsBefore);
  const joined = relations.at(-1);
  for (const other of relations.slice(0, -1).reverse()) {
    if (!joined) return;
    yield* conditionsBetween(index, joined, other);
    yield* conditionsBetween(index, other, joined);
  }
}

function* conditionsBetween(index: CatalogIndex, from: Relation, to: Relation): Generator<Candidate> {
  const [source, target] = [tableOf(index, from), tableOf(index, to)];
  const keys = source && target ? (source.table.foreign_keys ?? []) : [];
  for (const { columns, references } of keys) {
    if (references.schema !== target?.schema.name || references.table !== target.table.name) continue;
    const written = (relation: Relation, column: string): string =>
      `${quote(index, calledAs(relation) ?? '')}.${quote(index, column)}`;
    const label = columns
      .map((column, place) => `${written(from, column)} = ${written(to, references.columns[place] ?? '')}`)
      .join(' AND ');
    yield { label, insert_text: label, kind: 'condition', detail: 'foreign key', group: GROUP.condition };
  }
}

function columnCandidate(
  index: CatalogIndex,
  { name, type }: ScopeColumn,
  called: string | null,
  qualifier: string | null,
): Candidate {
  const written = quote(index, name);
  return {
    label: qualifier === null ? name : `${qualifier}.${name}`,
    key: name.toLowerCase(),
    insert_text: qualifier === null ? written : `${quote(index, qualifier)}.${written}`,
    kind: 'column',
    detail: [type, called].filter((part) => part !== null && part !== '').join(' · '),
    group: GROUP.column,
  };
}

function tableCandidate(index: CatalogIndex, { schema, table, key }: IndexedTable, isQualified: boolean): Candidate {
  const { dialect } = index.catalog;
  const inUse = isQualified ? GROUP.elsewhere : GROUP.onPath;
  return {
    label: isQualified ? `${schema.name}.${table.name}` : table.name,
    key,
    insert_text: qualifiedName(schema.name, table.name, dialect, !isQualified || schema.is_system),
    kind: table.kind === 'view' || table.kind === 'materialized_view' ? 'view' : 'table',
    detail: schema.name,
    group: schema.is_system ? GROUP.system : inUse,
  };
}

function quote({ catalog }: CatalogIndex, name: string): string {
  return quoteIdentifier(name, catalog.dialect);
}
