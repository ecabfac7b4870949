/**
 * Types that read a value and forget how it was written, so that they get it as the file's type prints it. The others
 * keep the text (text, numeric, enums) or may do so (domains).
 */
const FORGETS_TEXT =
  /^(?:u?(?:tiny|small|medium|big|huge)?int(?:eger)?\d*|(?:big|small)?serial\d*|real|float\d*|double|bool(?:ean)?|date|datetime|time(?:tz)?|timestamp\w*|interval|uuid|bytea|blob|json|jsonb|money|bit)\b|\[\d*\]$/i;

/** Whether a column of a database type takes the texts of a file as they are; null is a type that is not known. */
export function takesText(type: string | null): boolean {
  return type === null || !FORGETS_TEXT.test(type.trim());
}
