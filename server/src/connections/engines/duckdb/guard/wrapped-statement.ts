import { sqlTokens, type SqlToken } from '#libs/sql';

/**
 * A statement that runs or keeps another one: `prefix` is written anew from words of a fixed list, so that the two
 * parts joined are what is meant here whatever stood between them; `inner` is still to be checked by the engine.
 */
export interface WrappedStatement {
  readonly prefix: string;
  readonly inner: string;
}

const MOST_TOKENS = 64;
const BARE_OPTIONS = /^(?:ANALY[SZ]E|VERBOSE)$/;
const OPTIONS =
  /^(?:EXPLAIN|ANALY[SZ]E|VERBOSE|FORMAT|JSON|TEXT|TREE|HTML|GRAPHVIZ|YAML|MERMAID|DEFAULT|TRUE|FALSE|ON|OFF|[(),])$/;
const QUERY_WORDS = /^(?:SELECT|FROM|WITH|VALUES|TABLE|PIVOT|UNPIVOT|SHOW|DESCRIBE|SUMMARIZE|\()$/;
const NAME = /^(?:[A-Za-z_][A-Za-z0-9_]*|"(?:[^"]|"")+")$/;

/** Takes EXPLAIN and PREPARE apart; null for any other statement and for one whose parts are not plain. */
export function wrappedStatement(sql: string): WrappedStatement | null {
  const tokens = firstTokens(sql);
  if (tokens[0]?.text === 'EXPLAIN') return explained(sql, tokens);
  return tokens[0]?.text === 'PREPARE' ? kept(sql, tokens) : null;
}

function explained(sql: string, tokens: readonly SqlToken[]): WrappedStatement | null {
  const at = explainedAt(tokens);
  const words = tokens.slice(0, at).map(({ text }) => text.toUpperCase());
  return words.every((word) => OPTIONS.test(word)) ? joined(sql, words, tokens[at]) : null;
}

function kept(sql: string, tokens: readonly SqlToken[]): WrappedStatement | null {
  const [, name, as, first] = tokens;
  if (name === undefined || as?.text !== 'AS') return null;
  const written = sql.slice(name.start, name.end);
  return NAME.test(written) ? joined(sql, ['PREPARE', written, 'AS'], first) : null;
}

/** Keeps the inner statement at its place, as far as there is room, so that positions in errors stay right. */
function joined(sql: string, words: readonly string[], first: SqlToken | undefined): WrappedStatement | null {
  if (first === undefined) return null;
  const compact = words.join(' ').replaceAll(/ (?=[(),])|(?<=[(,]) /g, '');
  return { prefix: `${compact} `.padEnd(first.start, ' '), inner: sql.slice(first.start) };
}

/** The index behind `EXPLAIN`, `ANALYZE`, `VERBOSE` and a list of options in brackets. */
function explainedAt(tokens: readonly SqlToken[]): number {
  let index = 1;
  while (BARE_OPTIONS.test(tokens[index]?.text ?? '')) index++;
  if (tokens[index]?.text !== '(' || QUERY_WORDS.test(tokens[index + 1]?.text ?? '')) return index;
  while (index < tokens.length && tokens[index]?.text !== ')') index++;
  return index + 1;
}

/** Without semicolons in front. */
function firstTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const token of sqlTokens(sql, 'duckdb')) {
    if (tokens.length === MOST_TOKENS) break;
    if (tokens.length > 0 || token.text !== ';') tokens.push(token);
  }
  return tokens;
}
