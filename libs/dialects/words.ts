/** The words of a text that are separated by space, each once. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordList(text));
}

/** The words of a text that are separated by space, in their order. */
export function wordList(text: string): string[] {
  return text.trim().split(/\s+/);
}
