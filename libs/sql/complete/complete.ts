import type { CompletionAnswer } from '../../api/index.js';
import { splitStatements } from '../split-statements.js';
import { sqlTokens } from '../sql-tokens.js';
import { ranked } from './candidate.js';
import type { Candidate } from './candidate.js';
import {
  aliasCandidates,
  columnCandidates,
  functionCandidates,
  joinConditions,
  keywordCandidates,
  outputCandidates,
  ownColumns,
  relationCandidates,
  schemaCandidates,
  tablesOfSchema,
  typeCandidates,
} from './candidates.js';
import { findTable } from './catalog-index.js';
import type { CatalogIndex, IndexedTable } from './catalog-index.js';
import { cursorWord } from './cursor-word.js';
import type { CursorWord } from './cursor-word.js';
import { calledAs, columnsOf, tableColumns } from './relation-columns.js';
import { scanScopes } from './scan-scopes.js';
import type { Scope } from './scope.js';
import type { CursorPlace } from './scan-scopes.js';

/** Of a longer text only the surroundings of the cursor are read, in characters. */
const READ_BEFORE = 50_000;
const READ_BEHIND = 10_000;

/** Clauses that know the names of what the query selects. */
const KNOWS_OUTPUTS = new Set(['ORDER', 'GROUP']);

/** A table that a person has selected outside of the text. */
export interface SelectedTable {
  readonly schema: string;
  readonly name: string;
}

/** Words behind which a name is made up, so that nothing can be known of it. */
const BEFORE_NEW_NAME = new Set(['WITH', 'RECURSIVE']);

/**
 * What can stand at the cursor (`offset` from 0, in UTF-16 code units), best first: tables where a table is expected,
 * columns of what the statement reads from, functions, types, keywords. It never throws, knows no more of the statement
 * than its tokens, and finds nothing in strings, comments and numbers. A `selected` table comes first where a table is
 * expected, and its columns come first while the statement reads from nothing yet.
 */
export function complete(
  index: CatalogIndex,
  text: string,
  offset: number,
  selected: SelectedTable | null = null,
): CompletionAnswer {
  const nothing = { start: offset, end: offset, items: [], is_incomplete: false };
  const { sql, start } = statementAt(index, text, offset);
  const { dialect } = index.catalog;
  const tokens = [...sqlTokens(sql, dialect)];
  const word = cursorWord(sql, tokens, offset - start, dialect);
  if (word === null) return nothing;
  const place = scanScopes(sql, tokens, word, dialect);
  const context = selected === null ? null : findTable(index, selected.schema, selected.name);
  const { items, isCut } = ranked(candidatesAt(index, place, word, context), word.prefix);
  return { start: start + word.start, end: offset, items: quotedAs(items, word), is_incomplete: isCut };
}

/** The statement that the cursor stands in, or the empty one that begins behind the last semicolon. */
function statementAt(index: CatalogIndex, text: string, offset: number): { sql: string; start: number } {
  const from = Math.max(0, offset - READ_BEFORE);
  const nearby = text.slice(from, offset + READ_BEHIND);
  const at = offset - from;
  const statements = splitStatements(nearby, index.catalog.dialect);
  const last = statements.findLast(({ start }) => start <= at);
  if (last === undefined) return { sql: nearby.slice(0, statements[0]?.start), start: from };
  const following = statements.find(({ start }) => start > at);
  const isOver = at > last.end && nearby.slice(last.end, at).includes(';');
  const start = isOver ? nearby.indexOf(';', last.end) + 1 : last.start;
  return { sql: nearby.slice(start, isOver ? following?.start : Math.max(last.end, at)), start: from + start };
}

/** A name whose opening quote was typed is written with both quotes, whether it needs them or not. */
function quotedAs(items: CompletionAnswer['items'], { isQuoted }: CursorWord): CompletionAnswer['items'] {
  if (!isQuoted) return items;
  const names = items.filter(({ kind }) => kind !== 'keyword' && kind !== 'condition' && kind !== 'function');
  return names.map((item) => {
    const isPlain = !item.insert_text.includes('"') && !item.insert_text.includes('.');
    return isPlain ? { ...item, insert_text: `"${item.insert_text}"` } : item;
  });
}

