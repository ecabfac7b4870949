import type { SqlDialect } from '../dialects/index.js';
import { sqlTokens } from './sql-tokens.js';
import type { SqlToken } from './sql-tokens.js';

/** The statement inside an EXPLAIN; `start` is where it begins in the whole text. */
export interface ExplainedStatement {
  readonly sql: string;
  readonly start: number;
  /** Whether the EXPLAIN runs it. */
  readonly isAnalyzed: boolean;
}

const MOST_TOKENS = 200;
const ANALYZES = /^ANALY[SZ]E$/;
const BARE_OPTIONS = /^(?:ANALY[SZ]E|VERBOSE|QUERY|PLAN)$/;
const QUERY_WORDS = /^(?:SELECT|FROM|WITH|VALUES|TABLE|PIVOT|UNPIVOT|SHOW|DESCRIBE|SUMMARIZE|\()$/;
const OFF = /^(?:OFF|FALSE|0)$/;

/** Finds the statement that an EXPLAIN explains; null when the text is no EXPLAIN or explains nothing. */
export function explainedStatement(sql: string, dialect: SqlDialect): ExplainedStatement | null {
  const tokens = firstTokens(sql, dialect);
  if (tokens[0]?.text !== 'EXPLAIN') return null;
  let at = 1;
  let isAnalyzed = false;
  while (BARE_OPTIONS.test(tokens[at]?.text ?? '')) {
    isAnalyzed ||= ANALYZES.test(tokens[at]?.text ?? '');
    at += 1;
  }
  if (tokens[at]?.text === '(' && !QUERY_WORDS.test(tokens[at + 1]?.text ?? '')) {
    const end = tokens.findIndex(({ text }, index) => index > at && text === ')');
    isAnalyzed ||= listAnalyzes(tokens.slice(at + 1, end).map(({ text }) => text));
    at = end === -1 ? tokens.length : end + 1;
  }
  const first = tokens[at];
  return first === undefined ? null : { sql: sql.slice(first.start), start: first.start, isAnalyzed };
}

function firstTokens(sql: string, dialect: SqlDialect): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const token of sqlTokens(sql, dialect)) {
    if (tokens.length === MOST_TOKENS) break;
    tokens.push(token);
  }
  return tokens;
}

/** `ANALYZE` alone or with a value other than off, in the list between the brackets. */
function listAnalyzes(words: readonly string[]): boolean {
  const at = words.findIndex((word) => ANALYZES.test(word));
  return at !== -1 && !OFF.test(words[at + 1]?.toUpperCase() ?? '');
}
