import type { CompileTexts, SqliteGrammar } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { sqlTokens } from '#libs/sql';
import type { SqlDialect, SyntaxProblem } from '#libs/sql';

const NEAR = /^near "([\s\S]+)": syntax error$/;
const UNRECOGNIZED = /^unrecognized token: "([\s\S]+)"$/;
/** Each place costs some compiling; more marks do not help a reader. */
const MAX_PLACES = 100;

/**
 * Compiles statements in a SQLite that holds nothing. What it says of missing tables is ignored: by then its grammar
 * has accepted the text. Throws `text-too-hard` for texts that break SQLite or take too long.
 */
export function checkSqlite(
  grammar: SqliteGrammar,
  statements: readonly string[],
  dialect: SqlDialect,
): Promise<(SyntaxProblem | null)[]> {
  return grammar.inTurn(async (tryToCompile) => {
    const compile = orTooHard(tryToCompile);
    const messages = await compile(statements);
    const problems: (SyntaxProblem | null)[] = [];
    let places = 0;
    for (const [index, sql] of statements.entries()) {
      const message = messages[index] ?? null;
      const isWrong = message !== null && places < MAX_PLACES;
      const problem = isWrong ? await readProblem(message, { sql, dialect }, compile) : null;
      if (problem !== null) places++;
      problems.push(problem);
    }
    return problems;
  });
}

/** A statement and the dialect that it is written in. */
interface Statement {
  readonly sql: string;
  readonly dialect: SqlDialect;
}

type Compile = (texts: readonly string[]) => Promise<(string | null)[]>;

function orTooHard(compile: CompileTexts): Compile {
  return async (texts) => {
    const messages = await compile(texts);
    if (messages === null) throw new Problem('text-too-hard');
    return messages;
  };
}

async function readProblem(message: string, statement: Statement, compile: Compile): Promise<SyntaxProblem | null> {
  if (message === 'incomplete input') return { message, offset: statement.sql.length };
  const text = (NEAR.exec(message) ?? UNRECOGNIZED.exec(message))?.[1];
  return text === undefined ? null : { message, offset: await offsetOf(text, statement, compile) };
}

/**
 * SQLite names the token and not its place: it is the first of its kind up to which the text is wrong. A text that is
 * wrong up to one token is wrong up to all later ones, so the place is found by halving.
 */
async function offsetOf(text: string, { sql, dialect }: Statement, compile: Compile): Promise<number | null> {
  const places: number[] = [];
  for (const { start } of sqlTokens(sql, dialect)) if (sql.startsWith(text, start)) places.push(start);
  if (places.length === 0) return sql.includes(text) ? sql.indexOf(text) : null;
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [message] = await compile([sql.slice(0, (places[middle] ?? 0) + text.length)]);
    if (isAccepted(message ?? null)) low = middle + 1;
    else high = middle;
  }
  return places[low] ?? null;
}

/** True where the beginning of a statement is only cut short, not wrong. */
function isAccepted(message: string | null): boolean {
  return message === null || !(NEAR.test(message) || UNRECOGNIZED.test(message));
}
