/** What a number format shows a number as: a date (perhaps with a time), a time of the day, or hours beyond a day. */
export type DateStyle = 'date' | 'time' | 'duration';

const BUILT_IN: Readonly<Record<number, DateStyle>> = {
  ...{ 14: 'date', 15: 'date', 16: 'date', 17: 'date', 18: 'time', 19: 'time', 20: 'time', 21: 'time', 22: 'date' },
  ...{ 45: 'time', 46: 'duration', 47: 'time' },
  ...Object.fromEntries([27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, 'date'])),
};
/** Texts, escaped characters, padding, and conditions and colours: none of them is a field of a date. */
const NO_FIELDS = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]{0,1000}\]/gi;
const MAX_FORMAT = 1000;

/** How a number format shows a date or time; null where it shows a number or text. `code` is null for built-in ones. */
export function dateStyle(id: number, code: string | null): DateStyle | null {
  if (code === null) return BUILT_IN[id] ?? null;
  const [first = ''] = code.slice(0, MAX_FORMAT).replace(NO_FIELDS, '').split(';');
  if (/^general$/i.test(first.trim())) return null;
  if (/\[[hms]+\]/i.test(first)) return 'duration';
  if (/[dy]/i.test(first) || (/m/i.test(first) && !/[hs]/i.test(first))) return 'date';
  return /[hs]/i.test(first) ? 'time' : null;
}
