import type { DuckDBConnection } from '@duckdb/node-api';
import { numberType } from '#libs/files';
import { literal, quoted } from '../../../duckdb/open-database.js';
import {
  isInterrupt,
  queriesOn,
  unlessUnreadable,
  type FileReading,
  type Query,
  type ReadableFile,
} from './file-reading.js';
import { changedLeaves, jsonType, leafValues, leavesOf, typeText, type JsonLeaf, type JsonType } from './json-type.js';
import { doubtfulDates } from './reading-note.js';
import { complaintOf } from './typed-rows.js';
import { guardedNumber, isNumberType, mayBeInexactInJson, numberFacts } from './value-facts.js';

interface JsonColumn {
  readonly name: string;
  readonly type: JsonType;
}

/** A leaf and the column that it is in. */
interface DoubtfulLeaf extends JsonLeaf {
  readonly column: JsonColumn;
}

/**
 * How a JSON file is read: with the columns that the engine finds, and types that hold every value exactly, inside of
 * objects and lists, too. A small file is read whole to know; in a large one each number is checked as it is read.
 */
export async function readJsonFile(connection: DuckDBConnection, file: ReadableFile): Promise<FileReading> {
  const query = queriesOn(connection);
  let columns: JsonColumn[];
  try {
    columns = await foundColumns(connection, file);
  } catch (error) {
    if (isInterrupt(error)) throw error;
    const values = await unlessUnreadable(bareValues(query, file));
    if (values === null) throw error;
    return values;
  }
  const found = { columnCount: columns.length, warnings: [] };
  // The engine gives keys that differ in case alone other names, by which nothing can be read.
  if (hasTwins(columns)) return { ...found, select: `SELECT * FROM ${automatic(file)}`, description: [] };
  const dates = await foreignDates(query, file, columns);
  const description = doubtfulDates([...dates.keys()]);
  if (!file.isSmall) return { ...found, description, select: guarded(file, columns, dates) };
  const types = new Map([...dates, ...(await exactNumbers(query, file, columns))]);
  return { ...found, description, select: `SELECT * FROM ${withColumns(file, columns, types)}` };
}

/**
 * Values outside of objects and lists, of which the engine's reader refuses numbers that 64 bits do not hold: their texts
 * are read. A text among them makes all of them texts, also one that looks like a number. Null where some are objects or
 * lists.
 */
async function bareValues(query: Query, file: ReadableFile): Promise<FileReading | null> {
  const source = `read_json_objects(${[file.path, ...formatOf(file)].join(', ')})`;
  const [row = {}] = await query(`
    SELECT bool_and(kind NOT IN ('OBJECT', 'ARRAY')) AS bare, bool_and(kind NOT IN ('VARCHAR', 'BOOLEAN')) AS numeric
    FROM (SELECT json_type(json) AS kind FROM ${source})`);
  if (row.bare !== true) return null;
  const values = `SELECT json ->> '$' AS v FROM ${source}`;
  const type = row.numeric === true ? numberType('DOUBLE', await numberFacts(query, values)) : 'VARCHAR';
  return {
    select: `SELECT CAST(v AS ${type}) AS json FROM (${values})`,
    ...{ columnCount: 1, description: [], warnings: [] },
  };
}

async function foundColumns(connection: DuckDBConnection, file: ReadableFile): Promise<JsonColumn[]> {
  const prepared = await connection.prepare(`SELECT * FROM ${automatic(file)}`);
  try {
    return Array.from({ length: prepared.columnCount }, (_, index) => {
      return { name: prepared.columnName(index), type: jsonType(prepared.columnType(index)) };
    });
  } finally {
    prepared.destroySync();
  }
}

function automatic(file: ReadableFile): string {
  return `read_json(${[file.path, ...commonOptions(file), ...(file.isSmall ? ['sample_size = -1'] : [])].join(', ')})`;
}

function withColumns(file: ReadableFile, columns: readonly JsonColumn[], types: ReadonlyMap<string, string>): string {
  const listed = columns.map(({ name, type }) => `${literal(name)}: ${literal(typeText(type, name, types))}`);
  return `read_json(${[file.path, ...commonOptions(file), `columns = {${listed.join(', ')}}`].join(', ')})`;
}

function formatOf({ isNewlineDelimited }: ReadableFile): string[] {
  return isNewlineDelimited ? ["format = 'newline_delimited'"] : [];
}

function commonOptions(file: ReadableFile): string[] {
  const { options } = file;
  return [
    'hive_partitioning = false',
    ...formatOf(file),
    ...(options.dateFormat === null ? [] : [`dateformat = ${literal(options.dateFormat)}`]),
    ...(options.timestampFormat === null ? [] : [`timestampformat = ${literal(options.timestampFormat)}`]),
  ];
}

