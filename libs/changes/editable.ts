import type {
  ColumnDetails,
  ColumnKind,
  ColumnOrigin,
  EditableColumn,
  EditableTable,
  StatementEditability,
} from '../api/index.js';

/** Where a column of a result comes from, in the engine's own terms: a table and one of its columns. */
export interface ColumnSource {
  readonly relation: string;
  readonly attribute: string;
}

/** What the engine says of a table that columns of a result come from. */
export interface SourceTable {
  readonly schema: string;
  readonly table: string;
  /** Why none of its rows can be edited, a sentence; null where they can. */
  readonly obstacle: string | null;
  readonly columns: readonly SourceColumn[];
  /** The sets of columns that find a row, the primary key first. */
  readonly keys: readonly (readonly string[])[];
  readonly canInsert: boolean;
  readonly canUpdate: boolean;
  readonly canDelete: boolean;
}

export interface SourceColumn {
  readonly attribute: string;
  readonly name: string;
  readonly canRead: boolean;
  readonly canWrite: boolean;
  /** Why its values are not changed, a sentence; absent where rights alone decide. */
  readonly obstacle?: string;
}

/** A result as far as editing it goes: the source of each column, and the tables that they name. */
export interface ResultSources {
  /** Null for a column that is computed. */
  readonly columns: readonly (ColumnSource | null)[];
  readonly tables: ReadonlyMap<string, SourceTable>;
  /** The columns of each table with their types. */
  readonly details: ReadonlyMap<string, readonly ColumnDetails[]>;
  /** How often the statement reads each table, by its name; a table that is read twice has two rows in one. */
  readonly reads: ReadonlyMap<string, number>;
  /** The settings with which statements had the session print dates and times in a way of its own. */
  readonly ownSettings: readonly string[];
}

/** Kinds of columns whose values are printed alike whatever a session sets for dates and times. */
const PRINTED_ALIKE: ReadonlySet<ColumnKind> = new Set<ColumnKind>([
  'integer',
  'decimal',
  'float',
  'boolean',
  'text',
  'json',
  'binary',
  'uuid',
  'geometry',
  'network',
]);

/**
 * Where the columns of a result come from, and the one table whose rows can be edited in it: the first one whose key is in
 * the result. Without one, the reason for the first table.
 */
export function editability(sources: ResultSources): StatementEditability {
  const relations = [...new Set(sources.columns.flatMap((source) => (source === null ? [] : [source.relation])))];
  const verdicts = relations.map((relation) => verdictOn(relation, sources));
  const editable = verdicts.find((verdict): verdict is EditableTable => !('reason' in verdict));
  const [first = { reason: 'No column of the result comes from a table.' }] = verdicts;
  return { origins: originsOf(sources, editable), editable: editable ?? first };
}

function verdictOn(relation: string, sources: ResultSources): EditableTable | { reason: string } {
  const source = sources.tables.get(relation);
  if (source === undefined) return { reason: 'The table of the result is gone, or belongs to another session.' };
  const name = `${source.schema}.${source.table}`;
  if (source.obstacle !== null) return { reason: source.obstacle };
  if ((sources.reads.get(source.table) ?? 1) > 1)
    return { reason: `The statement reads ${name} more than once, so that it is not certain which row is meant.` };
  const places = placesOf(relation, source, sources);
  if (source.keys.length === 0)
    return { reason: `${name} has no primary key and no unique key without NULL, so that no single row can be found.` };
  const key = source.keys.find((columns) => columns.every((column) => places.has(column)));
  if (key === undefined) return { reason: `The result has no key of ${name}. Add ${listOf(source.keys[0] ?? [])}.` };
  if (source.columns.some(({ canRead }) => !canRead))
    return { reason: `The role may not read every column of ${name}, so that a changed row could not be recognized.` };
  if (!source.canInsert && !source.canUpdate && !source.canDelete)
    return { reason: `The role may not change ${name}.` };
  const table = tableOf(relation, source, key, places, sources);
  const reason = reasonOfSettings(table, sources.ownSettings);
  return reason === null ? table : { reason };
}

/** Edits are read in a session of their own, in which the text of a date or a time may stand for another one. */
function reasonOfSettings({ columns }: EditableTable, names: readonly string[]): string | null {
  if (names.length === 0 || columns.every(({ kind }) => PRINTED_ALIKE.has(kind))) return null;
  const resets = names.map((name) => `RESET ${name}`).join('; ');
  return `This tab shows dates and times by its own ${listOf(names)}. To edit rows, run ${resets} and then the query again.`;
}

/** Where the columns of a table first stand in the result. */
function placesOf(relation: string, { columns }: SourceTable, sources: ResultSources): Map<string, number> {
  const places = new Map<string, number>();
  const names = new Map(columns.map(({ attribute, name }) => [attribute, name]));
  sources.columns.forEach((source, index) => {
    const name = source?.relation === relation ? names.get(source.attribute) : undefined;
    if (name !== undefined && !places.has(name)) places.set(name, index);
  });
  return places;
}

function tableOf(
  relation: string,
  source: SourceTable,
  key: readonly string[],
  places: ReadonlyMap<string, number>,
  sources: ResultSources,
): EditableTable {
  const details = new Map(sources.details.get(relation)?.map((column) => [column.name, column]));
  const known = new Map(source.columns.map((column) => [column.name, column]));
  const columns = [...places].flatMap(([name, index]) => {
    const column = details.get(name);
    return column === undefined ? [] : [columnOf(column, index, key.includes(name), known.get(name))];
  });
  return {
    ...{ schema: source.schema, table: source.table, key: [...key], columns },
    ...{ can_insert: source.canInsert, can_update: source.canUpdate, can_delete: source.canDelete },
  };
}

function columnOf(column: ColumnDetails, index: number, isKey: boolean, source?: SourceColumn): EditableColumn {
  const { name, type, kind, nullable, identity, choices } = column;
  const reason = reasonAgainst(column, source);
  return {
    ...{ index, column: name, type, kind, is_key: isKey, nullable },
    has_default: column.default !== null || identity !== null,
    is_writable: reason === null,
    reason,
    ...(choices && { choices: [...choices] }),
  };
}

function reasonAgainst({ is_generated: isGenerated, identity }: ColumnDetails, source?: SourceColumn): string | null {
  if (isGenerated) return 'The database computes this column.';
  if (identity === 'always') return 'The database numbers this column itself.';
  return source?.canWrite === true ? (source.obstacle ?? null) : 'The role may not change this column.';
}

function originsOf({ columns, tables }: ResultSources, editable: EditableTable | undefined): (ColumnOrigin | null)[] {
  return columns.map((source) => {
    const table = source === null ? undefined : tables.get(source.relation);
    const column = table?.columns.find(({ attribute }) => attribute === source?.attribute);
    if (table === undefined || column === undefined) return null;
    const isEdited = editable?.schema === table.schema && editable.table === table.table;
    const key = isEdited ? editable.key : (table.keys[0] ?? []);
    return { schema: table.schema, table: table.table, column: column.name, is_key: key.includes(column.name) };
  });
}

function listOf(names: readonly string[]): string {
  return names.join(', ');
}
