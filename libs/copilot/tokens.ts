const CHARACTERS_PER_TOKEN = 3.6;

/** About how many tokens a text is: an upper estimate for English and SQL, good enough for a budget. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}
