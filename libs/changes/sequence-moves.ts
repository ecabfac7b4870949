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

/**
 * Where a sequence is put that was moved further than numbers are taken; where it may also be others who have taken them, it
 * has to stay, since rows of theirs may have the numbers.
 */
export type SequenceMove =
  { readonly direction: 'back' | 'forward'; readonly to: bigint } | { readonly direction: 'unclear' };

/** No server gives more numbers of one sequence while a rehearsal runs. */
const MOST_TAKEN = 100_000_000n;
/** Of a smaller sequence, not more than this part of what it has left is burned. */
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
  const left = stepsTo(bound);
  const taken = BigInt(rows) + cache + least(left / PART_TAKEN, MOST_TAKEN);
  const steps = stepsTo(last);
  if (steps <= taken) return null;
  const isSet = steps > left / 2n && left / 2n > MOST_TAKEN;
  return isSet ? { direction: 'forward', to: former + taken * increment } : { direction: 'unclear' };
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
