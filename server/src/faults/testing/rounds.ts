/** Rounds of a campaign: `quick` in `npm test`, `SOAK_ROUNDS` in `npm run soak`. */
export function roundsOf(quick: number): number {
  return Number(process.env.SOAK_ROUNDS ?? quick);
}

/** Size of a campaign that has no rounds: `quick` in `npm test`, `whole` in `npm run soak`. */
export function sizeOf(quick: number, whole: number): number {
  return process.env.SOAK_ROUNDS === undefined ? quick : whole;
}

/** Different in each round, the same in each campaign: spreads faults over the first `longest` milliseconds. */
export function delayOf(round: number, longestMs: number): number {
  return Math.round(longestMs * ((0.37 + round * 0.618_034) % 1));
}
