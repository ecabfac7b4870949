/** How one tile was answered. Times are milliseconds. */
export interface TileTiming {
  readonly place: string;
  readonly status: number;
  readonly totalMs: number;
  /** In the database, with the wait for a line; null where the answer does not say. */
  readonly databaseMs: number | null;
  readonly bytes: number;
  /** Features in the tile; null where the answer does not say. */
  readonly features: number | null;
  readonly isTruncated: boolean;
}

/** Tiles whose times are shown. */
export const TIMINGS_SHOWN = 12;
/** Tiles whose times count for the median. */
const TIMINGS_KEPT = 200;

const DATABASE_TIME = /(?:^|,)\s*db;dur=([\d.]+)/;

/** Reads an answer's timing from its headers. */
export function timingOf(
  place: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  { totalMs, bytes }: { totalMs: number; bytes: number },
): TileTiming {
  const database = DATABASE_TIME.exec(headers.get('Server-Timing') ?? '')?.[1];
  const features = headers.get('X-Tile-Features');
  return {
    ...{ place, status, totalMs, bytes },
    databaseMs: database === undefined ? null : Number(database),
    features: features === null ? null : Number(features),
    isTruncated: headers.has('X-Tile-Truncated'),
  };
}

/** The newest first, so many as are of use. */
export function withTiming(timings: readonly TileTiming[], next: TileTiming): TileTiming[] {
  return [next, ...timings].slice(0, TIMINGS_KEPT);
}

/** The total time below which so large a share of the tiles stayed; null without tiles. */
export function quantileMs(timings: readonly TileTiming[], share: number): number | null {
  const sorted = timings.map(({ totalMs }) => totalMs).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}
