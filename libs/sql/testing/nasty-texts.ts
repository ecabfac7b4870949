import type { SqlDialect } from '../../dialects/index.js';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SPACES = [' ', ' ', ' ', '\n', '\t', '\r', '\r\n', '\v', '\f', '\u00A0', '\u200B', '\u2060', '\uFEFF', '\u3000'];
const ODD_SPACES = ['\u0085', '\u2028', '\u1680', '\u180E', '\u2003', '\u202F', '\u205F', '\u001C', '\u001F'];
const COMMENTS = [
  '-- a;b\n',
  '-- a;b\r',
  '-- a\u2028;b\n',
  '-- a\v;b\n',
  '--\n',
  '/* a;b */',
  '/**/',
  '/* a /* ; */ b */',
  '/* a /* b */',
  '/*/ ; /*/',
  "/* ' */",
  "-- '\n",
  '/* $$ */',
  '--;',
];
const QUOTED = [
  "'a;b'",
  "'a''; b'",
  "'a\\'",
  "''",
  "'",
  '"a;b"',
  '"a"";b"',
  '"',
  "E'a\\';b'",
  "e'\\\\'",
  "E'a\\''",
  "xE'a\\'",
  "1e'a\\'",
  "U&'a;'",
  'U&"a;"',
  "N'a\\'",
  "B'1;'",
  "X'ab;'",
  "'a'\n'b;'",
  "E'a'\n'b\\';'",
  "E'a'\r'b\\';'",
  "E'a' -- ;\n'b\\';'",
  "E'a' 'b\\'",
  "E'a'\n/* x */'b\\'",
  '`a;b`',
  '`a``;`',
  '`',
  '[a;b]',
  '[a]',
  '[',
  ']',
];
const DOLLARS = [
  '$$;$$',
  '$a$;$a$',
  '$é$;$é$',
  '$a1$;$a1$',
  '$1$;$1$',
  '$_$;$_$',
  '$a$;$b$;$a$',
  '$a$ $$ ; $$ $a$',
  'a$b$;$b$',
  '1$a$;$a$',
  'é$a$;$a$',
  '\u200B$a$;$a$',
  '\u00A0$$;$$',
  '$a\u0301$;$a\u0301$',
  '$😀$;$😀$',
  '$٣$;$٣$',
  '$a-b$;',
  '$',
  '$$',
  '$1',
  '$a',
  ')$$;$$',
];
const WORDS = [
  'select',
  'SELECT',
  'x',
  'a$b',
  'é',
  '😀',
  'begin',
  'end',
  'case',
  'CASE',
  'as',
  'E',
  'U',
  'from',
  'union',
];
const SIGNS = [
  ';',
  ';',
  ';',
  ',',
  '(',
  ')',
  '(;)',
  '::',
  ':=',
  ':',
  '?',
  '@',
  '@a',
  '#',
  '#;',
  '=',
  '+',
  '-',
  '/',
  '*',
  '.',
  '\\',
  '{',
  '}',
  '->',
  '<@',
  '@>',
  '||',
  '-/*;*/',
  '+--;\n',
  '@--;\n',
  '@/*;*/',
  '*/',
  '?--;\n',
];
const NUMBERS = ['1', '1.5', '1e5', '1a', '1$', '0x1F', '1_000', '.5', '1.', "1'a'", '1;2'];
const GROUPS = [SPACES, SPACES, ODD_SPACES, COMMENTS, QUOTED, DOLLARS, WORDS, SIGNS, SIGNS, NUMBERS];

/** What the dialect's engine accepts, so that the statements behind it are looked at as well. */
const STATEMENTS: Record<SqlDialect, readonly string[]> = {
  postgres: [
    'select 1',
    "select 'a;b' as x",
    'select $$;$$',
    "select E'\\';'",
    'create function f() returns int language sql begin atomic select 1; select case when true then 1 end; end',
    'create or replace procedure p() begin atomic end',
    'create function f() returns int begin atomic select 1; end',
    'create function begin() returns int language sql return 1',
    'create function f(a int default (1)) returns int language sql as $f$ select 1; $f$',
    'create rule r as on insert to t do also (select 1; select 2)',
    'begin',
    'end',
    'select 1 as begin',
    'create table t (begin int)',
    'select 1::int',
    'select a @> b',
  ],
  duckdb: [
    'select 1',
    "select 'a;b' as x",
    'select $$;$$',
    "select E'\\';'",
    'from t',
    'select [1, 2][1:2]',
    'select {a: 1}',
    'begin',
    'create macro begin(x) as x',
    'select x -> x + 1',
    'select 1 // 2',
    'create table t (a int)',
  ],
  sqlite: [
    'select 1',
    "select 'a;b' as x",
    'select [a;b] from t',
    'select `a;b` from t',
    'create trigger g after insert on t begin select 1; select case when 1 then 2 end; end',
    'create temp trigger g after insert on t begin select 1; end',
    'create trigger if not exists g after insert on t begin select 1; end',
    'create trigger begin after insert on t begin select 1; end',
    'create trigger g after insert on begin begin select 1; end',
    'create trigger g after insert on main.begin begin select 1; end',
    'select $a(;), @b::c(;), 1',
    'select #d(;)',
    'create trigger "begin" after insert on t when case when 1 then 1 end begin select 1; end',
    'create trigger g after insert on t begin insert into t values (1); select 1 as x; end',
    'explain create trigger g after insert on t begin select 1; end',
    'select 1 as [begin]',
    'begin',
    'end',
  ],
};

/** A text of misleading pieces: some of random pieces alone, some of statements with pieces between their words. */
export function nastyText(dialect: SqlDialect, random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const piece = (): string => pick(pick(GROUPS));
  const pieces = (most: number): string => Array.from({ length: Math.floor(random() * most) }, piece).join('');
  const spaces = (): string => (random() < 0.7 ? ' ' : random() < 0.7 ? pick(SPACES) : pick(COMMENTS));
  const statement = (): string =>
    pick(STATEMENTS[dialect]).replaceAll(' ', (space) => (random() < 0.15 ? spaces() : space));
  const select = (): string => `select${spaces()}${pick(QUOTED)}${spaces()}`;
  const shape = random();
  if (shape < 0.35) return pieces(14);
  const count = 1 + Math.floor(random() * 4);
  const parts = Array.from({ length: count }, () => (random() < 0.5 ? statement() : select()));
  const separators = ['; ', ';', ';\n', ` ;${pick(COMMENTS)}`, `;${pick(SPACES)}`];
  const text = parts.map((part) => part + pick(separators)).join('');
  if (shape < 0.7) return text;
  const at = Math.floor(random() * text.length);
  return text.slice(0, at) + pieces(4) + text.slice(at);
}
