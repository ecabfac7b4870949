const ASCII = /^[\0-\x7f]*$/;

/** A word as keywords are compared, in upper case: engines fold A to Z alone, so that `ın` is no `IN`. */
export function upperKeyword(word: string): string {
  return ASCII.test(word) ? word.toUpperCase() : word.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** The same in lower case, as the reserved words of a dialect are. */
export function lowerKeyword(word: string): string {
  return ASCII.test(word) ? word.toLowerCase() : word.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
