import { IMPORT_PART_BYTES } from './import-format.js';

const FIRST_PART_BYTES = 256 * 1024;
/** A part is to take so long: progress is seen to move, and little is sent again after a cut. */
const PART_MS = 500;
/** How fast the next part may be larger than the last one. */
const MAX_GROWTH = 4;
/** How much a measurement counts beside those before it. */
const WEIGHT = 0.3;

/** The size of the next part of a file, by how long the last one took; 0 bytes before the first part. */
export function nextPartBytes(lastBytes: number, lastMs: number): number {
  if (lastBytes === 0) return FIRST_PART_BYTES;
  const fitting = (lastBytes * PART_MS) / Math.max(1, lastMs);
  return Math.round(Math.min(IMPORT_PART_BYTES, lastBytes * MAX_GROWTH, Math.max(FIRST_PART_BYTES, fitting)));
}

/** A speed in units per second, smoothed over its measurements; `before` is null at the first one. */
export function smoothedRate(before: number | null, amount: number, ms: number): number {
  const now = (amount * 1000) / Math.max(1, ms);
  return before === null ? now : before + WEIGHT * (now - before);
}

/** The seconds until the rest is done; null while the speed is not known. */
export function secondsLeft(done: number, total: number, rate: number | null): number | null {
  if (rate === null || rate <= 0) return null;
  return Math.max(0, Math.ceil((total - done) / rate));
}
