import { runningTestPostgres } from './running-test-postgres.mjs';
import { removeStateFolder } from './state-folder.mjs';

/** Throws away the servers that were started for this run of Jest. */
export default async function stopPostgres() {
  await removeStateFolder();
  await Promise.all(runningTestPostgres.splice(0).map((stop) => stop()));
}
