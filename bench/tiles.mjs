/**
 * Prints how near tiles are to their limit, the same statement in a bare server, over the same 500 tiles in one run; what
 * a map that hammers costs the studio; and, with `BENCH_SOAK=1`, memory over 100,000 tiles.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { latencies, median, quantile } from './parts/load.mjs';
import { residentMegabytes, startProgram, stopProgram } from './parts/processes.mjs';

const SERVER = 'dist/server/src/main.js';
const CALLERS = 8;
const ROUNDS = 5;
const TILES = 500;
const LINES = 4;
const LAYERS = {
  points: {
    sql: 'SELECT * FROM tile_points',
    columns: columns(
      'id integer',
      'name text',
      'price numeric(10,2)',
      'at timestamp with time zone',
      'geom geometry(Point,4326)',
    ),
  },
  areas: {
    sql: 'SELECT * FROM tile_areas',
    columns: columns('id integer', 'kind text', 'geom geometry(Polygon,4326)'),
  },
};
const databaseUrl = process.env.TEST_POSTGRES_URL;
if (!databaseUrl) throw new Error('Run it with "npm run bench", which starts the Postgres that it needs.');

/** @param {string[]} texts */
function columns(...texts) {
  return texts.map((text) => ({ name: String(text.split(' ', 1)[0]), type: text.slice(text.indexOf(' ') + 1) }));
}

const home = mkdtempSync(join(tmpdir(), 'workbench-bench-'));
let isMissed = false;
try {
  await fill();
  writeConnections();
  await measure();
} finally {
  rmSync(home, { recursive: true, force: true });
}
if (isMissed) console.log('Some targets were missed.');

async function fill() {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`CREATE EXTENSION IF NOT EXISTS postgis; DROP TABLE IF EXISTS tile_points, tile_areas;
    SELECT setseed(0.5);
    CREATE TABLE tile_points AS SELECT i AS id, 'Place ' || i AS name, (random() * 1000)::numeric(10,2) AS price,
      now() - i * interval '1 minute' AS at,
      ST_SetSRID(ST_Point(random() * 20 - 5, 40 + random() * 15), 4326)::geometry(Point, 4326) AS geom FROM generate_series(1, 300000) i;
    CREATE TABLE tile_areas AS SELECT id, 'kind ' || id % 7 AS kind, ST_Buffer(geom, 0.01, 4)::geometry(Polygon, 4326) AS geom
      FROM tile_points WHERE id <= 50000;
    CREATE INDEX ON tile_points USING gist (geom); CREATE INDEX ON tile_areas USING gist (geom);
    ANALYZE tile_points; ANALYZE tile_areas`);
  await client.end();
}

function writeConnections() {
  const { hostname, port, username, password, pathname } = new URL(String(databaseUrl));
  writeFileSync(
    join(home, 'connections.yaml'),
    `connections:\n  - { id: bench, name: Bench, kind: postgres, host: ${hostname}, port: ${port || 5432}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}" }\n`,
  );
}

/** Tiles over the data at the zooms of a person who looks around, always the same ones. */
function places() {
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  return Array.from({ length: TILES }, (_, index) => {
    const z = 8 + (index % 7);
    const [longitude, latitude] = [-4 + random() * 18, 41 + random() * 13];
    const x = Math.floor(((longitude + 180) / 360) * 2 ** z);
    const sine = Math.sin((latitude * Math.PI) / 180);
    const y = Math.floor((0.5 - Math.atanh(sine) / (2 * Math.PI)) * 2 ** z);
    return `${z}/${x}/${y}`;
  });
}

