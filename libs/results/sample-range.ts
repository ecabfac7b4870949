/** Values of a sorted list: from the one at `from`, counted from 0, up to but not including the one at `to`. */
export interface ListRange {
  readonly from: number;
  readonly to: number;
}

/** Places in a sorted sample, counted from 0; null stands for an end of the list. */
export interface SampleRange {
  readonly low: number | null;
  readonly high: number | null;
}

/** Standard deviations by which the range of a sample is wider than expected: one in ten thousand ranges is too narrow. */
const DEVIATIONS = 4;

/**
 * Where in a sorted random sample of `sampled` values out of `total` to cut the whole list, so that the wanted values
 * lie between the two cuts, hardly ever outside of them. The more values the sample has, the fewer others lie there.
 */
export function sampleRange({ from, to }: ListRange, total: number, sampled: number): SampleRange {
  const low = Math.floor(placeOf(from, -1)) - 1;
  const high = Math.ceil(placeOf(to, 1));
  return { low: low < 0 ? null : low, high: high >= sampled ? null : high };

  function placeOf(rank: number, side: -1 | 1): number {
    const share = total === 0 ? 0 : Math.min(1, Math.max(0, rank / total));
    return share * sampled + side * DEVIATIONS * Math.sqrt(sampled * share * (1 - share));
  }
}
