/** A part of a text: plain, or one character that a screen would hide or disguise. */
export interface TextPart {
  readonly text: string;
  /** `U+202E` where the part is a hidden character; null where it is plain text. */
  readonly codePoint: string | null;
}

/**
 * Control and format characters (bidirectional overrides among them), separators of lines and paragraphs, spaces other
 * than U+0020, unassigned and private characters, and everything that Unicode lets a font leave out.
 */
const HIDDEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What ends lines and indents is plain. */
const PLAIN = new Set([' ', '\t', '\n']);

/** Splits a text where it holds characters that a reader would not see, so that a page can show them. */
export function showHiddenCharacters(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  for (const character of text.replaceAll('\r\n', '\n')) {
    if (PLAIN.has(character) || !HIDDEN.test(character)) plain += character;
    else {
      if (plain !== '') parts.push({ text: plain, codePoint: null });
      parts.push({ text: character, codePoint: codePointName(character) });
      plain = '';
    }
  }
  if (plain !== '') parts.push({ text: plain, codePoint: null });
  return parts;
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
