import type { Cell } from '../api/index.js';
import { parseExactNumber } from './values/exact-number.js';
import type { ExactNumber } from './values/exact-number.js';
import { groupedDigits } from './quantity-text.js';

/** What numbers come to. `sum` and `average` are decimals without exponent. */
export interface CellSum {
  /** How many numbers were added. */
  readonly numbers: number;
  readonly sum: string;
  /** Rounded half away from zero where `isAverageExact` is false. */
  readonly average: string;
  readonly isAverageExact: boolean;
}

/** Digits that an average may have more than the most precise of its numbers. */
const MORE_DIGITS = 4;
/** Numbers beyond this power of ten, or below its inverse, are not added. */
const GREATEST_MAGNITUDE = 2000;
const DIGITS_BEHIND_POINT = /^[^eE]*\.(\d+)$/;

/**
 * Adds cells exactly, whatever their length. NULL is skipped. Returns null where there is no number, and where a cell is
 * none, is infinite or not a number, or has a magnitude of more than 2,000 digits.
 */
export function sumCells(cells: Iterable<Cell>): CellSum | null {
  let total = 0n;
  let scale = 0;
  let numbers = 0;
  for (const cell of cells) {
    if (cell === null) continue;
    const number = parseExactNumber(cell);
    if (number === null || Math.abs(number.magnitude) > GREATEST_MAGNITUDE) return null;
    const wanted = Math.max(scale, scaleOf(cell, number));
    if (wanted > scale) total *= 10n ** BigInt(wanted - scale);
    scale = wanted;
    total += scaled(number, scale);
    numbers += 1;
  }
  return numbers === 0 ? null : { numbers, sum: decimalText(total, scale), ...averageOf(total, scale, numbers) };
}

/** Writes a decimal with a comma between groups of three digits before the point. */
export function groupedDecimal(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const grouped = groupedDigits(whole);
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Digits behind the point: as many as are printed, or as the value has where it is printed with an exponent. */
function scaleOf(text: string, { digits, magnitude }: ExactNumber): number {
  const printed = DIGITS_BEHIND_POINT.exec(text)?.[1]?.length ?? 0;
  return Math.max(printed, digits.length - 1 - magnitude, 0);
}

function scaled({ sign, digits, magnitude }: ExactNumber, scale: number): bigint {
  if (sign === 0) return 0n;
  const size = BigInt(digits) * 10n ** BigInt(scale + magnitude + 1 - digits.length);
  return sign < 0 ? -size : size;
}

function averageOf(total: bigint, scale: number, count: number): { average: string; isAverageExact: boolean } {
  const widened = total * 10n ** BigInt(MORE_DIGITS);
  const divisor = BigInt(count);
  const rest = widened % divisor;
  const half = widened < 0n ? -1n : 1n;
  const isUp = (rest < 0n ? -rest : rest) * 2n >= divisor;
  const rounded = widened / divisor + (isUp ? half : 0n);
  return { average: withoutZeros(decimalText(rounded, scale + MORE_DIGITS), scale), isAverageExact: rest === 0n };
}

/** Cuts zeros at the end down to `least` digits behind the point. */
function withoutZeros(text: string, least: number): string {
  let end = text.length;
  const point = text.indexOf('.');
  while (end > point + 1 + least && text[end - 1] === '0') end -= 1;
  return text.slice(0, end === point + 1 ? point : end);
}

function decimalText(value: bigint, scale: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
  return value < 0n ? `-${text}` : text;
}
