import type { PromptColumn, PromptTable, SchemaWords } from './schema-table.js';
import { aboutTokens } from './tokens.js';

const COMMENT_CHARACTERS = 200;
const SAMPLE_CHARACTERS = 40;

/** Writes a table's definition, a line for each column, as far as `words.level` lets it. */
export function tableText(table: PromptTable, words: SchemaWords): string {
  const hasComments = words.level !== 'names';
  const rows = table.estimatedRows === null ? '' : ` about ${Math.round(table.estimatedRows)} rows`;
  return [
    `${table.kind} ${shownName(table.schema, table.name, words)}${rows}${note(hasComments ? table.comment : null)}`,
    ...table.columns.map((column) => columnText(column, table, words)),
    ...table.foreignKeys.map(
      ({ columns, references }) =>
        `  foreign key (${columns.join(', ')}) references ${shownName(references.schema, references.table, words)} (${references.columns.join(', ')})`,
    ),
    ...(words.hasIndexes
      ? table.indexes.map(
          ({ name, columns, isUnique }) => `  ${isUnique ? 'unique ' : ''}index ${name} (${columns.join(', ')})`,
        )
      : []),
  ].join('\n');
}

/** The definitions of as many tables as fit into a budget of tokens, in their order; the first is always among them. */
export function schemaText<T extends PromptTable>(
  tables: readonly T[],
  words: SchemaWords,
  tokenBudget: number,
): { text: string; tables: T[] } {
  const taken: { table: T; text: string }[] = [];
  let tokens = 0;
  for (const table of tables) {
    const text = tableText(table, words);
    tokens += aboutTokens(text);
    // A large table must not keep smaller ones out that are just as likely.
    if (taken.length > 0 && tokens > tokenBudget) {
      tokens -= aboutTokens(text);
      continue;
    }
    taken.push({ table, text });
  }
  return { text: taken.map(({ text }) => text).join('\n\n'), tables: taken.map(({ table }) => table) };
}

/** `orders`, or `sales.orders` outside of the default schema. */
export function shownName(schema: string, name: string, { defaultSchema }: Pick<SchemaWords, 'defaultSchema'>): string {
  const part = (text: string): string => (/^[a-z_][a-z0-9_]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`);
  return schema === defaultSchema || schema === '' ? part(name) : `${part(schema)}.${part(name)}`;
}

function columnText(column: PromptColumn, { primaryKey }: PromptTable, { level }: SchemaWords): string {
  const marks = [primaryKey.includes(column.name) ? 'primary key' : null, column.isNullable ? null : 'not null'].filter(
    (mark) => mark !== null,
  );
  const samples = level === 'samples' ? column.samples.map((value) => cut(value, SAMPLE_CHARACTERS)) : [];
  const examples = samples.length === 0 ? '' : ` e.g. ${samples.map((value) => JSON.stringify(value)).join(', ')}`;
  return `  ${[column.name, column.type, ...marks].join(' ')}${note(level === 'names' ? null : column.comment)}${examples}`;
}

function note(comment: string | null): string {
  return comment === null || comment === '' ? '' : ` -- ${cut(comment, COMMENT_CHARACTERS)}`;
}

function cut(text: string, characters: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > characters ? `${line.slice(0, characters - 1)}…` : line;
}
