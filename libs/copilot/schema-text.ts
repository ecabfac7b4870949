import { shortened } from '../markup/index.js';
import { qualifiedName, quoteIdentifier } from '../sql/index.js';
import type { PromptColumn, PromptTable, SchemaWords } from './schema-table.js';
import { estimateTokens } from './tokens.js';

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
        `  foreign key (${names(columns, words)}) references ${shownName(references.schema, references.table, words)} (${names(references.columns, words)})`,
    ),
    ...(words.hasIndexes
      ? table.indexes.map(
          ({ name, columns, isUnique }) =>
            `  ${isUnique ? 'unique ' : ''}index ${quoteIdentifier(name, words.dialect)} (${keys(columns, table, words)})`,
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
    tokens += estimateTokens(text);
    // A large table must not keep smaller ones out that are just as likely.
    if (taken.length > 0 && tokens > tokenBudget) {
      tokens -= estimateTokens(text);
      continue;
    }
    taken.push({ table, text });
  }
  return { text: taken.map(({ text }) => text).join('\n\n'), tables: taken.map(({ table }) => table) };
}

/** `orders`, or `sales.orders` outside of the default schema, quoted where the dialect needs it. */
function shownName(schema: string, name: string, { defaultSchema, dialect }: SchemaWords): string {
  return qualifiedName(schema, name, dialect, schema === defaultSchema || schema === '');
}

function names(columns: readonly string[], { dialect }: SchemaWords): string {
  return columns.map((name) => quoteIdentifier(name, dialect)).join(', ');
}

/** The keys of an index: an expression is SQL already. */
function keys(columns: readonly string[], table: PromptTable, { dialect }: SchemaWords): string {
  const own = new Set(table.columns.map(({ name }) => name));
  return columns.map((key) => (own.has(key) ? quoteIdentifier(key, dialect) : key)).join(', ');
}

function columnText(column: PromptColumn, { primaryKey }: PromptTable, { level, dialect }: SchemaWords): string {
  const marks = [primaryKey.includes(column.name) ? 'primary key' : null, column.isNullable ? null : 'not null'].filter(
    (mark) => mark !== null,
  );
  const samples = level === 'samples' ? column.samples.map((value) => cut(value, SAMPLE_CHARACTERS)) : [];
  const examples = samples.length === 0 ? '' : ` e.g. ${samples.map((value) => JSON.stringify(value)).join(', ')}`;
  return `  ${[quoteIdentifier(column.name, dialect), column.type, ...marks].join(' ')}${note(level === 'names' ? null : column.comment)}${examples}`;
}

function note(comment: string | null): string {
  return comment === null || comment === '' ? '' : ` -- ${cut(comment, COMMENT_CHARACTERS)}`;
}

function cut(text: string, characters: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return shortened(line, characters);
}
