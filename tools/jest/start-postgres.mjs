import { startTestPostgres } from './test-postgres.mjs';
import { runningTestPostgres } from './running-test-postgres.mjs';

/** Gives the database tests a Postgres of their own, unless `TEST_POSTGRES_URL` names one. */
export default async function startPostgres() {
  if (process.env['TEST_POSTGRES_URL']) return;
  const { url, stop } = await startTestPostgres();
  process.env['TEST_POSTGRES_URL'] = url;
  runningTestPostgres.stop = stop;
}
