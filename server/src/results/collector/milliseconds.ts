/** Milliseconds to the microsecond, which is enough. */
export function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
