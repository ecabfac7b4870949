/** The signs before the decimals of a number. The other one may separate groups of three digits. */
export const DECIMAL_SIGNS = ['.', ','] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** The other sign, in brackets as a regular expression takes it. */
const GROUP: Readonly<Record<DecimalSign, string>> = { '.': ',', ',': '[.]' };
const POINT: Readonly<Record<DecimalSign, string>> = { '.': '[.]', ',': ',' };

/** A regular expression of all numbers with a decimal sign: `1234`, `1.234`, `1.234,5` and `,5` with a comma. */
export function numberPattern(sign: DecimalSign): string {
  const whole = `(?:[0-9]+|[1-9][0-9]{0,2}(?:${GROUP[sign]}[0-9]{3})+)`;
  return `[+-]?(?:${whole}(?:${POINT[sign]}[0-9]+)?|${POINT[sign]}[0-9]+)`;
}

/** A regular expression of numbers with decimals behind a comma: `1,5` and `1.234,5`. */
export const COMMA_DECIMAL = '[+-]?(?:[0-9]+|[1-9][0-9]{0,2}(?:[.][0-9]{3})+)?,[0-9]+';

/** A regular expression of numbers that both signs read, and each in another way: `1,234`. */
export const EITHER_DECIMAL = '[+-]?[1-9][0-9]{0,2},[0-9]{3}';

/** A number of that decimal sign as databases write it: `1234.5` for `1.234,5`. Null where it is none. */
export function plainNumber(text: string, sign: DecimalSign): string | null {
  if (!new RegExp(`^${numberPattern(sign)}$`).test(text)) return null;
  return sign === ',' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
}

/** What a column of text has, whose values are whole numbers and numbers with decimals behind a comma. */
export interface CommaColumn {
  readonly name: string;
  /** Each of its values with a comma could be one of thousands: `1,234`. */
  readonly isAmbiguous: boolean;
}

/**
 * The decimal sign of a file: the chosen one; a comma where a column proves it; a point where other columns have it and
 * the commas could stand between thousands. Null where no value proves one.
 */
export function provenDecimalSign(
  chosen: DecimalSign | null,
  columns: readonly CommaColumn[],
  hasPoints: boolean,
): DecimalSign | null {
  if (chosen !== null) return chosen;
  if (columns.some(({ isAmbiguous }) => !isAmbiguous)) return ',';
  return hasPoints && columns.length > 0 ? '.' : null;
}
