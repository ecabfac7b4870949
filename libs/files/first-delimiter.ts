import { COMMON_DELIMITERS } from './delimiters.js';

/** The only common delimiter of the first line that is not empty, outside of quotes; null where it has none or several. */
export function firstDelimiter(start: string): string | null {
  const line = /^\ufeff?[\r\n]*([^\r\n]*)/.exec(start)?.[1] ?? '';
  const plain = line.replaceAll(/"[^"]*"/g, '');
  const found = COMMON_DELIMITERS.filter(({ value }) => plain.includes(value));
  return found.length === 1 ? (found[0]?.value ?? null) : null;
}