function candidatesAt(
  index: CatalogIndex,
  place: CursorPlace,
  word: CursorWord,
  selected: IndexedTable | null,
): Iterable<Candidate> {
  const { scope, clause, before } = place;
  if (word.qualifier.length > 0) return memberCandidates(index, place, word.qualifier);
  if (before[0] === ':' && before[1] === ':') return typeCandidates(index);
  if (before[0] === 'AS') return scope.role === 'cast' ? typeCandidates(index) : [];
  if (place.expectsRelation) return scope.isDefining ? [] : relationCandidates(index, scope, word.prefix, selected);
  if (scope.role === 'column-names') return [];
  if (scope.role === 'columns') return missingColumns(index, scope);
  if (scope.role === 'common-columns') return commonColumns(index, place);
  if (scope.role === 'column-definitions') return definitionCandidates(index, place, word);
  if (clause === 'start' && scope.parent === null) return keywordCandidates(index, word.prefix);
  if (clause === 'with') {
    const isNewName = BEFORE_NEW_NAME.has(before[0] ?? '') || before[0] === ',';
    return isNewName ? [] : keywordCandidates(index, word.prefix);
  }
  if (clause === 'from') return keywordCandidates(index, word.prefix);
  if (clause === 'definition') return afterDefinition(index, place, word);
  return expressionCandidates(index, place, word, selected);
}

function* expressionCandidates(
  index: CatalogIndex,
  place: CursorPlace,
  word: CursorWord,
  selected: IndexedTable | null,
): Generator<Candidate> {
  const relations = place.scope.visibleRelations();
  if (relations.length === 0 && selected !== null)
    yield* ownColumns(index, tableColumns(index, selected), selected.table.name);
  if (place.clause === 'on' && place.before[0] === 'ON') yield* joinConditions(index, place);
  const columns = [...columnCandidates(index, place.scope.visibleLevels())];
  const outputs = KNOWS_OUTPUTS.has(place.word) ? [...outputCandidates(index, place.scope, columns)] : [];
  yield* outputs;
  const isOutput = new Set(outputs.map(({ label }) => label));
  for (const column of columns) if (!isOutput.has(column.label)) yield column;
  yield* aliasCandidates(index, relations);
  yield* functionCandidates(index, null);
  yield* keywordCandidates(index, word.prefix, true);
  if (relations.length === 0 && word.prefix !== '') yield* schemaCandidates(index);
}

/** What can stand behind `o.` or `geo.areas.`. */
function* memberCandidates(
  index: CatalogIndex,
  place: CursorPlace,
  qualifier: readonly string[],
): Generator<Candidate> {
  const [last = '', schemaName = null] = [...qualifier].reverse();
  const visible = place.scope.visibleRelations();
  const named = visible.find((candidate) => calledAs(candidate)?.toLowerCase() === last.toLowerCase());
  // Behind ON CONFLICT it is the row that could not be added.
  const relation = named ?? (last.toLowerCase() === 'excluded' ? visible.at(0) : undefined);
  const isColumnPossible = !place.expectsRelation;
  if (isColumnPossible && relation && (schemaName === null || relation.alias === null)) {
    yield* ownColumns(index, columnsOf(index, relation), last);
    return;
  }
  const schema = schemaName === null ? index.schemas.get(last.toLowerCase()) : undefined;
  if (schema) {
    yield* tablesOfSchema(index, schema);
    yield* functionCandidates(index, schema);
    return;
  }
  const table = isColumnPossible ? findTable(index, schemaName, last) : null;
  if (table) yield* ownColumns(index, tableColumns(index, table), last);
}

/** The columns of the table that brackets are about, without those that stand in them. */
function* missingColumns(index: CatalogIndex, { parent, columnNames }: Scope): Generator<Candidate> {
  const present = new Set(columnNames.map((name) => name.toLowerCase()));
  for (const candidate of columnCandidates(index, [parent?.relations.slice(-1) ?? []]))
    if (!present.has(candidate.label.toLowerCase())) yield candidate;
}

/** The columns that both sides of a join have, by their bare names. */
function* commonColumns(index: CatalogIndex, { scope }: CursorPlace): Generator<Candidate> {
  const relations = scope.parent?.relations ?? [];
  const joined = relations.at(-1);
  const others = relations.slice(0, -1).flatMap((relation) => columnsOf(index, relation));
  const names = new Set(others.map(({ name }) => name));
  const common = (joined ? columnsOf(index, joined) : []).filter(({ name }) => names.has(name));
  yield* ownColumns(index, common, null);
}

/** A column's definition: first a name that is made up, then its type, then words. */
function definitionCandidates(index: CatalogIndex, { before }: CursorPlace, word: CursorWord): Iterable<Candidate> {
  const starts = (text: string | undefined): boolean => text === '(' || text === ',';
  if (starts(before[0])) return [];
  return starts(before[1]) ? typeCandidates(index) : keywordCandidates(index, word.prefix);
}

/** Behind `ALTER TABLE t DROP COLUMN` stand its columns; elsewhere the grammar goes on. */
function afterDefinition(index: CatalogIndex, { scope, before }: CursorPlace, word: CursorWord): Iterable<Candidate> {
  const isColumn = before[0] === 'COLUMN' && before[1] !== 'ADD';
  return isColumn ? columnCandidates(index, [scope.relations]) : keywordCandidates(index, word.prefix);
}
