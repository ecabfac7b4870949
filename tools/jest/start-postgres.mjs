import { ensureApiTypes } from '../build/api-types/ensure.mjs';
import { compilePrograms } from './compile-programs.mjs';
import { makeStateFolder } from './state-folder.mjs';
import { startTestPostgres } from './test-postgres.mjs';
import { runningTestPostgres } from './running-test-postgres.mjs';

/**
 * Gives each worker of the database tests a Postgres of its own, so that what one file does to a server (ends its
 * sessions, fills its disk) never meets another file; unless `TEST_POSTGRES_URL` names the one to use.
 * @param {{ maxWorkers: number }} config
 */
export default async function startPostgres({ maxWorkers }) {
  await ensureApiTypes();
  await compilePrograms();
  await makeStateFolder();
  if (process.env['TEST_POSTGRES_URL']) return;
  // The first one clears what a killed run has left.
  const first = await startOne(1);
  const others = Array.from({ length: maxWorkers - 1 }, (_, index) => startOne(index + 2));
  process.env['TEST_POSTGRES_URLS'] = [first, ...(await Promise.all(others))].join(' ');
}

/** @param {number} number */
async function startOne(number) {
  const { url, stop } = await startTestPostgres(number);
  runningTestPostgres.push(stop);
  return url;
}
