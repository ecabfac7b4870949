const ADVICE =
  /(?<=\n)[^\S\n]*(?:Possible (?:[Ss]olutions?|fix(?:es)?)\b|Column .* is being converted\b|This type was\b|file = |Try |\* )[\s\S]*$/;
const SEARCH_SPACE = /\nThe search space used was:[\s\S]*$/;
const TRIES =
  /(?:Try (?:setting|increasing|specifying)|You can try "INSTALL|It is possible that the encoding exists in)\b[\s\S]*$/;

/**
 * What the engine says of a file, without its advice: the options that it names cannot be given for a table, and some
 * of what it offers is refused.
 */
export function withoutAdvice(message: string): string {
  return [ADVICE, SEARCH_SPACE, TRIES].reduce((text, advice) => text.replace(advice, ''), message).trim();
}
