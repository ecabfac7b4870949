import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';
import { sqlTokens } from '../sql-tokens.js';
import type { SqlToken } from '../sql-tokens.js';

const SPACE = /\s/;
const OPERATOR = /^[-+*/<>=~!@#%^&|`?:]$/;

/**
 * Whether two texts are equivalent: token for token, and every character outside of space, comments included. A
 * formatter's text is taken only if it is.
 */
export function isEquivalent(before: string, after: string, dialect: SqlDialect): boolean {
  if (withoutSpace(before) !== withoutSpace(after)) return false;
  const [ours, theirs] = [[...sqlTokens(before, dialect)], [...sqlTokens(after, dialect)]];
  if (ours.length !== theirs.length) return false;
  return ours.every((token, index) => {
    const other = theirs[index];
    if (other?.text !== token.text || other.isWord !== token.isWord) return false;
    return joinsNext(ours, index, dialect) === joinsNext(theirs, index, dialect);
  });
}

/** Whether a token and the next are parts of one operator: `<=`, `->>`, `::`; a sign or parameter behind `=` is its own. */
function joinsNext(tokens: readonly SqlToken[], index: number, dialect: SqlDialect): boolean {
  const [token, next, behind] = [tokens[index], tokens[index + 1], tokens[index + 2]];
  if (!token || token.end !== next?.start || !OPERATOR.test(token.text) || !OPERATOR.test(next.text)) return false;
  const isMark = next.text === ':' || (next.text === '@' && dialectOf(dialect).parameters.marks.includes('@'));
  if (isMark && token.text !== ':' && behind?.isWord === true && behind.start === next.end) return false;
  return !/^[-+]$/.test(next.text) || /^[~!@#%^&|`?]$/.test(token.text);
}

/** The offset in a laid-out text that stands where `offset` stood: behind as many characters that are no space. */
export function offsetAfterFormat(before: string, after: string, offset: number): number {
  let left = 0;
  for (let index = 0; index < Math.min(offset, before.length); index++) if (!isSpace(before, index)) left++;
  if (left === 0) return 0;
  for (let index = 0; index < after.length; index++) {
    if (!isSpace(after, index)) left--;
    if (left === 0) return behindSpace(before, after, offset, index + 1);
  }
  return after.length;
}

/** A cursor in front of a word stays in front of it, also when the space between grew. */
function behindSpace(before: string, after: string, offset: number, at: number): number {
  const isBehindSpace = isSpace(before, offset - 1) && offset < before.length && !isSpace(before, offset);
  if (!isBehindSpace) return at;
  let next = at;
  while (next < after.length && isSpace(after, next)) next++;
  return next;
}

function isSpace(text: string, index: number): boolean {
  return SPACE.test(text[index] ?? '');
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '');
}
