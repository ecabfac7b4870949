// eslint-disable-next-line no-control-regex -- All of ASCII is meant.
const ASCII = /^[\x00-\x7f]*$/;
/** Its capital is that of `i`, but Unicode keeps the two apart. */
const DOTLESS_I = 'ı';

/**
 * A text without its differences of case, by the simple case folding of Unicode: texts that differ only in case are
 * equal then. Each character stays one character: `ß` is not `ss`, and `İ` is not `i`.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) folded += foldCharacter(character);
  return folded;
}

function foldCharacter(character: string): string {
  if (character === DOTLESS_I) return character;
  const capital = singleOr(character.toUpperCase(), character);
  return singleOr(capital.toLowerCase(), capital);
}

/** `mapped` where it is one code point. */
function singleOr(mapped: string, otherwise: string): string {
  const [first = ''] = mapped;
  return first.length === mapped.length ? mapped : otherwise;
}

let variants: ReadonlyMap<string, readonly string[]> | null = null;

/** All characters that have the same `foldCase`, the character itself included. */
export function caseVariants(character: string): readonly string[] {
  variants ??= allVariants();
  return variants.get(foldCharacter(character)) ?? [character];
}

/** Planes of Unicode that have letters of two cases. */
const CASED_END = 0x20000;
const SURROGATES = { from: 0xd800, to: 0xdfff };

function allVariants(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let code = 0; code < CASED_END; code += 1) {
    if (code >= SURROGATES.from && code <= SURROGATES.to) continue;
    const character = String.fromCodePoint(code);
    const folded = foldCharacter(character);
    if (folded !== character) found.set(folded, [...(found.get(folded) ?? [folded]), character]);
  }
  return found;
}

/** Characters that mean something else in a pattern. */
const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

/** The source of a pattern that matches a text as it stands. */
export function literalPattern(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** The source of a pattern that matches whatever text has the same `foldCase` as this one. */
export function foldPattern(text: string): string {
  return Array.from(text, (character) => {
    const all = caseVariants(character).map(literalPattern);
    return all.length === 1 ? (all[0] ?? '') : `(?:${all.join('|')})`;
  }).join('');
}
