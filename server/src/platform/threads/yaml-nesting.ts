import { Lexer } from 'yaml';

/** Deeper than any settings are, and far from where the parser's own calls end. */
const DEEPEST = 100;
/** The token before each one that is a text, whatever it says. */
const TEXT_FOLLOWS = '\u001F';
const LINE_ENDS = ['\n', '\r\n'];

/**
 * Whether YAML opens more than 100 collections inside each other, by brackets or by marks of one line (`- - -`, `? ? ?`).
 * The lexer takes time that grows with the text; the parser takes time that grows with its square where brackets are deep.
 */
export function isYamlNestedTooDeeply(text: string): boolean {
  const open: string[] = [];
  let marks = 0;
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    if (isText) {
      isText = false;
      continue;
    }
    if (token === TEXT_FOLLOWS) isText = true;
    else if (token === '[' || token === '{') open.push(token === '[' ? ']' : '}');
    // The parser does not let a bracket of the other kind end a collection.
    else if (token === open.at(-1)) open.pop();
    else if (token === '-' || token === '?') marks += 1;
    else if (LINE_ENDS.includes(token)) marks = 0;
    if (open.length > DEEPEST || marks > DEEPEST) return true;
  }
  return false;
}
