import type { ColumnDetails, ForeignKeyDetails, TableDetails } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import { list, nameOf } from './names.js';

/**
 * The statements that would make a table or view again: the engine's own CREATE where it keeps one, otherwise what the
 * catalog reports of columns and keys; and indexes and comments. Triggers, owners and rights are not in it, and checks and
 * storage only where the engine keeps its CREATE.
 */
export function tableDdl(table: TableDetails, dialect: SqlDialect): string {
  if (table.script !== undefined) return table.script;
  const name = nameOf(table.schema, table.name, dialect);
  const create = isView(table) ? createView(table, name) : createTable(table, name, dialect);
  return [create, ...indexesOf(table, name, dialect), ...commentsOf(table, name, dialect)].join('\n\n');
}

function isView({ kind }: TableDetails): boolean {
  return kind === 'view' || kind === 'materialized_view';
}

function createView({ kind, definition }: TableDetails, name: string): string {
  const query = definition?.trim() ?? '';
  if (query === '') return `-- The query of ${name} is not available.`;
  if (CREATE.test(query)) return ended(query);
  return ended(`CREATE ${kind === 'view' ? 'VIEW' : 'MATERIALIZED VIEW'} ${name} AS\n${query}`);
}

const CREATE = /^create\b/i;

/** A statement with its semicolon, which a comment at its end does not swallow. */
function ended(statement: string): string {
  const text = statement.trim().replace(/;$/, '');
  return text.slice(text.lastIndexOf('\n') + 1).includes('--') ? `${text}\n;` : `${text};`;
}

function createTable(table: TableDetails, name: string, dialect: SqlDialect): string {
  if (table.definition !== undefined && CREATE.test(table.definition)) return ended(table.definition);
  const lines = [
    ...table.columns.map((column) => columnLine(column, dialect)),
    ...keyLines(table, dialect),
    ...table.foreign_keys.map((key) => foreignKeyLine(table, key, dialect)),
  ];
  const kind = table.kind === 'foreign_table' ? 'FOREIGN TABLE' : 'TABLE';
  const remark = table.kind === 'partitioned_table' ? '-- Partitioned; the partition key is not available.\n' : '';
  return `${remark}CREATE ${kind} ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`;
}

function columnLine(column: ColumnDetails, dialect: SqlDialect): string {
  const { name, type, nullable, identity, is_generated: isGenerated, is_virtual: isVirtual } = column;
  const { ddl } = dialectOf(dialect);
  const parts = [quoteIdentifier(name, dialect), type];
  if (isGenerated && column.default !== null)
    parts.push(`GENERATED ALWAYS AS (${column.default})${isVirtual === true ? ' VIRTUAL' : ddl.generatedSuffix}`);
  else if (identity !== null && ddl.hasIdentities) parts.push(`GENERATED ${IDENTITY[identity]} AS IDENTITY`);
  else if (column.default !== null) parts.push(`DEFAULT ${column.default}`);
  if (!nullable) parts.push('NOT NULL');
  return parts.join(' ');
}

const IDENTITY = { always: 'ALWAYS', by_default: 'BY DEFAULT' } as const;

function keyLines(table: TableDetails, dialect: SqlDialect): string[] {
  const { primary_key: primary, unique_keys: uniques } = table;
  const line = ({ name, columns }: { name: string | null; columns: string[] }, kind: string): string =>
    constraint(name, dialect) + (definitionOf(table, name) ?? `${kind} (${list(columns, dialect)})`);
  const lines = uniques.map((key) => line(key, 'UNIQUE'));
  return primary === null ? lines : [line(primary, 'PRIMARY KEY'), ...lines];
}

/** A constraint as the engine writes it, with what else belongs to it, such as `DEFERRABLE`; null where it does not. */
function definitionOf({ constraints = [] }: TableDetails, name: string | null): string | null {
  return constraints.find((one) => one.name === name)?.definition ?? null;
}

/** Of a foreign key, what is more than its columns: actions, a period, `NOT VALID`. */
const MORE_THAN_COLUMNS = /\) ON |\bPERIOD\b|[^)]$/;

/** The engine may leave out the schema of the other table, so that its text is used only where it has more than columns. */
function foreignKeyLine(table: TableDetails, key: ForeignKeyDetails, dialect: SqlDialect): string {
  const { name, columns, references: to } = key;
  const definition = definitionOf(table, name);
  if (definition !== null && MORE_THAN_COLUMNS.test(definition)) return constraint(name, dialect) + definition;
  const target = `${nameOf(to.schema, to.table, dialect)} (${list(to.columns, dialect)})`;
  return `${constraint(name, dialect)}FOREIGN KEY (${list(columns, dialect)}) REFERENCES ${target}`;
}

function constraint(name: string | null, dialect: SqlDialect): string {
  if (name === null || !dialectOf(dialect).ddl.namesConstraints) return '';
  return `CONSTRAINT ${quoteIdentifier(name, dialect)} `;
}

/** Indexes that a key makes come with the key. */
function indexesOf(
  { indexes, primary_key: primary, unique_keys: uniques }: TableDetails,
  table: string,
  dialect: SqlDialect,
): string[] {
  const keys = new Set([primary?.name, ...uniques.map(({ name }) => name)]);
  return indexes
    .filter(({ name, is_primary: isPrimary }) => !isPrimary && !keys.has(name))
    .map(({ name, columns, definition, is_unique: isUnique }) => {
      if (definition !== null) return ended(definition);
      const kind = isUnique ? 'UNIQUE INDEX' : 'INDEX';
      return `CREATE ${kind} ${quoteIdentifier(name, dialect)} ON ${table} (${columns.join(', ')});`;
    });
}

function commentsOf(table: TableDetails, name: string, dialect: SqlDialect): string[] {
  if (!dialectOf(dialect).ddl.hasComments) return [];
  const kind =
    { view: 'VIEW', materialized_view: 'MATERIALIZED VIEW', foreign_table: 'FOREIGN TABLE' }[table.kind as string] ??
    'TABLE';
  const lines = table.comment === null ? [] : [`COMMENT ON ${kind} ${name} IS ${literal(table.comment)};`];
  for (const { name: column, comment } of table.columns) {
    if (comment !== null)
      lines.push(`COMMENT ON COLUMN ${name}.${quoteIdentifier(column, dialect)} IS ${literal(comment)};`);
  }
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
