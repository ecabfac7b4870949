import { wordList } from '../words.js';
import type { EditorRule } from './editor-language.js';

/** What Postgres or DuckDB reads as a word of its own; names that are as often a column's are left out. */
const KEYWORDS = wordList(`
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
  with within without work write zone`);

/** The types of Postgres and of DuckDB, without those whose names are as often a column's: name, path, line, list. */
const TYPES = wordList(`
  bigint bigserial binary bit blob bool boolean box bytea char character cidr circle date datetime dec decimal double enum float
  float4 float8 geography geometry hstore hugeint inet int int2 int4 int8 integer json jsonb lseg macaddr money
  nchar nvarchar numeric oid point polygon precision real regclass regproc serial smallint smallserial string struct text
  time timestamp timestamptz timetz tinyint tsquery tsvector ubigint uhugeint uinteger union usmallint utinyint uuid varchar
  varying void xml`);

/** The words of Postgres and DuckDB without those that are names like any other to one of the two. */
export function wordsWithout(foreign: string): {
  readonly keywords: readonly string[];
  readonly types: readonly string[];
} {
  const names = new Set(wordList(foreign));
  const isOwn = (word: string): boolean => !names.has(word);
  return { keywords: KEYWORDS.filter(isOwn), types: TYPES.filter(isOwn) };
}

/** What Postgres and DuckDB have: dollar quotes, E'' strings, casts. */
export const DOLLAR_RULES: readonly EditorRule[] = [
  [/(\$[a-z_\u0080-\uffff]?[a-z0-9_\u0080-\uffff]*\$)/, { token: 'string', next: '@dollar.$1' }],
  [/e'/, 'string', '@escaped'],
  [/(?:[bnx]|u&)?'/, 'string', '@string'],
  [/(::)(\s*)([a-z_]\w*)/, ['operator', '', 'type']],
];
