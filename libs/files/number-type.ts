/** What the values of a column are that the engine would read as BIGINT or DOUBLE. Counts leave NULL out. */
export interface NumberFacts {
  /** Values that are no plain number: text, or integers with leading zeros. */
  readonly texts: number;
  /** Integers that BIGINT takes and writes differently: `007`, `+5`, `1_000`, `0x1F`. */
  readonly respelled: number;
  /** Values with an exponent, and `inf` and `nan`. */
  readonly floats: number;
  /** Values with a decimal point and no exponent. */
  readonly decimals: number;
  /** The most digits before the decimal point, without leading zeros. */
  readonly integerDigits: number;
  /** The most digits behind the decimal point. */
  readonly scale: number;
  /**
   * Whether a value without an exponent is beyond 2^53, where DOUBLE rounds integers, one with an exponent is beyond its
   * range, or one has more digits than it holds.
   */
  readonly isBeyondDouble: boolean;
  readonly fitsBigint: boolean;
  readonly fitsHugeint: boolean;
}

const MAX_DECIMAL_DIGITS = 38;

/**
 * The type that holds each number of a column exactly, as the file has it: BIGINT, HUGEINT, DECIMAL or text. Floats
 * stay DOUBLE while no integer among them would be rounded and none becomes infinity. A text in a column of numbers keeps `sniffed`, so that the
 * engine names its line, unless `sniffed` would round one of the other values.
 */
export function numberType(sniffed: 'BIGINT' | 'DOUBLE', facts: NumberFacts): string {
  const isWhole = facts.floats === 0 && facts.decimals === 0;
  if (sniffed === 'BIGINT' && facts.respelled > 0) return 'VARCHAR';
  if (facts.texts > 0) return isExactAs(sniffed, isWhole, facts) ? sniffed : 'VARCHAR';
  if (isWhole && facts.fitsBigint) return 'BIGINT';
  if (isWhole && facts.fitsHugeint) return 'HUGEINT';
  if (!facts.isBeyondDouble) return 'DOUBLE';
  const { integerDigits, scale } = facts;
  if (isWhole || facts.floats > 0 || integerDigits + scale > MAX_DECIMAL_DIGITS) return 'VARCHAR';
  // With a digit before the point the engine prints the zero there.
  const width = Math.min(MAX_DECIMAL_DIGITS, Math.max(1, integerDigits) + scale);
  return `DECIMAL(${width},${scale})`;
}

function isExactAs(type: 'BIGINT' | 'DOUBLE', isWhole: boolean, facts: NumberFacts): boolean {
  return type === 'BIGINT' ? isWhole && facts.fitsBigint : !facts.isBeyondDouble;
}
