/** An open page asks for its file so often; a file that was not asked for twice as long is not in use. */
export const KEEP_EVERY_MS = 60_000;

/** A file of a person, as far as it matters whether another one may take its place. */
export interface KeptFile {
  readonly isBusy: boolean;
  /** Its rows were imported. */
  readonly isDone: boolean;
  /** Milliseconds since the epoch. */
  readonly usedAtMs: number;
}

/**
 * The file that gives way to another one: of those that were imported or that nobody works with the one used least lately.
 * Null where all are in use.
 */
export function replacedFile<T extends KeptFile>(files: readonly T[], nowMs: number): T | null {
  const idle = files.filter(
    ({ isBusy, isDone, usedAtMs }) => !isBusy && (isDone || nowMs - usedAtMs >= 2 * KEEP_EVERY_MS),
  );
  return idle.reduce<T | null>(
    (oldest, one) => (oldest === null || one.usedAtMs < oldest.usedAtMs ? one : oldest),
    null,
  );
}
