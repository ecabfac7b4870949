import type { languages } from 'monaco-editor';
import type { SqlDialect } from '#libs/sql';

/** What Postgres or DuckDB reads as a word of its own; names that are as often a column's are left out. */
const KEYWORDS = `
  abort access add after aggregate all alter always analyze analyse and any array as asc asof asymmetric at attach authorization
  auto_increment autoincrement before begin between bernoulli by cache call cascade case cast check checkpoint close cluster collate
  column columns comment commit concurrently conflict constraint copy create cross cube current current_catalog current_date
  current_role current_schema current_time current_timestamp current_user cursor cycle database deallocate declare default
  deferrable deferred definer delete desc describe detach disable discard distinct do domain drop each else elseif enable end
  escape except exclude exclusive execute exists explain export extension external false fetch filter first following for force
  foreign format freeze from full function generated glob grant group grouping groups having identity if ignore ilike immediate
  immutable import in include index inherit initially inner inout insert install instead intersect interval into invoker is isnull
  isolation join key language last lateral leading leakproof left level like limit listen load local localtime localtimestamp lock
  locked logged macro map match matched materialized merge minvalue maxvalue mode move natural next no not nothing notify notnull
  nowait null nulls of off offset on only open option or order ordinality others out outer over overlaps overriding owned owner
  parallel partition partitioned percent pivot placing policy positional pragma preceding prepare primary privileges procedure
  program publication qualify raise range read recursive refresh references regexp reindex rel release rename repeatable replace
  replica reset restart restrict return returning returns revoke right role rollback rollup row rows rule sample savepoint schema
  scroll security select semi sequence serializable session session_user set sets setof share show similar simple skip stable start
  statement statistics stdin stdout storage strict subscription summarize symmetric system table tables tablesample tablespace temp
  temporary then ties to trailing transaction trigger trim true truncate try_cast type unbounded uncommitted union unique unlisten
  unlogged unpivot until update usage use user using vacuum valid validate values variadic verbose view volatile when where window
  with within without work write zone`;

/** The types of Postgres and of DuckDB, without those whose names are as often a column's: name, path, line, list. */
const TYPES = `
  bigint bigserial binary bit blob bool boolean box bytea char character cidr circle date datetime dec decimal double enum float
  float4 float8 geography geometry hstore hugeint inet int int2 int4 int8 integer json jsonb lseg macaddr money
  nchar nvarchar numeric oid point polygon precision real regclass regproc serial smallint smallserial string struct text
  time timestamp timestamptz timetz tinyint tsquery tsvector ubigint uhugeint uinteger union usmallint utinyint uuid varchar
  varying void xml`;

/** What is a name like any other to one of the two; from `pg_get_keywords()` and `duckdb_keywords()`, types likewise. */
const FOREIGN = {
  postgres: `
    asof auto_increment autoincrement describe elseif export glob ignore install macro map open partitioned percent pivot
    positional pragma qualify raise regexp rel sample semi summarize try_cast unpivot use
    blob datetime hugeint nvarchar string struct tinyint ubigint uhugeint uinteger usmallint utinyint`,
  duckdb: `
    auto_increment autoincrement elseif leakproof open raise regexp rel return session_user usage
    bigserial box cidr circle geography hstore jsonb lseg macaddr money point polygon regclass regproc serial
    smallserial tsquery tsvector void`,
};
const DUCKDB_OWN = 'anti lambda persistent pivot_longer pivot_wider respect secret sorted unpack variable';

/** SQLite's own list (sqlite.org/lang_keywords.html), with what it reads as a value and as an option of a table. */
const SQLITE_KEYWORDS = `
  abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case cast
  check collate column commit conflict constraint create cross current current_date current_time current_timestamp database
  default deferrable deferred delete desc detach distinct do drop each else end escape except exclude exclusive exists explain
  fail false filter first following for foreign from full generated glob group groups having if ignore immediate in index
  indexed initially inner insert instead intersect into is isnull join key last left like limit match materialized natural no
  not nothing notnull null nulls of offset on or order others outer over partition plan pragma preceding primary query raise
  range recursive references regexp reindex release rename replace restrict returning right rollback row rows savepoint select
  set strict table temp temporary then ties to transaction trigger true unbounded union unique update using vacuum values view
  virtual when where window with without`;
/** The types that its documentation names. */
const SQLITE_TYPES = `
  any bigint blob boolean char character clob date datetime decimal double float int int2 int8 integer mediumint nchar numeric
  nvarchar precision real smallint text timestamp tinyint varchar varying`;

