import { dialectOf } from '../dialects/index.js';
import type { SqlDialect } from '../dialects/index.js';
import { skipToken } from './skip-token.js';
import { splitStatements } from './split-statements.js';
import { leadingWords, sqlTokens } from './sql-tokens.js';

/** Something in a text that only a command-line client can do. */
export interface ClientCommand {
  /** As written: `\dt+`, `COPY … FROM STDIN`. */
  readonly command: string;
  /** 0-based UTF-16 offset into the text. */
  readonly offset: number;
  /** What to do instead: a full sentence. */
  readonly hint: string;
}

const COMMAND = /\\[A-Za-z]*[^\s;]*/y;

const SCHEMA = 'The Schema panel shows schemas, tables, columns and functions.';
const RUNS = 'End the statement with a semicolon and run it.';

/** The commands of psql that people miss, with what there is here; the first pattern that fits counts. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [/^\\copy$/, 'Export writes a result to a file; rows come in by INSERT, or by COPY … FROM a file on the server.'],
  [/^\\(?:d\S*|l\+?|z|sf\+?|sv\+?|list)$/, SCHEMA],
  [/^\\timing$/, 'The time of each statement stands beside its result.'],
  [/^\\(?:c|connect)$/, 'The connection of a tab is chosen at the right above the editor.'],
  [/^\\(?:i|ir|include|include_relative)$/, 'Open the text of the file in a tab and run it there.'],
  [/^\\(?:set|unset|prompt|bind\S*)$/, 'Write :name where the value belongs, and you are asked for it.'],
  [/^\\(?:g|gx|gset|gexec|gdesc|go|watch|parse|crosstabview)$/, RUNS],
  [/^\\(?:x|a|t|H|pset|f|C|T)$/, 'Space or Enter opens a cell whole; Export writes other formats.'],
  [/^\\(?:o|out|w|write)$/, 'Export writes a result to a file.'],
  [/^\\\.$/, 'It ends the lines of a COPY … FROM STDIN, which cannot be read here; use INSERT.'],
  [/^\\(?:e|edit|ef|ev|p|r|reset|s)$/, 'The text is edited here, and History keeps what was run.'],
  [/^\\encoding$/, 'The encoding is always UTF-8.'],
  [/^\\password$/, 'Use ALTER ROLE … PASSWORD.'],
];
const OTHERWISE = 'It is a command of psql, not SQL. Take the line out.';

const DOT_HINTS: readonly (readonly [RegExp, string])[] = [
  [/^\.(?:tables?|schema|indexes|indices|databases|fullschema|columns)$/, SCHEMA],
  [/^\.(?:mode|headers?|output|once|excel|dump)$/, 'Export writes a result to a file.'],
  [/^\.timer$/, 'The time of each statement stands beside its result.'],
  [/^\.read$/, 'Open the text of the file in a tab and run it there.'],
  [/^\.open$/, 'The connection of a tab is chosen at the right above the editor.'],
];
const DOT_OTHERWISE = 'It is a command of the command-line shell, not SQL. Take the line out.';

/**
 * Finds the first thing in a text that belongs to a command-line client: a `\` command outside strings, quotes and
 * comments, `COPY … FROM STDIN` and `COPY … TO STDOUT`, and where the dialect has no such COPY, a command with a dot at the
 * beginning of a statement. Null when the text is all SQL.
 */
export function clientCommand(text: string, dialect: SqlDialect): ClientCommand | null {
  const found = [
    backslashCommand(text, dialect),
    dialectOf(dialect).statements.hasCopyStreams ? copyStream(text, dialect) : dotCommand(text, dialect),
  ];
  return found.filter((one) => one !== null).sort((a, b) => a.offset - b.offset)[0] ?? null;
}

/** Outside of quotes no dialect has a backslash. */
function backslashCommand(text: string, dialect: SqlDialect): ClientCommand | null {
  const { lexer } = dialectOf(dialect);
  let index = text.includes('\\') ? 0 : text.length;
  while (index < text.length) {
    const token = skipToken(text, index, lexer);
    if (token === null && text[index] === '\\' && /^\s?$/.test(text[index - 1] ?? '')) return backslashAt(text, index);
    index = token?.end ?? index + 1;
  }
  return null;
}

function backslashAt(text: string, offset: number): ClientCommand | null {
  COMMAND.lastIndex = offset;
  const command = COMMAND.exec(text)?.[0] ?? '\\';
  return { command, offset, hint: hintFor(command, HINTS) ?? OTHERWISE };
}

function dotCommand(text: string, dialect: SqlDialect): ClientCommand | null {
  if (!/(?:^|[;\s])\.[a-z]/.test(text)) return null;
  for (const { sql, start } of splitStatements(text, dialect)) {
    const [dot] = sqlTokens(sql, dialect);
    if (dot?.text !== '.') continue;
    const command = /^\.\w*/.exec(sql.slice(dot.start))?.[0] ?? '.';
    return { command, offset: start + dot.start, hint: hintFor(command, DOT_HINTS) ?? DOT_OTHERWISE };
  }
  return null;
}

function copyStream(text: string, dialect: SqlDialect): ClientCommand | null {
  if (!/\bcopy\b/i.test(text)) return null;
  for (const { sql, start } of splitStatements(text, dialect)) {
    if (leadingWords(sql, dialect, 1)[0] !== 'COPY') continue;
    const command = streamOf(sql, dialect);
    if (command !== null) return { ...command, offset: start + command.offset };
  }
  return null;
}

/** The direction counts outside of brackets: inside there is a query, or options. */
function streamOf(sql: string, dialect: SqlDialect): ClientCommand | null {
  let depth = 0;
  let [before, copyAt] = ['', -1];
  for (const { text, isWord, start } of sqlTokens(sql, dialect)) {
    if (copyAt === -1) copyAt = start;
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    if (depth > 0) continue;
    // The grammar of Postgres takes either word in either direction.
    const isStream = text === 'STDIN' || text === 'STDOUT';
    if (isStream && before === 'FROM') return copy('COPY … FROM STDIN', copyAt, COPY_IN);
    if (isStream && before === 'TO') return copy('COPY … TO STDOUT', copyAt, COPY_OUT);
    before = isWord ? text : '';
  }
  return null;
}

const COPY_IN = 'There is no stream of data to read here: use INSERT, or COPY … FROM a file on the server.';
const COPY_OUT = 'Run the query itself and export its result.';

function copy(command: string, offset: number, hint: string): ClientCommand {
  return { command, offset, hint };
}

function hintFor(command: string, hints: readonly (readonly [RegExp, string])[]): string | null {
  return hints.find(([pattern]) => pattern.test(command))?.[1] ?? null;
}
