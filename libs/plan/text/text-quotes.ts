/** What a text leaves open at its end. */
export interface OpenEnd {
  /** The quote that has not been closed; null where none is open. */
  readonly quote: '"' | "'" | null;
  /** Brackets that have not been closed outside quotes; negative where more were closed than opened. */
  readonly depth: number;
}

/** Nothing is open. */
export const CLOSED: OpenEnd = { quote: null, depth: 0 };

const OPENS = new Map([
  ['(', 1],
  ['[', 1],
  [')', -1],
  [']', -1],
]);

/** What a text leaves open, after what was open before it. Within quotes nothing but the same quote counts. */
export function openEnd(text: string, before: OpenEnd = CLOSED): OpenEnd {
  let { quote, depth } = before;
  for (const char of text) {
    if (quote !== null) quote = char === quote ? null : quote;
    else if (char === '"' || char === "'") quote = char;
    else depth += OPENS.get(char) ?? 0;
  }
  return { quote, depth };
}

/** Whether all double quotes outside of literals stand in pairs, as they do in a cell of CSV. */
export function hasDoubledQuotes(text: string): boolean {
  const runs = text.replaceAll(/'[^']*'/g, '').match(/"+/g) ?? [];
  return runs.length > 0 && runs.every((run) => run.length % 2 === 0);
}
