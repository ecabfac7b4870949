/**
 * One person does their worst, until its input ends: `attack.mjs <attack> <url>`, with the headers of that person in
 * `ATTACK_HEADERS` as JSON. Prints a line when it begins, and one with what came of it.
 */
import { Agent, request } from 'node:http';

const [attack = '', url = ''] = process.argv.slice(2);
const person = JSON.parse(process.env['ATTACK_HEADERS'] ?? '{}');
const agent = new Agent({ keepAlive: true, maxSockets: 400 });
/** @type {Map<number, number>} */
const statuses = new Map();
let isOver = false;

/** @type {Record<string, () => Promise<unknown>>} */
const ATTACKS = {
  exports: () => loops(100, exportSlowly),
  duckdb: () =>
    loops(100, () =>
      run({ connection_id: 'duck', sql: 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b' }),
    ),
  requests: () => loops(200, () => send('GET', '/api/studio/runs'), 50),
  sessions: () =>
    loops(200, (at) =>
      run({ connection_id: 'bench', sql: 'SET work_mem = 65536; SELECT pg_sleep(1)', session_id: `tab-${at}` }),
    ),
  tiles: () =>
    loops(100, (at) => send('GET', `/api/tiles/${process.env['ATTACK_LAYER'] ?? 'none'}/3/${at % 8}/${(at >> 3) % 8}`)),
  streams: () => loops(50, () => send('GET', '/api/events')),
};

process.stdin.resume();
process.stdin.once('end', () => {
  isOver = true;
  agent.destroy();
});
console.log('ready');
await ATTACKS[attack]?.();
console.log(
  [...statuses]
    .sort()
    .map(([status, count]) => `${count} × ${status}`)
    .join(', '),
);
process.exit();

/** @param {number} count @param {(at: number) => Promise<unknown>} work @param {number} most rounds of each */
function loops(count, work, most = Infinity) {
  const loop = async (/** @type {unknown} */ _, /** @type {number} */ at) => {
    for (let round = 0; round < most && !isOver; round += 1) {
      await work(at).catch(() => new Promise((resolve) => setTimeout(resolve, 100)));
    }
  };
  return Promise.all(Array.from({ length: count }, loop));
}

async function exportSlowly() {
  const sql = 'SELECT i, pg_sleep(0.001) FROM generate_series(1, 5000) AS i';
  const made = await send('POST', '/api/studio/exports', { connection_id: 'bench', sql, format: 'csv' });
  if (made.href !== undefined) await send('GET', made.href);
}

/** Runs a text and waits until it is over. @param {object} body */
async function run(body) {
  let run = await send('POST', '/api/studio/runs', body);
  while (run.status === 'running' && !isOver) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    run = await send('GET', `/api/studio/runs/${run.id}`);
  }
}

/** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
function send(method, path, body) {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const type = payload ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) } : {};
  return new Promise((resolve, reject) => {
    const outgoing = request(`${url}${path}`, { method, agent, headers: { ...person, ...type } }, (response) => {
      const status = response.statusCode ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('error', reject);
      response.on('end', () => resolve(text.startsWith('{') ? JSON.parse(text) : {}));
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