/** The words that a dialect reads as its own, in small letters. */
export function sqlWords(dialect: SqlDialect): {
  readonly keywords: readonly string[];
  readonly types: readonly string[];
} {
  if (dialect === 'sqlite') return { keywords: words(SQLITE_KEYWORDS), types: words(SQLITE_TYPES) };
  const foreign = new Set(words(FOREIGN[dialect]));
  const isOwn = (word: string): boolean => !foreign.has(word);
  const more = dialect === 'duckdb' ? words(DUCKDB_OWN) : [];
  return { keywords: [...words(KEYWORDS).filter(isOwn), ...more], types: words(TYPES).filter(isOwn) };
}

/** What SQLite alone has: names in backticks and in square brackets, parameters with a question mark. */
const SQLITE_RULES: languages.IMonarchLanguageRule[] = [
  [/`[^`]*`/, 'identifier'],
  [/\[[^\]]*\]/, 'identifier'],
  [/x'/, 'string', '@string'],
  [/'/, 'string', '@string'],
  [/\?\d*/, 'variable'],
];

/** What Postgres and DuckDB have: dollar quotes, E'' strings, casts. */
const POSTGRES_RULES: languages.IMonarchLanguageRule[] = [
  [/(\$[a-z_\u0080-\uffff]?[a-z0-9_\u0080-\uffff]*\$)/, { token: 'string', next: '@dollar.$1' }],
  [/e'/, 'string', '@escaped'],
  [/(?:[bnx]|u&)?'/, 'string', '@string'],
  [/(::)(\s*)([a-z_]\w*)/, ['operator', '', 'type']],
];

/** Colours for SQL as a dialect writes it. Only SQLite ends a comment at its first end, however many have begun. */
export function sqlTokens(dialect: SqlDialect): languages.IMonarchLanguage {
  const nested: languages.IMonarchLanguageRule[] = dialect === 'sqlite' ? [] : [[/\/\*/, 'comment', '@push']];
  return {
    ignoreCase: true,
    defaultToken: '',
    ...sqlWords(dialect),
    tokenizer: {
      root: [
        [/\s+/, ''],
        [/--.*$/, 'comment'],
        [/\/\*/, 'comment', '@comment'],
        ...(dialect === 'sqlite' ? SQLITE_RULES : POSTGRES_RULES),
        [/"/, 'identifier', '@quoted'],
        [/\b(?:0x[0-9a-f]+|\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)\b/, 'number'],
        [/[$:]\d+|[$:@][a-z_]\w*/, 'variable'],
        [
          /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*(?=\s*\()/,
          { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'predefined' } },
        ],
        [
          /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/,
          { cases: { '@keywords': 'keyword', '@types': 'type', '@default': 'identifier' } },
        ],
        [/[-+*/<>=~!@#%^&|`?:]+/, 'operator'],
        [/[;,.]/, 'delimiter'],
        [/[()[\]{}]/, '@brackets'],
      ],
      comment: [[/[^/*]+/, 'comment'], ...nested, [/\*\//, 'comment', '@pop'], [/[/*]/, 'comment']],
      string: [
        [/[^']+/, 'string'],
        [/''/, 'string'],
        [/'/, 'string', '@pop'],
      ],
      escaped: [
        [/[^'\\]+/, 'string'],
        [/\\./, 'string'],
        [/''/, 'string'],
        [/'/, 'string', '@pop'],
        [/\\$/, 'string'],
      ],
      quoted: [
        [/[^"]+/, 'identifier'],
        [/""/, 'identifier'],
        [/"/, 'identifier', '@pop'],
      ],
      dollar: [
        [/[^$]+/, 'string'],
        [
          /\$[a-z_\u0080-\uffff]?[a-z0-9_\u0080-\uffff]*\$/,
          { cases: { '$0==$S2': { token: 'string', next: '@pop' }, '@default': 'string' } },
        ],
        [/\$/, 'string'],
      ],
    },
  };
}

/** Comments, brackets and pairs. */
export const SQL_CONFIGURATION: languages.LanguageConfiguration = {
  comments: { lineComment: '--', blockComment: ['/*', '*/'] },
  brackets: [
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
  ],
  colorizedBracketPairs: [],
  autoClosingPairs: [
    { open: '(', close: ')' },
    { open: '[', close: ']' },
    { open: '{', close: '}' },
    { open: "'", close: "'", notIn: ['string', 'comment'] },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
  ],
  surroundingPairs: ['()', '[]', '{}', "''", '""'].map((pair) => ({ open: pair.charAt(0), close: pair.charAt(1) })),
};

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
