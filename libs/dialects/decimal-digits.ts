const NUMBER = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** Where the digits of a decimal number stand, counted without its exponent. */
export interface DecimalDigits {
  /** Digits before the point, without zeros in front. */
  readonly whole: number;
  /** Digits behind the point, as many as it is written with. */
  readonly written: number;
  /** Digits behind the point that an exact copy needs. */
  readonly least: number;
  /** Zeros between the point and the first other digit; 0 for a number from one on, and for zero. */
  readonly zeros: number;
}

/** Counts the digits of a number such as `-12.50` or `1.5e-12`, however large its exponent is; a text that is none has no digits. */
export function decimalDigits(text: string): DecimalDigits {
  const [, integer = '', fraction = '', exponent = '0'] = NUMBER.exec(text.trim().replaceAll('_', '')) ?? [];
  const shift = Number(exponent);
  const digits = integer + fraction;
  const first = digits.search(/[1-9]/);
  const written = Math.max(0, fraction.length - shift);
  if (first === -1) return { whole: 0, written, least: 0, zeros: 0 };
  const significant = digits.replace(/(?<!0)0+$/, '').length;
  const point = integer.length + shift;
  return {
    whole: Math.max(0, point - first),
    written,
    least: Math.max(0, significant - point),
    zeros: Math.max(0, first - point),
  };
}
