/** Control characters, halves of characters, and marks that turn the direction of writing: names of tables may hold them to deceive. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- These are what is looked for.
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}\ud800-\udfff]/gu;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
const ELLIPSIS = '…';

/** Text as one line that shows what it holds: breaks become a space, what cannot be seen becomes `\ufffd`. */
export function oneLine(text: string): string {
  return text.replace(BREAKS, ' ').replace(HIDDEN, '\ufffd').trim();
}

/** At most `max` UTF-16 units of a text, cut between characters and marked where something is missing. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < ELLIPSIS.length) return '';
  const end = max - ELLIPSIS.length;
  const isBetween = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  return text.slice(0, isBetween ? end - 1 : end) + ELLIPSIS;
}

/** Longest name in a title: it leaves room for the name of the connection, which a title never goes without. */
const MAX_NAME_IN_TITLE = 80;

/** The name of a job, a contract or a change set as titles have it. */
export function nameInTitle(name: string): string {
  return cut(name, MAX_NAME_IN_TITLE);
}
