/**
 * A number read from its decimal text without rounding. `sign` is -1, 0 or 1; `magnitude` is the power of ten of the
 * first digit that counts; `digits` are the digits from there on without trailing zeros. NaN and the infinities have
 * an infinite `magnitude`; NaN stands above all, as Postgres and DuckDB order it.
 */
export interface ExactNumber {
  readonly sign: -1 | 0 | 1;
  readonly magnitude: number;
  readonly digits: string;
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;
const MONEY = /^(-?)\$([\d,]+(?:\.\d+)?)$/;
const ZERO: ExactNumber = { sign: 0, magnitude: 0, digits: '' };

const SPECIAL = new Map<string, ExactNumber>([
  ['nan', { sign: 1, magnitude: Number.POSITIVE_INFINITY, digits: '2' }],
  ['infinity', { sign: 1, magnitude: Number.POSITIVE_INFINITY, digits: '1' }],
  ['inf', { sign: 1, magnitude: Number.POSITIVE_INFINITY, digits: '1' }],
  ['-infinity', { sign: -1, magnitude: Number.POSITIVE_INFINITY, digits: '1' }],
  ['-inf', { sign: -1, magnitude: Number.POSITIVE_INFINITY, digits: '1' }],
]);

/** Reads the text of an integer, decimal, float or dollar amount as a database prints it; null when it is none. */
export function parseExactNumber(text: string): ExactNumber | null {
  const money = MONEY.exec(text);
  const match = NUMBER.exec(money ? `${money[1] ?? ''}${(money[2] ?? '').replaceAll(',', '')}` : text);
  if (!match) return SPECIAL.get(text.toLowerCase()) ?? null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const all = whole + fraction;
  if (all === '') return null;
  const first = all.search(/[1-9]/);
  if (first < 0) return ZERO;
  return {
    sign: sign === '-' ? -1 : 1,
    magnitude: whole.length - 1 - first + Number(exponent),
    digits: withoutTrailingZeros(all, first),
  };
}

/** A number as databases print it; NaN for every other text, which `Number` may take for one, as `''` and `'0x10'`. */
export function finiteOf(text: string): number {
  return parseExactNumber(text.trim()) === null ? Number.NaN : Number(text);
}

/** Orders two exact numbers. */
export function compareExactNumbers(a: ExactNumber, b: ExactNumber): number {
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.magnitude !== b.magnitude) return a.magnitude < b.magnitude ? -a.sign : a.sign;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -a.sign : a.sign;
}

/** By hand: a pattern such as `0+$` takes quadratic time on a long run of zeros that does not end the text. */
function withoutTrailingZeros(text: string, start: number): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0x30) end -= 1;
  return text.slice(start, end);
}
