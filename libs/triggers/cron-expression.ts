/** The five fields of a cron expression as sorted numbers. Sunday is 0. */
export interface CronFields {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: readonly number[];
  readonly months: readonly number[];
  readonly daysOfWeek: readonly number[];
  /** Whether the field of the days of the month begins with `*`; where both do not, either day is enough. */
  readonly isAnyDayOfMonth: boolean;
  readonly isAnyDayOfWeek: boolean;
}

export type CronReading =
  { readonly kind: 'valid'; readonly fields: CronFields } | { readonly kind: 'invalid'; readonly fault: string };

interface FieldRule {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const RULES = {
  minute: { name: 'minute', least: 0, most: 59 },
  hour: { name: 'hour', least: 0, most: 23 },
  dayOfMonth: { name: 'day of the month', least: 1, most: 31 },
  month: { name: 'month', least: 1, most: 12, names: MONTHS },
  /** 7 is Sunday, too. */
  dayOfWeek: { name: 'day of the week', least: 0, most: 7, names: DAYS },
} as const satisfies Record<string, FieldRule>;

const PART = /^(\*|[0-9]{1,2}|[A-Z]{3})(?:-([0-9]{1,2}|[A-Z]{3}))?(?:\/([0-9]{1,2}))?$/;

class FieldFault extends Error {}

/**
 * Reads a standard cron expression: five fields of `*`, numbers, names of months and days, ranges, lists and steps. Not
 * taken: seconds, years, nicknames such as `@daily`, and the letters `L`, `W` and `#` of other dialects.
 */
export function readCron(expression: string): CronReading {
  const parts = expression.trim().toUpperCase().split(/\s+/);
  if (parts.length !== 5 || expression.length > 200) {
    return { kind: 'invalid', fault: 'Enter five fields: minute, hour, day of the month, month, day of the week.' };
  }
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  try {
    const fields: CronFields = {
      minutes: valuesOf(minute, RULES.minute),
      hours: valuesOf(hour, RULES.hour),
      daysOfMonth: valuesOf(day, RULES.dayOfMonth),
      months: valuesOf(month, RULES.month),
      daysOfWeek: sorted(valuesOf(weekday, RULES.dayOfWeek).map((value) => value % 7)),
      isAnyDayOfMonth: day.startsWith('*'),
      isAnyDayOfWeek: weekday.startsWith('*'),
    };
    return fires(fields)
      ? { kind: 'valid', fields }
      : { kind: 'invalid', fault: 'This date does not exist in any year.' };
  } catch (error) {
    if (error instanceof FieldFault) return { kind: 'invalid', fault: error.message };
    throw error;
  }
}

function valuesOf(field: string, rule: FieldRule): number[] {
  return sorted(field.split(',').flatMap((part) => valuesOfPart(part, rule)));
}

function valuesOfPart(part: string, rule: FieldRule): number[] {
  const match = PART.exec(part);
  if (match === null) throw new FieldFault(`"${part}" is not a valid ${rule.name}.`);
  const [, first = '', last, stepText] = match;
  if (first === '*' && last !== undefined) throw new FieldFault(`"${part}" is not a valid ${rule.name}.`);
  const from = first === '*' ? rule.least : valueOf(first, rule);
  const to =
    first === '*' ? mostOf(rule) : last === undefined ? (stepText === undefined ? from : null) : valueOf(last, rule);
  if (to === null)
    throw new FieldFault(`"${part}" has a step without a range. Enter ${first}-${rule.most}/${stepText}.`);
  if (to < from) throw new FieldFault(`The range "${part}" ends before it starts.`);
  const step = stepText === undefined ? 1 : Number(stepText);
  if (step === 0) throw new FieldFault(`"${part}" has a step of 0. Enter a step of at least 1.`);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

/** `*` stands for each day of the week once. */
function mostOf(rule: FieldRule): number {
  return rule.name === RULES.dayOfWeek.name ? 6 : rule.most;
}

function valueOf(text: string, { name, least, most, names }: FieldRule): number {
  const place = names?.indexOf(text) ?? -1;
  const value = place === -1 ? Number(text) : place + (least === 1 ? 1 : 0);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new FieldFault(`"${text}" is not a valid ${name}. Enter a value from ${least} to ${most}.`);
}

function sorted(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The 30th of February never comes, unless a day of the week is enough. */
function fires({ daysOfMonth, months, isAnyDayOfMonth, isAnyDayOfWeek }: CronFields): boolean {
  if (!isAnyDayOfMonth && !isAnyDayOfWeek) return true;
  const first = daysOfMonth[0] ?? 1;
  return months.some((month) => first <= (LONGEST[month - 1] ?? 31));
}
