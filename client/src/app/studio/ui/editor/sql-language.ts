import type { languages } from 'monaco-editor';

/** The language's name inside Monaco; its own, so that Monaco's Transact-SQL grammar is never loaded. */
export const SQL_LANGUAGE = 'workbench-sql';

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

const TYPES = `
  bigint bigserial binary bit blob bool boolean box bytea char character cidr circle date datetime dec decimal double enum float
  float4 float8 geography geometry hstore hugeint inet int int2 int4 int8 integer json jsonb line list lseg macaddr money name
  nchar nvarchar numeric oid path point polygon precision real regclass regproc serial smallint smallserial string struct text
  time timestamp timestamptz timetz tinyint tsquery tsvector ubigint uhugeint uinteger union usmallint utinyint uuid varchar
  varying void xml`;

/** Colours for SQL as Postgres, DuckDB and SQLite write it: dollar quotes, E'' strings, nested comments, casts, parameters. */
export const SQL_TOKENS: languages.IMonarchLanguage = {
  ignoreCase: true,
  defaultToken: '',
  keywords: words(KEYWORDS),
  types: words(TYPES),
  tokenizer: {
    root: [
      [/\s+/, ''],
      [/--.*$/, 'comment'],
      [/\/\*/, 'comment', '@comment'],
      [/(\$[a-z_\u0080-\uffff]?[a-z0-9_\u0080-\uffff]*\$)/, { token: 'string', next: '@dollar.$1' }],
      [/e'/, 'string', '@escaped'],
      [/(?:[bnx]|u&)?'/, 'string', '@string'],
      [/"/, 'identifier', '@quoted'],
      [/(::)(\s*)([a-z_]\w*)/, ['operator', '', 'type']],
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
    comment: [
      [/[^/*]+/, 'comment'],
      [/\/\*/, 'comment', '@push'],
      [/\*\//, 'comment', '@pop'],
      [/[/*]/, 'comment'],
    ],
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
