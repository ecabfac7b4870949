import type { DateStyle } from './number-format.js';

/** A value as a table takes it, and what it is. */
export interface CellValue {
  readonly kind: 'text' | 'number' | 'boolean' | 'date' | 'timestamp' | 'time';
  readonly text: string;
}

const DAY_MS = 86_400_000;
/** Day 0 of the two calendars of Excel, in milliseconds since 1970. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);
/** Excel believes in the 29th of February 1900: earlier days are counted from a day later. */
const FALSE_LEAP_DAY = 60;
/** The day behind the 31st of December 9999. */
const MAX_SERIAL = 2_958_466;
const DAYS_1900_TO_1904 = (EPOCH_1904_MS - EPOCH_1900_MS) / DAY_MS;

/**
 * The date or time that a serial number stands for in a cell whose format shows one, to the millisecond; the number
 * itself where it is none, such as a negative one.
 */
export function excelDate(serial: string, style: DateStyle, is1904: boolean): CellValue {
  const days = Number(serial);
  const ms = Math.round(days * DAY_MS);
  const endMs = (is1904 ? MAX_SERIAL - DAYS_1900_TO_1904 : MAX_SERIAL) * DAY_MS;
  if (!Number.isFinite(days) || days < 0 || ms >= endMs) return { kind: 'number', text: serial };
  if (style === 'duration') return { kind: 'text', text: durationOf(ms) };
  // One that is rounded up to midnight is no day later.
  if (style === 'time' && days < 1) return { kind: 'time', text: timeOf(ms % DAY_MS) };
  const shift = !is1904 && days < FALSE_LEAP_DAY ? DAY_MS : 0;
  const moment = new Date((is1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + ms + shift);
  const date = moment.toISOString().slice(0, 10);
  if (style === 'date' && ms % DAY_MS === 0) return { kind: 'date', text: date };
  return { kind: 'timestamp', text: `${date} ${timeOf(ms % DAY_MS)}` };
}

const DATE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d(?:\.\d{1,3})?))?$/;

/**
 * The serial number of a date or a time of day without a zone; null for other texts, days and times that do not exist,
 * and what a workbook cannot hold.
 */
export function dateSerial(text: string): string | null {
  const [, date, time = '00:00:00'] = DATE.exec(text) ?? [];
  if (date === undefined) return null;
  const moment = Date.parse(`${date}T${time}Z`);
  // The parser takes the 30th of February and 24:00 for a later day.
  if (Number.isNaN(moment) || !new Date(moment).toISOString().startsWith(`${date}T${time.slice(0, 8)}`)) return null;
  const days = (moment - EPOCH_1900_MS) / DAY_MS;
  // Excel counts the days before March 1900 in another way than the calendar.
  return days > FALSE_LEAP_DAY && days < MAX_SERIAL ? String(days) : null;
}

function timeOf(ms: number): string {
  const text = new Date(ms).toISOString().slice(11, 23);
  return text.endsWith('.000') ? text.slice(0, 8) : text;
}

/** Hours may be more than a day has. */
function durationOf(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  return `${hours}${timeOf(ms % 3_600_000).slice(2)}`;
}
