import type { TableDetails } from '../../api/index.js';

/** Columns whose values no two rows share. */
export interface UniqueKey {
  readonly columns: readonly string[];
  /** The name of its constraint where that can be checked later than at once; else null. */
  readonly deferrable: string | null;
}

type KeyedTable = Pick<TableDetails, 'columns' | 'primary_key' | 'unique_keys' | 'indexes' | 'constraints'>;

/**
 * The unique keys and unique indexes of a table, each once. Of an expression, and of a column that is computed, the columns
 * count that its text names: rows that exchange their values may exchange what is computed of them.
 */
export function uniqueKeys(table: KeyedTable): UniqueKey[] {
  const { primary_key: primary, unique_keys: uniques } = table;
  const deferrable = new Set((table.constraints ?? []).filter(isDeferrable).map(({ name }) => name));
  const indexes = table.indexes.filter((index) => index.is_unique);
  const found = new Map<string, UniqueKey>();
  const definitions = new Map(indexes.map((index) => [index.name, index.definition]));
  for (const { name, columns: indexed } of [...(primary === null ? [] : [primary]), ...uniques, ...indexes]) {
    const definition = definitions.get(name ?? '') ?? null;
    const columns = [...new Set(indexed.flatMap((one) => columnsBehind(one, definition, table.columns)))];
    if (columns.length === 0) continue;
    const key = { columns, deferrable: name !== null && deferrable.has(name) ? name : null };
    found.set(JSON.stringify(key), key);
  }
  return [...found.values()];
}

/** Only Postgres writes constraints with their definitions; the words stand at the end. */
function isDeferrable({ definition }: { readonly definition: string }): boolean {
  return / DEFERRABLE(?: INITIALLY DEFERRED)?$/.test(definition);
}

/** The columns that have what is indexed, which is a column or an expression; `definition` is the text of its index. */
function columnsBehind(indexed: string, definition: string | null, columns: KeyedTable['columns']): string[] {
  const column = columns.find(({ name }) => name === indexed);
  if (column?.is_generated === false) return [column.name];
  const own = columns.flatMap(({ name, is_generated: isGenerated }) => (isGenerated ? [] : [name]));
  const named = namesIn(column === undefined ? indexed : column.default, own);
  // SQLite has no text of an expression, so that its index is read: from its brackets on to its condition.
  const behind = named.size > 0 ? named : namesIn(definition, own, true);
  return own.filter((name) => behind.has(name));
}

/** What is not closed reaches to the end, so that no quote is read twice. */
const NAME_OR_MARK =
  /'[^']*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^[\]]*(?:\]|$)|::|\(|[\p{L}_][\p{L}\p{N}_$]*/gu;

/** The columns that an expression names, as they are written; in another case where none is written so. */
function namesIn(text: string | null, columns: readonly string[], isDefinition = false): ReadonlySet<string> {
  const exact = new Set(columns);
  const folded = new Map(columns.map((name) => [name.toLowerCase(), name]));
  const found = new Set<string>();
  const add = (word: string): void => {
    const name = exact.has(word) ? word : folded.get(word.toLowerCase());
    if (name !== undefined) found.add(name);
  };
  let isInside = !isDefinition;
  let before = '';
  // A word is a function where a bracket follows it, and so is looked at with the token behind it.
  let word: string | null = null;
  for (const [token = ''] of [...(text ?? '').matchAll(NAME_OR_MARK), ['']]) {
    if (word !== null && token !== '(') add(word);
    if (isDefinition && isInside && /^where$/i.test(token)) break;
    word = isInside && before !== '::' ? nameOf(token) : null;
    if (token === '(') isInside = true;
    before = token;
  }
  return found;
}

/** The name that a token is; null for a text or a mark. */
function nameOf(token: string): string | null {
  if (token === '' || token === '(' || token === '::' || token.startsWith("'")) return null;
  const quote = token.charAt(0);
  if (quote === '[') return token.slice(1, -1);
  return quote === '"' || quote === '`' ? token.slice(1, -1).replaceAll(quote + quote, quote) : token;
}
