/** Rounds of a campaign: `quick` in `npm test`, `SOAK_ROUNDS` in `npm run soak`. */
export function roundsOf(quick: number): number {
  return Number(process.env.SOAK_ROUNDS ?? quick);
}

/** Different in each round, the same in each campaign: spreads faults over the first `longest` milliseconds. */
export function delayOf(round: number, longestMs: number): number {
  return Math.round(longestMs * ((0.37 + round * 0.618_034) % 1));
}
