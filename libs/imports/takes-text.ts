import type { ImportRules, ValueRules } from '../dialects/index.js';

/**
 * Types that read a value and forget how it was written, so that they get it as the file's type prints it. The others
 * keep the text (text, numeric, enums) or may do so (domains).
 */
const FORGETS_TEXT =
  /^(?:u?(?:tiny|small|medium|big|huge)?int(?:eger)?\d*|(?:big|small)?serial\d*|real|float\d*|double|bool(?:ean)?|date|datetime|time(?:tz)?|timestamp\w*|interval|uuid|bytea|blob|json|jsonb|money|bit)\b|\[\d*\]$/i;

const MOMENT = /^(?:DATE|TIME)/;
const TEXTS = /char|text|clob/i;

/** What a dialect has no types for, so that its texts stand for it. */
export interface TextRules {
  readonly values: Pick<ValueRules, 'hasBooleans'>;
  readonly imports: Pick<ImportRules, 'columnType'>;
}

/**
 * Whether a column of a database type takes the texts of a column of the file as they are; null is a type that is not
 * known, and `read` the type that the file's column is read as. Where a dialect keeps dates as texts, they have one form;
 * and where it keeps truth values as numbers, only a type of texts takes words.
 */
export function takesText(type: string | null, read: string, { values, imports }: TextRules): boolean {
  if (MOMENT.test(read) && imports.columnType(read) === imports.columnType('VARCHAR')) return false;
  if (read === 'BOOLEAN' && !values.hasBooleans && !TEXTS.test(type ?? '')) return false;
  return type === null || !FORGETS_TEXT.test(type.trim());
}
