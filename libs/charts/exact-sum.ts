const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
/** Digits behind the point that an average has beyond those of its values. */
const AVERAGE_DIGITS = 6;
/** Beyond so many digits before or behind the point, a number is added as a double. */
const MAX_DIGITS = 400;

interface Scaled {
  readonly units: bigint;
  /** Digits behind the point. */
  readonly scale: number;
}

/** The sum of numbers as text, with every digit; null where one of them is no finite number. */
export function exactSum(values: readonly string[]): string | null {
  const total = scaledSum(values);
  return total && textOf(total);
}

/** The average of numbers as text, rounded six digits behind the last one of its values; null as with a sum. */
export function exactAverage(values: readonly string[]): string | null {
  const total = scaledSum(values);
  if (total === null || values.length === 0) return null;
  const scale = total.scale + AVERAGE_DIGITS;
  const units = total.units * 10n ** BigInt(AVERAGE_DIGITS);
  const count = BigInt(values.length);
  const half = units < 0n ? -(count / 2n) : count / 2n;
  return withoutZeros(textOf({ units: (units + half) / count, scale }));
}

function scaledSum(values: readonly string[]): Scaled | null {
  let sum: Scaled = { units: 0n, scale: 0 };
  for (const value of values) {
    const number = scaled(value);
    if (number === null) return null;
    sum = added(sum, number);
  }
  return sum;
}

function added(a: Scaled, b: Scaled): Scaled {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale };
  const scale = Math.max(a.scale, b.scale);
  const raise = ({ units, scale: own }: Scaled): bigint => units * 10n ** BigInt(scale - own);
  return { units: raise(a) + raise(b), scale };
}

function scaled(text: string): Scaled | null {
  const match = DECIMAL.exec(text.trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const scale = fraction.length - Number(exponent);
  if (digits === '' || Math.abs(scale) > MAX_DIGITS || digits.length > MAX_DIGITS) return null;
  const units = BigInt(digits) * (sign === '-' ? -1n : 1n);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

function textOf({ units, scale }: Scaled): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/(?:\.|(?<!0))0+$/, '') : text;
}
