/** How a dialect separates a text into space, words, strings, quoted names and comments. */
export interface LexerRules extends WordRules {
  /** `E'…'`: a backslash escapes what follows it. */
  readonly hasEscapeStrings: boolean;
  /** `$$…$$` and `$tag$…$tag$`. */
  readonly hasDollarQuotes: boolean;
  /** Names in backticks. */
  readonly hasBacktickNames: boolean;
  /** Names in square brackets. */
  readonly hasBracketNames: boolean;
  /** Variables with brackets, as Tcl writes them; semicolons in the brackets belong to the name. */
  readonly hasTclVariables: boolean;
  /** Block comments nest, and one that is not closed is no comment. Otherwise the first end counts, or that of the text. */
  readonly hasNestedComments: boolean;
  /** A carriage return ends a line comment, as a newline does. */
  readonly endsLineAtReturn: boolean;
}

/** What a dialect takes for space and for letters; to all of them, everything beyond ASCII that is no space is a letter. */
export interface WordRules {
  /** A stretch of space, sticky. */
  readonly space: RegExp;
  /** A word, sticky. */
  readonly word: RegExp;
  /** One character that continues a word. */
  readonly wordCharacter: RegExp;
}

/** All characters beyond ASCII, for a class of a pattern. */
export const BEYOND_ASCII = String.raw`\u0080-\uFFFF`;

/** The rules of words: a pattern of space, and the characters beyond ASCII that begin and that continue a word. */
export function wordRules(space: string, first: string, others = first): WordRules {
  return {
    space: new RegExp(space, 'y'),
    word: new RegExp(`[A-Za-z_${first}][A-Za-z0-9_$${others}]*`, 'y'),
    wordCharacter: new RegExp(`^[A-Za-z0-9_$${others}]$`),
  };
}
