import type { StatementTokens } from './statement-tokens.js';

/** A command inside a statement: its verb, and where it ends (behind its last token). */
export interface Command {
  readonly at: number;
  readonly end: number;
}

const VERBS = ['SELECT', 'VALUES', 'TABLE', 'FROM', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'];
const NO_ANALYZE = /^'?(?:OFF|FALSE|0)'?$/i;

/**
 * The commands that a statement runs: itself, what EXPLAIN ANALYZE and PREPARE hold, and what its common table
 * expressions hold. Definitions of functions, views, rules and triggers run nothing, nor does a plain EXPLAIN.
 */
export function commandsOf(tokens: StatementTokens): Command[] {
  const from = startOf(tokens);
  if (from === null) return [];
  const main = commandIn(tokens, from, tokens.count);
  return isDefinition(tokens, from) ? [main] : [...bodiesFrom(tokens, from), main];
}

/** Where that begins which runs: behind PREPARE … AS, and behind EXPLAIN when it runs what it explains. */
function startOf(tokens: StatementTokens): number | null {
  let from: number | null = 0;
  while (from !== null && tokens.is(from, 'PREPARE', 'EXPLAIN')) {
    from = tokens.is(from, 'PREPARE') ? preparedFrom(tokens, from) : explainedFrom(tokens, from);
  }
  return from;
}

function preparedFrom(tokens: StatementTokens, prepare: number): number | null {
  const as = tokens.find(prepare, tokens.count, 'AS');
  return as === null ? null : as + 1;
}

function explainedFrom(tokens: StatementTokens, explain: number): number | null {
  let at = explain + 1;
  let runs = false;
  for (; tokens.is(at, 'ANALYZE', 'ANALYSE', 'VERBOSE'); at++) runs ||= !tokens.is(at, 'VERBOSE');
  if (tokens.is(at, '(') && !tokens.is(at + 1, ...VERBS, 'WITH', '(')) {
    const close = tokens.closing(at);
    for (let index = at + 1; index < close; index++) {
      if (tokens.is(index, 'ANALYZE', 'ANALYSE')) runs = !NO_ANALYZE.test(tokens.text(index + 1));
    }
    at = close + 1;
  }
  return runs ? at : null;
}

/** CREATE of anything but a table, which may be filled from a query. */
function isDefinition(tokens: StatementTokens, from: number): boolean {
  if (!tokens.is(from, 'CREATE')) return false;
  let at = from + 1;
  while (tokens.is(at, 'OR', 'REPLACE', 'GLOBAL', 'LOCAL', 'TEMP', 'TEMPORARY', 'UNLOGGED')) at++;
  return !tokens.is(at, 'TABLE');
}

/** The commands in the brackets of common table expressions, and of COPY. */
function bodiesFrom(tokens: StatementTokens, from: number): Command[] {
  const bodies: Command[] = [];
  for (let index = from + 1; index < tokens.count; index++) {
    if (!tokens.is(index, '(') || !tokens.is(index - 1, 'AS', 'MATERIALIZED', 'COPY')) continue;
    bodies.push(commandIn(tokens, index + 1, tokens.closing(index)));
  }
  return bodies;
}

/** A command that stands between two tokens, with the list of its common table expressions passed over. */
function commandIn(tokens: StatementTokens, from: number, end: number): Command {
  if (!tokens.is(from, 'WITH')) return { at: from, end };
  for (let index = from + 1; index < end; index = tokens.next(index)) {
    const isVerb = tokens.depth(index) === tokens.depth(from) && tokens.is(index, ...VERBS);
    // A common table expression may be called `update`: then a comma, WITH or RECURSIVE is in front of it.
    if (isVerb && !tokens.is(index - 1, ',', 'WITH', 'RECURSIVE')) return { at: index, end };
  }
  return { at: end, end };
}