function hasTwins(columns: readonly JsonColumn[]): boolean {
  const types: readonly JsonType[] = columns.map(({ type }) => type);
  const names = columns.map(({ name }) => name);
  return names.some((name) => /_\d+$/.test(name) && isTwin(name, names)) || types.some((type) => hasTwinFields(type));
}

function isTwin(name: string, names: readonly string[]): boolean {
  const stem = name.replace(/_\d+$/, '').toLowerCase();
  return names.some((other) => other.toLowerCase() === stem);
}

function hasTwinFields(type: JsonType): boolean {
  if (type.kind === 'list') return hasTwinFields(type.item);
  if (type.kind === 'map') return hasTwinFields(type.value);
  return type.kind === 'struct' && hasTwins(type.fields.map(([name, field]) => ({ name, type: field })));
}

/** The types of the leaves whose numbers DOUBLE would round. */
async function exactNumbers(
  query: Query,
  file: ReadableFile,
  columns: readonly JsonColumn[],
): Promise<Map<string, string>> {
  const leaves = leavesWhere(columns, ({ type }) => type === 'DOUBLE');
  const doubtful = await leavesWith(query, file, columns, leaves, mayBeInexactInJson);
  const types = new Map<string, string>();
  for (const leaf of doubtful) {
    const values = `SELECT unnest(${valuesOf(leaf)}) AS v FROM ${asTexts(file, columns, leaves)}`;
    const type = numberType('DOUBLE', await numberFacts(query, values));
    // The engine's JSON parser has rounded decimals before their type is asked for.
    types.set(leaf.path, type.startsWith('DECIMAL') ? 'VARCHAR' : type);
  }
  return types;
}

/** Dates that do not begin with a year of four digits stay text, unless their format is set. */
async function foreignDates(
  query: Query,
  file: ReadableFile,
  columns: readonly JsonColumn[],
): Promise<Map<string, string>> {
  const { dateFormat, timestampFormat } = file.options;
  const leaves = leavesWhere(columns, ({ type }) => {
    return (type === 'DATE' && dateFormat === null) || (type === 'TIMESTAMP' && timestampFormat === null);
  });
  const foreign = (v: string): string => `NOT regexp_matches(${v}, '^\\s*[+-]?[0-9]{4}')`;
  const found = await leavesWith(query, file, columns, leaves, foreign);
  return new Map(found.map(({ path }) => [path, 'VARCHAR']));
}

/** The leaves of which some value meets a condition, read as texts. */
async function leavesWith(
  query: Query,
  file: ReadableFile,
  columns: readonly JsonColumn[],
  leaves: readonly DoubtfulLeaf[],
  condition: (v: string) => string,
): Promise<DoubtfulLeaf[]> {
  if (leaves.length === 0) return [];
  const flags = leaves.map((leaf, index) => {
    return `coalesce(bool_or(len(list_filter(${valuesOf(leaf)}, lambda v: ${condition('v')})) > 0), false) AS f${index}`;
  });
  const [row = {}] = await query(`SELECT ${flags.join(', ')} FROM ${asTexts(file, columns, leaves)}`);
  return leaves.filter((_, index) => row[`f${index}`] === true);
}

/** The file, or the beginning of a large one, with the given leaves as texts. */
function asTexts(file: ReadableFile, columns: readonly JsonColumn[], leaves: readonly JsonLeaf[]): string {
  const source = withColumns(file, columns, new Map(leaves.map(({ path }) => [path, 'VARCHAR'])));
  return file.isSmall ? source : `(SELECT * FROM ${source} LIMIT 20480)`;
}

/** What the sample of a large file does not show is found while its rows are read. */
function guarded(file: ReadableFile, columns: readonly JsonColumn[], dates: ReadonlyMap<string, string>): string {
  const numbers = leavesWhere(columns, ({ type }) => isNumberType(type));
  const texts = new Map([...dates, ...numbers.map(({ path }) => [path, 'VARCHAR'] as const)]);
  const cells = columns.map((column) => {
    const { name, type } = column;
    if (!leavesOf(type, name).some((leaf) => isNumberType(leaf.type))) return quoted(name);
    return `${changedLeaves(type, name, quoted(name), (leaf, v) => guardedLeaf(file, leaf, v))} AS ${quoted(name)}`;
  });
  return `SELECT ${cells.join(', ')} FROM ${withColumns(file, columns, texts)}`;
}

function guardedLeaf(file: ReadableFile, { path, type }: JsonLeaf, v: string): string {
  return isNumberType(type) ? guardedNumber(v, type, literal(complaintOf(file, path, type))) : v;
}

function leavesWhere(columns: readonly JsonColumn[], isWanted: (leaf: JsonLeaf) => boolean): DoubtfulLeaf[] {
  return columns.flatMap((column) => {
    return leavesOf(column.type, column.name)
      .filter(isWanted)
      .map((leaf) => ({ ...leaf, column }));
  });
}

function valuesOf({ column, path }: DoubtfulLeaf): string {
  return leafValues(column.type, column.name, path, quoted(column.name));
}
