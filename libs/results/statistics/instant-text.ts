const DAY = 86_400;

/** The ISO text of a date, given as seconds since 1970 UTC, with ` BC` before our era. */
export function dateText(seconds: number): string {
  const { year, month, day } = dateOf(Math.floor(seconds / DAY));
  const isBefore = year <= 0;
  const shown = String(isBefore ? 1 - year : year).padStart(4, '0');
  return `${shown}-${two(month)}-${two(day)}${isBefore ? ' BC' : ''}`;
}

/** The time of day of seconds since midnight. */
export function clockText(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
}

/** The ISO text of a timestamp, given as seconds since 1970 UTC; `zone` stands behind the time. */
export function timestampText(seconds: number, zone: string): string {
  const days = Math.floor(seconds / DAY);
  const [date = '', era] = dateText(seconds).split(' ');
  return `${date} ${clockText(seconds - days * DAY)}${zone}${era === undefined ? '' : ` ${era}`}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The reverse of `daysSince1970`. */
function dateOf(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  };
}
