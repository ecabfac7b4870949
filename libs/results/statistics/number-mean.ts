import type { ColumnKind } from '../../api/index.js';
import { parseExactNumber } from '../values/exact-number.js';

/** Digits of a mean behind those that its values have. */
const MORE_DIGITS = 10;
/** Numbers further from one would take too long to add exactly. */
const MAX_EXPONENT = 2000;
/** A digit more than this number has makes one that a double still holds. */
const LARGEST_BUT_ONE_DIGIT = 1e14;
/** Sums that a double holds. */
const SAFE_SUM = 4e15;
const MINUS = 0x2d;
const ZERO = 0x30;
const PLAIN = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Takes the numbers of a column; gives their mean: rounded to ten digits behind those of the values for integers and
 * decimals, which are added exactly, and that of doubles for floats. Null without numbers, and once a text is not a finite
 * number.
 */
export class NumberMean {
  private count = 0;
  private isBroken = false;
  private sum = 0;
  private lost = 0;
  /** Sums of numbers by how many digits they have behind the point: those of few digits, and all others. */
  private readonly small: number[] = [];
  private readonly large: bigint[] = [];
  /** Most digits that a number has behind the point, zeros among them. */
  private scale = 0;

  constructor(private readonly kind: ColumnKind) {}

  add(text: string): void {
    this.count += 1;
    if (this.kind === 'float') this.addDouble(Number(text.trim() === '' ? Number.NaN : text));
    else this.addExactly(text);
  }

  mean(): string | null {
    if (this.count === 0 || this.isBroken) return null;
    if (this.kind !== 'float') return this.exactMean();
    const mean = (this.sum + this.lost) / this.count;
    return Number.isFinite(mean) ? String(mean) : null;
  }

  /** Keeps what rounding takes off the sum. */
  private addDouble(value: number): void {
    if (!Number.isFinite(value)) this.isBroken = true;
    const sum = this.sum + value;
    this.lost += Math.abs(this.sum) >= Math.abs(value) ? this.sum - sum + value : value - sum + this.sum;
    this.sum = sum;
  }

  private addExactly(text: string): void {
    if (!this.addShort(text)) this.addLong(text);
  }

  /** False where a text is not a plain number of so few digits, without zeros at its end, that a double holds them. */
  private addShort(text: string): boolean {
    const start = text.charCodeAt(0) === MINUS ? 1 : 0;
    const point = text.indexOf('.');
    let end = text.length;
    if (point >= 0) while (end > point + 1 && text.charCodeAt(end - 1) === ZERO) end -= 1;
    if (point === start || point === text.length - 1 || start === text.length) return false;
    let value = 0;
    for (let at = start; at < end; at += 1) {
      if (at === point) continue;
      const digit = text.charCodeAt(at) - ZERO;
      if (digit < 0 || digit > 9 || value >= LARGEST_BUT_ONE_DIGIT) return false;
      value = value * 10 + digit;
    }
    this.scale = Math.max(this.scale, point < 0 ? 0 : text.length - point - 1);
    this.addSmall(start === 0 ? value : -value, point < 0 ? 0 : end - point - 1);
    return true;
  }

  private addLong(text: string): void {
    const match = PLAIN.exec(text);
    if (!match) {
      this.addAny(text);
      return;
    }
    const [, sign = '', whole = '', fraction = ''] = match;
    this.addLarge(BigInt(sign + whole + fraction), fraction.length);
  }

  private addSmall(value: number, scale: number): void {
    const sum = (this.small[scale] ?? 0) + value;
    const isSafe = Math.abs(sum) < SAFE_SUM;
    this.small[scale] = isSafe ? sum : 0;
    if (!isSafe) this.addLarge(BigInt(sum), scale);
  }

  private addLarge(value: bigint, scale: number): void {
    this.large[scale] = (this.large[scale] ?? 0n) + value;
  }

  private addAny(text: string): void {
    const number = parseExactNumber(text);
    if (number === null || Math.abs(number.magnitude) > MAX_EXPONENT) this.isBroken = true;
    else if (number.sign !== 0) {
      const exponent = number.magnitude + 1 - number.digits.length;
      const value = BigInt(number.sign) * BigInt(number.digits) * 10n ** BigInt(Math.max(0, exponent));
      this.addLarge(value, Math.max(0, -exponent));
    }
  }

  private exactMean(): string {
    const scale = Math.max(this.scale, this.small.length - 1, this.large.length - 1);
    let sum = 0n;
    for (let at = 0; at <= scale; at += 1) {
      const value = BigInt(this.small[at] ?? 0) + (this.large[at] ?? 0n);
      if (value !== 0n) sum += value * 10n ** BigInt(scale - at);
    }
    return quotientText(sum * 10n ** BigInt(MORE_DIGITS), BigInt(this.count), scale + MORE_DIGITS);
  }
}

/** A quotient of a number of `scale` digits behind the point, rounded to as many, without zeros at its end. */
function quotientText(value: bigint, divisor: bigint, scale: number): string {
  const size = value < 0n ? -value : value;
  const rounded = (2n * size + divisor) / (2n * divisor);
  const digits = String(rounded).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = withoutZeros(digits.slice(digits.length - scale));
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return value < 0n && rounded !== 0n ? `-${text}` : text;
}

function withoutZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === '0') end -= 1;
  return text.slice(0, end);
}
