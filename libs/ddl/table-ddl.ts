import type { ColumnDetails, ForeignKeyDetails, TableDetails } from '../api/index.js';
import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { quoteIdentifier } from '../sql/index.js';
import { list, nameOf } from './names.js';

/**
 * The statements that would make a table or view again: those that its server writes; else the engine's own CREATE where it
 * keeps one, otherwise what the catalog reports of columns and keys, and indexes and comments. Triggers, owners and rights
 * are not in it, and checks only where the server or the engine writes them.
 */
export function tableDdl(table: TableDetails, dialect: SqlDialect): string {
  if (table.script !== undefined) return table.script;
  const name = nameOf(table.schema, table.name, dialect);
  const create = table.kind === 'view' ? createView(table, name) : createTable(table, name, dialect);
  return [create, ...indexesOf(table, name, dialect), ...commentsOf(table, name, dialect)].join('\n\n');
}

function createView({ definition }: TableDetails, name: string): string {
  const query = definition?.trim() ?? '';
  if (query === '') return `-- The query of ${name} is not available.`;
  if (CREATE.test(query)) return ended(query);
  return ended(`CREATE VIEW ${name} AS\n${query}`);
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
    ...table.foreign_keys.map((key) => foreignKeyLine(key, dialect)),
  ];
  return `CREATE TABLE ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n);`;
}

function columnLine(column: ColumnDetails, dialect: SqlDialect): string {
  const { name, type, nullable, is_generated: isGenerated } = column;
  const parts = [quoteIdentifier(name, dialect), type];
  if (column.default !== null)
    parts.push(isGenerated ? `GENERATED ALWAYS AS (${column.default})` : `DEFAULT ${column.default}`);
  if (!nullable) parts.push('NOT NULL');
  return parts.join(' ');
}

function keyLines({ primary_key: primary, unique_keys: uniques }: TableDetails, dialect: SqlDialect): string[] {
  const line = ({ name, columns }: { name: string | null; columns: string[] }, kind: string): string =>
    `${constraint(name, dialect)}${kind} (${list(columns, dialect)})`;
  const lines = uniques.map((key) => line(key, 'UNIQUE'));
  return primary === null ? lines : [line(primary, 'PRIMARY KEY'), ...lines];
}

function foreignKeyLine({ name, columns, references: to }: ForeignKeyDetails, dialect: SqlDialect): string {
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
  const kind = table.kind === 'view' ? 'VIEW' : 'TABLE';
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
