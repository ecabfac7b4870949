/** The delimiters that files of values mostly have, by their names. */
export const COMMON_DELIMITERS = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Pipe' },
] as const;

/** What a delimiter has to be, a sentence for those who entered another text. */
export const DELIMITER_RULE = 'Enter one character. Quotes and line ends cannot separate values.';

const NEVER = /["\r\n\0\ufeff\p{Surrogate}]/u;

/** Whether a text can separate the values of a row: one character, and none that quotes values or ends a row. */
export function isDelimiter(text: string): boolean {
  return Array.from(text).length === 1 && !NEVER.test(text);
}
