import { CATALOG_DIALECT } from '../dialects/index.js';
import { sqlTokens } from '../sql/index.js';

/** The names in a text of Postgres, whatever they stand for. */
export interface SqlNames {
  /** Each name with what stood before its dot; null where it stood alone. */
  readonly words: ReadonlyMap<string, ReadonlySet<string | null>>;
  /** There is a `*` that stands for columns. */
  readonly readsAllColumns: boolean;
}

/** Before a `*` that is no multiplication and no `count(*)`. */
const BEFORE_STAR = new Set(['SELECT', 'DISTINCT', 'ALL', 'RETURNING', ',', '.']);

/** Reads the names of a text: folded to lower case as the server folds them, or as quoted. */
export function sqlNames(sql: string): SqlNames {
  const words = new Map<string, Set<string | null>>();
  let readsAllColumns = false;
  let [before, qualifier]: [string, string | null] = ['', null];
  for (const { text, isWord, start, end } of sqlTokens(sql, CATALOG_DIALECT)) {
    const name = nameOf(sql.slice(start, end), isWord);
    if (name !== null) {
      const own = before === '.' ? qualifier : null;
      words.set(name, (words.get(name) ?? new Set()).add(own));
      qualifier = name;
    } else if (text !== '.') qualifier = null;
    if (text === '*' && BEFORE_STAR.has(before)) readsAllColumns = true;
    before = text;
  }
  return { words, readsAllColumns };
}

function nameOf(written: string, isWord: boolean): string | null {
  if (isWord) return written.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const isQuoted = written.length > 2 && written.startsWith('"') && written.endsWith('"');
  return isQuoted ? written.slice(1, -1).replaceAll('""', '"') : null;
}
