import { Matches } from 'class-validator';

/** No control characters, no separators of lines, and no halves of characters. */
const PRINTABLE = /^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u;

/** Whether a text can stand in one line. */
export function isPrintable(text: string): boolean {
  return PRINTABLE.test(text);
}

/** A text that stands in one line, as names do. */
export function Printable(): PropertyDecorator {
  return Matches(PRINTABLE, { message: '$property must be text without control characters' });
}
