import { rm } from 'node:fs/promises';
import { runningTestPostgres } from './running-test-postgres.mjs';

/** Throws away the servers that were started for this run of Jest. */
export default async function stopPostgres() {
  const folder = process.env['TEST_STATE_FOLDER'];
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  await Promise.all(runningTestPostgres.splice(0).map((stop) => stop()));
}
