import { sqlTokens } from '#libs/sql';

const READ_PRAGMAS = new Set(
  (
    'application_id collation_list compile_options data_version encoding foreign_key_check foreign_key_list ' +
    'freelist_count function_list index_info index_list index_xinfo integrity_check journal_mode module_list ' +
    'page_count page_size pragma_list quick_check schema_version table_info table_list table_xinfo user_version'
  )
    .toUpperCase()
    .split(' '),
);
const TAKES_ARGUMENT =
  /^(FOREIGN_KEY_CHECK|FOREIGN_KEY_LIST|INDEX_X?INFO|INDEX_LIST|INTEGRITY_CHECK|QUICK_CHECK|TABLE_X?INFO|TABLE_LIST)$/;
const SESSION_PRAGMAS = new Set([
  'FOREIGN_KEYS',
  'CASE_SENSITIVE_LIKE',
  'REVERSE_UNORDERED_SELECTS',
  'RECURSIVE_TRIGGERS',
]);

/**
 * Why a statement may not run on a connection to one SQLite file, or null. Statements that reach other files are told
 * by their first word, as SQLite does: ATTACH, VACUUM … INTO, and pragmas that set something outside the session.
 */
export function sqliteRefusal(sql: string): string | null {
  const tokens = [...firstTokens(sql, 8)];
  const words = tokens.map(({ text }) => text);
  const verbAt = words.findIndex((word) => word !== ';');
  switch (words[verbAt]) {
    case 'ATTACH':
    case 'DETACH':
      return `${words[verbAt]} is not allowed: a connection is one file.`;
    case 'VACUUM':
      return words.includes('INTO') || words.length === 8
        ? 'VACUUM INTO writes a file, which this connection does not allow.'
        : null;
    case 'PRAGMA':
      return pragmaRefusal(words.slice(verbAt + 1));
    default:
      return null;
  }
}

function pragmaRefusal(words: readonly string[]): string | null {
  const nameAt = words[1] === '.' ? 2 : 0;
  const name = plain(words[nameAt] ?? '');
  const hasArgument = words[nameAt + 1] === '=' || words[nameAt + 1] === '(';
  if (SESSION_PRAGMAS.has(name)) return null;
  if (READ_PRAGMAS.has(name) && (!hasArgument || TAKES_ARGUMENT.test(name))) return null;
  return 'This PRAGMA is not allowed on this connection: only those that read, or set something for the session alone.';
}

function plain(word: string): string {
  return word.replace(/^["`'[]|["`'\]]$/g, '').toUpperCase();
}

function* firstTokens(sql: string, count: number): Generator<{ readonly text: string }> {
  let left = count;
  for (const token of sqlTokens(sql, 'sqlite')) {
    if (left-- === 0) return;
    yield token;
  }
}
