import type { TableName } from './catalog.js';
import { compareTexts } from './catalog-key.js';

/** Characters that would let a name pass for another name, for a part of a sentence, or for a sentence of its own. */
const NEEDS_QUOTES = /^$|^\s|\s$|[.,:;"\\[\]→]|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Line breaks, other control characters, and what changes the direction of a text or cannot be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A name as people read it: bare, or in double quotes when it is empty, begins or ends with a space, or contains
 * a character that sentences use as punctuation (`. , : ; " \ [ ] →`) or that cannot be seen. Inside the quotes a quote
 * is doubled as in SQL, a backslash is doubled, and what cannot be seen is written `\n` or `\u{202e}`. Different names
 * are shown differently, and always on one line.
 */
export function shownName(name: string): string {
  if (!NEEDS_QUOTES.test(name)) return name;
  return `"${shownText(name.replaceAll('\\', '\\\\').replaceAll('"', '""'))}"`;
}

/** A text of the database, such as a type's name, on one line: what cannot be seen is written `\n` or `\u{202e}`. */
export function shownText(text: string): string {
  return text.replace(UNSEEN, (character) => {
    if (character === '\n') return '\\n';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/** `schema.table`, or the table alone when the schema is `public`; different tables are shown differently. */
export function shownTable({ schema, name }: TableName): string {
  return schema === 'public' ? shownName(name) : `${shownName(schema)}.${shownName(name)}`;
}

/** The tables in the order in which they are shown, as a list of its own. */
export function tablesAsShown<Name extends TableName>(tables: readonly Name[]): Name[] {
  const shown = tables.map((table) => ({ table, text: shownTable(table) }));
  return shown.sort((a, b) => compareTexts(a.text, b.text)).map(({ table }) => table);
}

/** A list of columns: `[tenant, id]`, and `[]` when there is none. */
export function shownColumns(columns: readonly string[]): string {
  return `[${columns.map(shownName).join(', ')}]`;
}
