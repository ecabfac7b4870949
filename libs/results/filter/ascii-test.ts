import type { FilterOp } from '../../api/index.js';

/** Whether a cell, the bytes `from` to `to`, meets a condition; null where its bytes alone do not show it. */
export type AsciiTest = (bytes: Uint8Array, from: number, to: number) => boolean | null;

/** The operations that are decided on bytes. */
export type AsciiOp = Extract<FilterOp, 'contains' | 'starts_with' | 'ends_with' | 'equals'>;

// eslint-disable-next-line no-control-regex -- All of ASCII is meant.
const ASCII = /^[\x00-\x7f]+$/;
const END_OF_ASCII = 0x80;
const AS_IS = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const LOWER = AS_IS.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));
/** Of longer ones each byte may have to be compared with each: engines of patterns know better. */
const MOST_VALUE_BYTES = 64;
const MOST_CELL_BYTES = 4096;

/**
 * A condition on texts for cells that are UTF-8 bytes, several times as fast as making a text of each cell. Null for a value
 * that is empty, long or not ASCII.
 */
export function asciiTest(op: AsciiOp, value: string, isExact: boolean): AsciiTest | null {
  if (!ASCII.test(value) || value.length > MOST_VALUE_BYTES) return null;
  const folded = isExact ? AS_IS : LOWER;
  const wanted = Uint8Array.from(value, (character) => folded[character.charCodeAt(0)] ?? 0);
  const { length } = wanted;
  const isAt = (bytes: Uint8Array, at: number): boolean => {
    for (let place = 0; place < length; place += 1) if (folded[bytes[at + place] ?? 0] !== wanted[place]) return false;
    return true;
  };
  const isMet: Record<AsciiOp, (bytes: Uint8Array, from: number, to: number) => boolean> = {
    contains: (bytes, from, to) => {
      for (let at = from; at <= to - length; at += 1) if (isAt(bytes, at)) return true;
      return false;
    },
    starts_with: (bytes, from, to) => to - from >= length && isAt(bytes, from),
    ends_with: (bytes, from, to) => to - from >= length && isAt(bytes, to - length),
    equals: (bytes, from, to) => to - from === length && isAt(bytes, from),
  };
  const test = isMet[op];
  return (bytes, from, to) => {
    if (to - from > MOST_CELL_BYTES) return null;
    if (test(bytes, from, to)) return true;
    // Some letters beyond ASCII differ from ASCII letters by case alone, such as the sign of Kelvin.
    return isExact || isAscii(bytes, from, to) ? false : null;
  };
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) >= END_OF_ASCII) return false;
  return true;
}
