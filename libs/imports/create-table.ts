import type { ImportMapping } from '../api/index.js';
import { quoteIdentifier } from '../sql/index.js';
import type { SqlDialect } from '../sql/index.js';

/** The longest type that a person may write, in characters. */
const MAX_TYPE_LENGTH = 100;
/** A name, perhaps of several words or with a schema, with numbers behind it and brackets of an array. */
const TYPE = /^[\p{Letter}_][\p{Letter}\p{Number}_ .]*(?:\(\s*\d+\s*(?:,\s*-?\d+\s*)?\)(?: [a-z ]+)?)?(?:\[\d*\])*$/iu;
/** Words that begin a constraint or a default, which is no part of a type. */
const NO_TYPE_WORD =
  /\b(?:default|not|null|primary|unique|check|references|generated|collate|constraint|using|as|storage|compression)\b/i;

/** Whether a text is the name of a type and nothing else: the statement around it is the workbench's own. */
export function isTypeName(type: string): boolean {
  return type.length <= MAX_TYPE_LENGTH && TYPE.test(type) && !NO_TYPE_WORD.test(type);
}

/** The name of a table with its schema, as the dialect writes it. */
export function importTarget(place: { schema: string; table: string }, dialect: SqlDialect): string {
  return `${quoteIdentifier(place.schema, dialect)}.${quoteIdentifier(place.table, dialect)}`;
}

/** The statement that creates the table of an import. Throws for a type that `isTypeName` refuses. */
export function createTableSql(
  place: { schema: string; table: string },
  columns: readonly ImportMapping[],
  dialect: SqlDialect,
): string {
  const lines = columns.map(({ target, type = '', nullable = true }) => {
    if (!isTypeName(type)) throw new Error(`"${type}" is not the name of a type.`);
    return `  ${quoteIdentifier(target, dialect)} ${type}${nullable ? '' : ' NOT NULL'}`;
  });
  return `CREATE TABLE ${importTarget(place, dialect)} (\n${lines.join(',\n')}\n)`;
}
