/** Prints what sign-in costs a query: previews of a bearer token in multi-user mode against those of single-user mode. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchDatabaseUrl, fillBigTable, writeBenchConnections } from './parts/bench-connection.mjs';
import { median, throughput } from './parts/load.mjs';
import { startProgram, stopProgram } from './parts/processes.mjs';

const SERVER = 'dist/server/src/main.js';
const ROUNDS = 9;
const ADMIN = { email: 'bench@example.org', password: 'correct horse battery' };
const databaseUrl = benchDatabaseUrl();

const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
try {
  await fillBigTable(databaseUrl);
  writeBenchConnections(home, databaseUrl);
  const ratio = await measure();
  const isMet = ratio >= 0.9;
  if (!isMet) process.exitCode = 1;
  console.log(
    `Previews/s with a bearer token: ${ratio.toFixed(2)}× single-user mode (≥ 0.9×)${isMet ? '' : '  MISSED'}`,
  );
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function measure() {
  const env = {
    WORKBENCH_DEMO: 'off',
    PORT: '0',
    LOG_LEVEL: 'error',
    WORKBENCH_CONFIG: join(home, 'connections.yaml'),
  };
  const single = await startProgram(SERVER, { ...env, WORKBENCH_HOME: join(home, 'single') });
  const multi = await startProgram(SERVER, {
    ...env,
    WORKBENCH_HOME: join(home, 'multi'),
    WORKBENCH_MODE: 'multi',
    // It measures what an identity costs, and not what one person is limited to.
    WORKBENCH_PERSON_REQUESTS_PER_SECOND: '0',
    WORKBENCH_PERSON_RUNNING: '1000',
    WORKBENCH_ADMIN_EMAIL: ADMIN.email,
    WORKBENCH_ADMIN_PASSWORD: ADMIN.password,
  });
  const [singleUrl, multiUrl] = [single, multi].map(({ line }) => String(line.split(' ').at(-1)));
  const headers = { Authorization: `Bearer ${await tokenAt(String(multiUrl))}` };
  const body = JSON.stringify({ connection_id: 'bench', sql: 'SELECT * FROM big LIMIT 200' });
  /** @param {string | undefined} url @param {Record<string, string>} more */
  const rate = (url, more = {}) => throughput(`${url}/api/studio/runs`, body, 32, 2, more);
  await rate(singleUrl);
  await rate(multiUrl, headers);
  const ratios = [];
  for (let round = 0; round < ROUNDS; round += 1)
    ratios.push((await rate(multiUrl, headers)) / (await rate(singleUrl)));
  await Promise.all([stopProgram(single.child), stopProgram(multi.child)]);
  return median(ratios);
}

/** Signs in and makes a token. @param {string} url */
async function tokenAt(url) {
  const headers = { 'Content-Type': 'application/json', Origin: url };
  const signIn = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(ADMIN) });
  const cookie = String(signIn.headers.get('set-cookie')).split(';', 1)[0] ?? '';
  const made = await fetch(`${url}/api/profile/tokens`, {
    method: 'POST',
    headers: { ...headers, Cookie: cookie },
    body: JSON.stringify({ name: 'bench' }),
  });
  return /** @type {{token: string}} */ (await made.json()).token;
}
