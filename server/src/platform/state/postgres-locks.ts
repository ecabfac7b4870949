/** Who migrates; a number of our own, as advisory locks have no names. */
export const MIGRATION_LOCK = 7_301_001;
/** Who writes: one transaction at a time, over all processes, as with SQLite. */
const WRITER_LOCK = 7_301_002;
const LEAST_MS = 100;

/** Makes the running transaction the only one that writes the state; it waits for its turn at most `patienceMs`. */
export function acquireWriterLock(patienceMs: number): string {
  const limit = Math.max(LEAST_MS, Math.round(patienceMs));
  return `SELECT set_config('lock_timeout', '${limit}ms', true), pg_advisory_xact_lock(${WRITER_LOCK})`;
}
