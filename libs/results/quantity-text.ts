/** A whole number with its thousands grouped by commas: `48,219`. */
export function countText(count: number): string {
  return groupedDigits(String(Math.trunc(count)));
}

/** A whole number in digits with commas between its thousands, `-48,219`; any other text as it is. */
export function groupedDigits(number: string): string {
  const [, sign = '', digits] = /^(-?)(\d+)$/.exec(number) ?? [];
  if (digits === undefined) return number;
  const first = digits.length % 3 || 3;
  return sign + [digits.slice(0, first), ...(digits.slice(first).match(/.{3}/g) ?? [])].join(',');
}

/** A counted thing in words: `1 row`, `48,219 rows`. */
export function countedText(count: number, singular: string, plural = `${singular}s`): string {
  return `${countText(count)} ${count === 1 ? singular : plural}`;
}

/** Names one after another: `a`, `a and b`, `a, b and c`. */
export function listText(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

/** A place in a line: `1st`, `2nd`, `3rd`, `11th`, `1,021st`. */
export function ordinalText(place: number): string {
  const [tens, units] = [place % 100, place % 10];
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][units] ?? 'th');
  return `${countText(place)}${suffix}`;
}

const SCALES = [
  { from: 1e12, sign: 'T' },
  { from: 1e9, sign: 'B' },
  { from: 1e6, sign: 'M' },
  { from: 1e3, sign: 'K' },
] as const;

/** An estimate in at most four characters and a sign: `9,412`, `128 K`, `4.8 M`. Below 10,000 it is exact. */
export function estimateText(count: number): string {
  const rounded = Math.max(0, Math.round(count));
  if (rounded < 10_000) return countText(rounded);
  for (const { from, sign } of SCALES) {
    // 999,600 is "1 M", not "1000 K".
    if (rounded < from * 0.9995) continue;
    const scaled = rounded / from;
    return `${scaled < 9.95 ? scaled.toFixed(1).replace(/\.0$/, '') : String(Math.round(scaled))} ${sign}`;
  }
  return countText(rounded);
}

/** A duration in the unit a person would choose: `1.2 ms`, `412 ms`, `3.9 s`, `5 min 12 s`, `2 h 5 min`. */
export function durationText(ms: number): string {
  if (ms < 9.95) return `${Math.max(ms, 0).toFixed(1)} ms`;
  if (ms < 999.5) return `${String(Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
  return `${String(Math.floor(seconds / 3600))} h ${String(Math.floor((seconds % 3600) / 60))} min`;
}

/** A duration for a screen reader: `412 milliseconds`, `3.9 seconds`, `5 minutes 12 seconds`. */
export function screenReaderDuration(ms: number): string {
  const words: Record<string, string> = { ms: 'milliseconds', s: 'seconds', min: 'minutes', h: 'hours' };
  return durationText(ms).replace(/[a-z]+/g, (unit) => words[unit] ?? unit);
}

const BYTE_UNITS = ['kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** An amount of data in the decimal unit a person would choose: `0 B`, `512 B`, `1.5 kB`, `275 MB`, `1.2 GB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${Math.trunc(bytes)} B`;
  let scaled = bytes / 1000;
  let unit = 0;
  // 999,600 bytes are "1.0 MB", not "1000 kB".
  while (scaled >= 999.5 && unit < BYTE_UNITS.length - 1) {
    scaled /= 1000;
    unit += 1;
  }
  return `${scaled < 9.95 ? scaled.toFixed(1) : Math.round(scaled)} ${BYTE_UNITS[unit]}`;
}
