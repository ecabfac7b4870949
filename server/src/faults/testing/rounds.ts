/** Rounds of a campaign: `quick` in `npm test`, `SOAK_ROUNDS` in `npm run soak`. */
export function roundsOf(quick: number): number {
  return Number(process.env.SOAK_ROUNDS ?? quick);
}

/** Size of a campaign that has no rounds: `quick` in `npm test`, `whole` in `npm run soak`. */
export function sizeOf(quick: number, whole: number): number {
  return process.env.SOAK_ROUNDS === undefined ? quick : whole;
}

/** Cases of a campaign: one of `step`, from the `first` on, in `npm test`, all of them in `npm run soak`. */
export function casesOf<T>(all: readonly T[], step: number, first = 0): readonly T[] {
  return process.env.SOAK_ROUNDS === undefined ? all.filter((_, at) => at % step === first % step) : all;
}

/** Different in each round, the same in each campaign: spreads faults over the first `longest` milliseconds. */
export function delayOf(round: number, longestMs: number): number {
  return Math.round(longestMs * ((0.37 + round * 0.618_034) % 1));
}
