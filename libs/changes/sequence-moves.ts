/** Where a sequence is. Numbers may exceed what a double holds. */
export interface SequenceState {
  /** The last number that it gave; null where it gave none. */
  readonly last: bigint | null;
  /** Below 0 where it descends. */
  readonly increment: bigint;
  /** How many numbers a session takes at once. */
  readonly cache: bigint;
  readonly start: bigint;
  /** The last number that it can give. */
  readonly bound: bigint;
}

/** Where a sequence is put that was moved further than numbers are taken. */
export interface SequenceMove {
  readonly direction: 'back' | 'forward';
  readonly to: bigint;
}

/** Others may take so many numbers meanwhile, and a run so many without writing a row. */
const MOST_TAKEN = 1_000_000n;
/** Of a small sequence, not more than this part of what it has left. */
const PART_TAKEN = 100n;

/**
 * Whether a run that wrote `rows` has moved a sequence in another way than by taking numbers: back, or further forward than
 * it and others can have taken. It is put in front of all that others can have taken.
 */
export function sequenceMove(before: SequenceState, last: bigint | null, rows: number): SequenceMove | null {
  const { increment, cache, start, bound } = before;
  const former = before.last ?? start - increment;
  const stepsTo = (number: bigint): bigint => (number - former) / increment;
  if (last === null || (last - former) * increment < 0n)
    return before.last === null ? null : { direction: 'back', to: before.last };
  const room = stepsTo(bound) / PART_TAKEN;
  const taken = BigInt(rows) + cache + (room < MOST_TAKEN ? room : MOST_TAKEN);
  return stepsTo(last) > taken ? { direction: 'forward', to: former + taken * increment } : null;
}
