import { upperKeyword } from '../dialects/index.js';
import type { StatementTokens } from './statement-tokens.js';

/** Brackets inside brackets beyond this are not looked into. */
const MAX_NESTING = 50;
const ENDS_OPERATOR = /^[<>=!:~]$/;

/**
 * Whether a condition, the tokens from `from` up to `to`, picks every row whatever is in it: `true`, `1 = 1`,
 * `(not false)`, `id = id`, any of these beside OR. Only what can be seen in the words counts; when in doubt it is false.
 */
export function isAlwaysTrue(tokens: StatementTokens, from: number, to: number, nesting = 0): boolean {
  if (nesting > MAX_NESTING) return false;
  return tokens
    .split(from, to, 'OR')
    .some(([start, end]) =>
      tokens.split(start, end, 'AND').every(([first, last]) => isTrueTerm(tokens, first, last, nesting)),
    );
}

function isTrueTerm(tokens: StatementTokens, from: number, to: number, nesting: number): boolean {
  if (from >= to) return false;
  const isBracketed = tokens.is(from, '(') && tokens.closing(from) === to - 1;
  if (isBracketed) return isAlwaysTrue(tokens, from + 1, to - 1, nesting + 1);
  if (tokens.is(from, 'NOT')) return upperKeyword(tokens.written(from + 1, to)) === 'FALSE';
  return isTrueWord(tokens.written(from, to)) || isEqualToItself(tokens, from, to);
}

function isTrueWord(text: string): boolean {
  return upperKeyword(text) === 'TRUE' || (/^\d+$/.test(text) && Number(text) !== 0);
}

/** `1 = 1`, `'a' = 'a'`, `t.id = t.id`: the same simple thing on both sides. */
function isEqualToItself(tokens: StatementTokens, from: number, to: number): boolean {
  const at = tokens.find(from, to, '=');
  if (at === null || ENDS_OPERATOR.test(tokens.text(at - 1))) return false;
  const right = tokens.is(at + 1, '=') ? at + 2 : at + 1;
  if (!isSimple(tokens, from, at) || ENDS_OPERATOR.test(tokens.text(right))) return false;
  return upperKeyword(tokens.written(from, at)) === upperKeyword(tokens.written(right, to));
}

/** A name with its qualifiers, a number or a text. */
function isSimple(tokens: StatementTokens, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    if (tokens.is(index, '(') || (index + 1 < to && !tokens.touchesNext(index))) return false;
  }
  return from < to;
}