/** Reads tiles by so many callers; milliseconds of each, and tiles per second. @param {string} base @param {string[]} list @param {string} ending */
async function readTiles(base, list, ending = '') {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  /** @type {number[]} */
  const times = [];
  const waiting = [...list];
  const startedAt = performance.now();
  const caller = async () => {
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const start = performance.now();
      await get(`${base}/${place}${ending}`, agent);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const rate = list.length / ((performance.now() - startedAt) / 1000);
  agent.destroy();
  return { rate, p95: quantile(times, 0.95) };
}

/** @param {string} url @param {Agent} agent @returns {Promise<void>} */
function get(url, agent) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function measure() {
  const bare = await startProgram('bench/parts/bare-tile-server.mjs', {
    DATABASE_URL: String(databaseUrl),
    LAYERS: JSON.stringify(LAYERS),
    POOL_MAX: String(LINES),
  });
  const own = await startProgram(SERVER, {
    WORKBENCH_HOME: home,
    WORKBENCH_DEMO: 'off',
    PORT: '0',
    LOG_LEVEL: 'error',
  });
  const ownUrl = String(own.line.split(' ').at(-1));
  const bareUrl = `http://127.0.0.1:${bare.line.split(' ')[1]}`;
  try {
    for (const [name, { sql }] of Object.entries(LAYERS)) {
      const ownBase = `${ownUrl}/api/tiles/${await save(ownUrl, name, sql)}`;
      await compare(name, `${bareUrl}/${name}`, ownBase);
      if (name === 'areas') await hammer(ownUrl, ownBase);
      if (name === 'areas' && process.env.BENCH_SOAK) await soak(own.child.pid, ownBase);
    }
  } finally {
    await Promise.all([stopProgram(bare.child), stopProgram(own.child)]);
  }
}

/** @param {string} url @param {string} name @param {string} sql */
async function save(url, name, sql) {
  const body = JSON.stringify({ name, connection_id: 'bench', sql });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/studio/queries`, { method: 'POST', headers, body });
  return /** @type {{id: string}} */ (await answer.json()).id;
}

/** @param {string} name @param {string} bareBase @param {string} ownBase */
async function compare(name, bareBase, ownBase) {
  const list = places();
  for (const base of [bareBase, ownBase]) await readTiles(base, list);
  /** @type {{rate: number, p95: number}[]} */
  const ratios = [];
  /** @type {number[]} */
  const rates = [];
  /** @type {number[]} */
  const toKept = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const isBareFirst = round % 2 === 0;
    const first = await readTiles(isBareFirst ? bareBase : ownBase, list);
    const second = await readTiles(isBareFirst ? ownBase : bareBase, list);
    const [bare, own] = isBareFirst ? [first, second] : [second, first];
    ratios.push({ rate: own.rate / bare.rate, p95: own.p95 / bare.p95 });
    rates.push(own.rate);
    toKept.push(own.rate / (await readTiles(bareBase, list, '/kept')).rate);
  }
  const rate = median(ratios.map((one) => one.rate));
  const p95 = median(ratios.map((one) => one.p95));
  printRow(
    `Tiles/s of ${name}`,
    `${median(rates).toFixed(0)}, ${rate.toFixed(2)}× the same statement in a bare server`,
    '≥ 0.9×',
    rate >= 0.9,
  );
  const kept = `${median(toKept).toFixed(2)}× a bare server that prepares it once and takes it as bytes, as is done here`;
  printRow(`Tiles/s of ${name}`, kept, 'no limit', true);
  printRow(`Tiles of ${name}, p95`, `${p95.toFixed(2)}× the bare server`, '≤ 1.15×', p95 <= 1.15);
}

/** Previews of the studio, alone and while a map asks for tiles as fast as they come. @param {string} url @param {string} base */
async function hammer(url, base) {
  const body = JSON.stringify({ connection_id: 'bench', sql: 'SELECT * FROM tile_points LIMIT 200' });
  const preview = () => latencies(`${url}/api/studio/runs`, body, 300);
  await preview();
  const ratios = [];
  for (let round = 0; round < 3; round += 1) {
    const idle = quantile(await preview(), 0.95);
    let isOver = false;
    const map = (async () => {
      while (!isOver) await readTiles(base, places());
    })();
    const busy = quantile(await preview(), 0.95);
    isOver = true;
    await map;
    ratios.push(busy / idle);
  }
  const ratio = median(ratios);
  printRow('Previews while a map hammers, p95', `${ratio.toFixed(2)}× of idle`, '≤ 2×', ratio <= 2);
}

/** @param {number | undefined} pid @param {string} base */
async function soak(pid, base) {
  const list = places();
  /** @type {number[]} */
  const megabytes = [];
  for (let round = 0; round < 200; round += 1) {
    await readTiles(base, list);
    if (round % 20 === 19) megabytes.push(residentMegabytes(pid));
  }
  // Until then the collector is still finding the size that it works in.
  const [settled = 0, last = 0] = [megabytes[2], megabytes.at(-1)];
  const text = megabytes.map((size) => size.toFixed(0)).join(' ');
  printRow('Memory over 100,000 tiles', `${text} MB`, 'flat (≤ 1.1× of the third tenth)', last <= settled * 1.1);
}

/** @param {string} what @param {string} value @param {string} target @param {boolean} isMet */
function printRow(what, value, target, isMet) {
  isMissed ||= !isMet;
  console.log(`${what}: ${value} (${target})${isMet ? '' : '  MISSED'}`);
  if (!isMet) process.exitCode = 1;
}
