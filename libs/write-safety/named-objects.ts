import type { StatementTokens } from './statement-tokens.js';

/** A name as it is written, and the index behind it. */
export interface NamedObject {
  readonly name: string | null;
  readonly next: number;
}

/** Reads a name with its qualifiers (`shop."Order"`, `U&"…"`), an ONLY in front of it and a star behind it passed over. */
export function namedObject(tokens: StatementTokens, from: number): NamedObject {
  const start = tokens.is(from, 'ONLY') ? from + 1 : from;
  const inner = tokens.is(start, '(') && start > from ? start + 1 : start;
  let next = partEnd(tokens, inner);
  while (next > inner && tokens.is(next, '.') && partEnd(tokens, next + 1) > next + 1) next = partEnd(tokens, next + 1);
  const name = next > inner ? tokens.written(inner, next) : null;
  while (tokens.is(next, '*') || (inner > start && tokens.is(next, ')'))) next++;
  return { name, next };
}

/** Reads names with commas between them; null when there is none. */
export function namedObjects(tokens: StatementTokens, from: number, end: number): NamedObject {
  const names: string[] = [];
  let next = from;
  while (next < end) {
    const one = namedObject(tokens, next);
    if (one.name === null) break;
    names.push(one.name);
    next = one.next;
    if (!tokens.is(next, ',')) break;
    next++;
  }
  return { name: names.length > 0 ? names.join(', ') : null, next };
}

/** The index behind one part of a name: the same index where there is none. */
function partEnd(tokens: StatementTokens, at: number): number {
  if (tokens.is(at, 'U') && tokens.is(at + 1, '&') && tokens.touchesNext(at)) return at + 3;
  return tokens.isName(at) ? at + 1 : at;
}
