import { readCron } from './cron-expression.js';
import type { CronFields } from './cron-expression.js';
import type { IntervalUnit, Trigger } from './trigger.js';

const UNITS: Readonly<Record<IntervalUnit, string>> = { seconds: 's', minutes: 'min', hours: 'h' };
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WORKDAYS = '1,2,3,4,5';

/** When a trigger runs, in words without its time zone: `Daily at 06:00`, `Every 30 min`, `Once`. */
export function triggerLabel(trigger: Trigger): string {
  if (trigger.type === 'once') return 'Once';
  if (trigger.type === 'interval') return `Every ${trigger.every} ${UNITS[trigger.unit]}`;
  const reading = readCron(trigger.expression);
  return reading.kind === 'valid' ? cronWords(reading.fields, trigger.expression) : trigger.expression;
}

/** The same with what it takes to know the instant: the time zone, or the moment itself. */
export function triggerText(trigger: Trigger): string {
  const words = triggerLabel(trigger);
  if (trigger.type === 'cron') return `${words}, ${trigger.timezone}`;
  return trigger.type === 'once' ? `Once at ${trigger.at}` : words;
}

function cronWords(fields: CronFields, expression: string): string {
  const days = dayWords(fields);
  const step = stepWords(fields, expression);
  if (step !== null) return days === null ? step : `${step}, ${days}`;
  const times = timesOf(fields);
  if (days === null) return `Daily at ${times}`;
  return `${capital(days)} at ${times}`;
}

/** What recurs within an hour or with each hour; null for a list of times of the day. */
function stepWords({ minutes, hours }: CronFields, expression: string): string | null {
  const everyMinutes = /^\*(?:\/(\d+))?\s/.exec(expression.trim());
  const within = hours.length === 24 ? '' : ` from ${hourRanges(hours)}`;
  if (minutes.length === 60) return `Every minute${within}`;
  const every = everyMinutes?.[1];
  if (every !== undefined && 60 % Number(every) === 0) return `Every ${every} min${within}`;
  if (hours.length !== 24) return null;
  if (minutes.length === 1 && minutes[0] === 0) return 'Hourly';
  return `Hourly at ${list(minutes.map((minute) => `:${two(minute)}`))}`;
}

/** Hours that follow each other are one range. */
function hourRanges(hours: readonly number[]): string {
  const starts = hours.filter((hour, place) => hours[place - 1] !== hour - 1);
  const ends = hours.filter((hour, place) => hours[place + 1] !== hour + 1);
  return shortList(starts.map((start, place) => `${two(start)}:00 to ${two(ends[place] ?? start)}:59`));
}

function timesOf({ hours, minutes }: CronFields): string {
  const times = hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`));
  return shortList(times);
}

function shortList(times: readonly string[]): string {
  return times.length <= 6 ? list(times) : `${times.slice(0, 5).join(', ')} and ${times.length - 5} more times`;
}

/** On which days; null for each day. */
function dayWords(fields: CronFields): string | null {
  const { daysOfMonth, daysOfWeek, isAnyDayOfMonth, isAnyDayOfWeek } = fields;
  const isEveryDate = isAnyDayOfMonth && daysOfMonth.length === 31;
  const isEveryWeekday = isAnyDayOfWeek && daysOfWeek.length === 7;
  const dates = isEveryDate ? null : `on day ${list(daysOfMonth.map(String))} of ${monthWords(fields, 'the month')}`;
  const weekdays = isEveryWeekday ? null : weekdayWords(daysOfWeek);
  if (dates === null && weekdays === null)
    return fields.months.length === 12 ? null : `daily in ${monthWords(fields, '')}`;
  if (dates === null) return fields.months.length === 12 ? weekdays : `${weekdays} in ${monthWords(fields, '')}`;
  if (weekdays === null) return dates;
  return isAnyDayOfMonth || isAnyDayOfWeek ? `${dates} if ${weekdays}` : `${dates} or ${weekdays}`;
}

function weekdayWords(days: readonly number[]): string {
  if (days.join() === WORKDAYS) return 'Monday to Friday';
  const week = [...days].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  return list(week.map((day) => DAYS[day] ?? ''));
}

function monthWords({ months }: CronFields, all: string): string {
  return months.length === 12 ? all : list(months.map((month) => MONTHS[month - 1] ?? ''));
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
