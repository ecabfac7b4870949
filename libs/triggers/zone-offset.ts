const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the clocks of a time zone are ahead of UTC at an instant. Throws `RangeError` for an unknown zone. */
export function zoneOffsetMs(zone: string, atMs: number): number {
  if (zone === 'UTC') return 0;
  const whole = Math.floor(atMs / 1000) * 1000;
  const [, month, day, year, hour, minute, second] = SHOWN.exec(formatOf(zone).format(whole)) ?? [];
  const local = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  return local - whole;
}

/** Whether there is a time zone of that name. */
export function isTimeZone(zone: string): boolean {
  // Offsets such as `+02:00` are taken by some engines and have no rules of summer time.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

const SHOWN = /^(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)$/;

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  formats.set(zone, format);
  return format;
}
