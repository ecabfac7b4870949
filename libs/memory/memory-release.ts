/** What is known of a process at one moment. */
export interface MemorySample {
  /** Part of the time since the last sample in which the event loop was busy, 0 to 1. */
  readonly load: number;
  /** Bytes of resident memory. */
  readonly residentBytes: number;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

/** `watching` for a quiet time, or `releasing` memory in one. */
export interface ReleaseState {
  readonly kind: 'watching' | 'releasing';
  /** When this state, or within it the quiet time, began. */
  readonly sinceMs: number;
  /** Resident memory after the last release: less than this is not to be had. */
  readonly floorBytes: number;
}

export interface ReleaseTimings {
  /** Quiet for so long, a process starts to release memory. */
  readonly quietMs: number;
  /** So long it goes on. */
  readonly releaseMs: number;
}

/** Above it a person may be waiting. */
const QUIET_LOAD = 0.1;
/** A gain below this is not worth two collections. */
const WORTHWHILE_BYTES = 24 * 1024 * 1024;

/** The state of a process that has just started. */
export function initialRelease(atMs: number): ReleaseState {
  return { kind: 'watching', sinceMs: atMs, floorBytes: 0 };
}

/**
 * The state after a sample. Memory is released in quiet times only, and where it has grown since the last release; the
 * first busy sample ends a release.
 */
export function nextRelease(state: ReleaseState, sample: MemorySample, timings: ReleaseTimings): ReleaseState {
  const { load, residentBytes, atMs } = sample;
  const isQuiet = load <= QUIET_LOAD;
  if (state.kind === 'releasing') {
    const isOver = !isQuiet || atMs - state.sinceMs >= timings.releaseMs;
    return isOver ? { kind: 'watching', sinceMs: atMs, floorBytes: isQuiet ? residentBytes : state.floorBytes } : state;
  }
  if (!isQuiet) return { ...state, sinceMs: atMs };
  const isWorthwhile = residentBytes - state.floorBytes >= WORTHWHILE_BYTES;
  return isWorthwhile && atMs - state.sinceMs >= timings.quietMs
    ? { ...state, kind: 'releasing', sinceMs: atMs }
    : state;
}
