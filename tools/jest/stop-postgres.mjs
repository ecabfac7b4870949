import { runningTestPostgres } from './running-test-postgres.mjs';

/** Throws away the Postgres that was started for this run of Jest, if one was. */
export default async function stopPostgres() {
  await runningTestPostgres.stop?.();
  runningTestPostgres.stop = null;
}
