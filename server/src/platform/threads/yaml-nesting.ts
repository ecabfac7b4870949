import { Lexer } from 'yaml';

/** Deeper than any settings are, and far from where the parser's own calls end. */
const DEEPEST = 100;
/** What the lexer puts before a plain text. */
const PLAIN_TEXT = '\u001F';

/**
 * Whether YAML opens more than 100 collections inside each other, by brackets or by marks of one line (`- - -`, `? ? ?`).
 * The lexer takes time that grows with the text; the parser takes time that grows with its square where brackets are deep.
 */
export function isYamlNestedTooDeeply(text: string): boolean {
  let brackets = 0;
  let marks = 0;
  let before = '';
  for (const token of new Lexer().lex(text)) {
    if (before !== PLAIN_TEXT) {
      if (token === '[' || token === '{') brackets += 1;
      else if (token === ']' || token === '}') brackets -= 1;
      else if (token === '-' || token === '?') marks += 1;
      else if (token.startsWith('\n')) marks = 0;
    }
    if (brackets > DEEPEST || marks > DEEPEST) return true;
    before = token;
  }
  return false;
}
