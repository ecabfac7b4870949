import { isDelimiter } from './delimiters.js';

const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?(?:\r\n|\n|\r|$)/iu;

/** The separator that the first line of a file names for Excel, such as `sep=;`; null where it names none. */
export function separatorLine(start: string): string | null {
  const separator = SEPARATOR_LINE.exec(start)?.[1] ?? '';
  return isDelimiter(separator) ? separator : null;
}
