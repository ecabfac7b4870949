import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { parse } from 'yaml';
import type { DemoOptions } from './demo.js';
import { Demo } from './demo.js';
import { readRecord } from './demo-record.js';
import type { ServerSearch } from './shop/find-server.js';
import { SERVER_SEARCH } from './shop/find-server.js';

interface Entry {
  readonly id: string;
  readonly port: number;
  readonly password: string;
  readonly path: string;
}

const ONLY_EMBEDDED: ServerSearch = { ...SERVER_SEARCH, installed: () => Promise.resolve([]) };
const NO_SERVER: ServerSearch = { installed: () => Promise.resolve([]), embedded: () => Promise.resolve(null) };

let home: string;
let demos: Demo[] = [];
let warnings: string[] = [];

const configFile = (): string => join(home, 'connections.yaml');

function makeHome(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'workbench-demo-'));
}

/** Passwords stay readable here: what is sealed and how the file is edited is tested where it is done. */
function plainFile(file: string): DemoOptions['connectionFile'] {
  return {
    seal: (plain) => Promise.resolve(`plain-${plain}`),
    change: async (id, changes) => {
      let text = await readFile(file, 'utf8');
      expect(['shop', 'reporting']).toContain(id);
      for (const [name, value] of Object.entries(changes) as [string, string | number][])
        text = text.replace(new RegExp(`(id: ${id}\\n(?:(?! {2}- ).*\\n)*? {4}${name}: )\\S+`), `$1${String(value)}`);
      await writeFile(file, text);
    },
  };
}

async function startedIn(folder: string, options: Partial<DemoOptions> = {}): Promise<Demo> {
  const file = join(folder, 'connections.yaml');
  const demo = new Demo({
    home: folder,
    configFile: file,
    mode: 'auto',
    connectionFile: plainFile(file),
    warn: (line) => warnings.push(line),
    ...options,
  });
  demos.push(demo);
  await demo.prepare();
  demo.startInBackground();
  return demo;
}

function started(options: Partial<DemoOptions> = {}): Promise<Demo> {
  return startedIn(home, options);
}

function entry(id: string): Promise<Entry> {
  return entryOf(home, id);
}

async function entryOf(folder: string, id: string): Promise<Entry> {
  const { connections } = parse(await readFile(join(folder, 'connections.yaml'), 'utf8')) as { connections: Entry[] };
  const found = connections.find((one) => one.id === id);
  if (found === undefined) throw new Error(`The connection ${id} is not in the file.`);
  return found;
}

/** Listens on a port, unless another program already does, which serves as well. */
function occupy(port: number): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(server));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function askShop(sql: string, id = 'shop'): Promise<unknown[]> {
  const { port, password } = await entry(id);
  const login = { user: 'shop', database: id, password: password.replace(/^plain-/, '') };
  const client = new pg.Client({ host: '127.0.0.1', port, ...login });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows[0] ?? [];
  } finally {
    await client.end();
  }
}

async function askDuckdb(sql: string, path = ':memory:'): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  const rows = (await connection.runAndReadAll(sql)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows[0] ?? [];
}

beforeEach(async () => {
  home = await makeHome();
  demos = [];
  warnings = [];
});

afterEach(async () => {
  for (const demo of demos) await demo.stop();
  await rm(home, { recursive: true, force: true });
});

describe('the first start', () => {
  it('makes four connections with the data of one story', async () => {
    const demo = await started();
    expect(demo.starting).toMatchObject({ connectionIds: ['shop', 'reporting'], isFirstTime: true });
    await demo.starting?.until;
    expect((await stat(home)).mode & 0o007).toBe(0);
    expect(warnings).toEqual([]);
    expect(await askShop('SELECT count(*)::int, count(DISTINCT customer_id) > 5000 FROM orders')).toEqual([
      50_000,
      true,
    ]);
    expect(await askShop('SELECT count(*)::int FROM delivery_areas WHERE ST_IsValid(area)')).toEqual([46]);
    expect(
      await askShop(
        'SELECT count(*)::int FROM orders o JOIN customers c ON c.id = o.customer_id WHERE placed_at < created_at',
      ),
    ).toEqual([0]);
    expect(
      await askShop(`SELECT count(*)::int FROM orders o
        WHERE total <> (SELECT sum(line_total) FROM order_items i WHERE i.order_id = o.id)`),
    ).toEqual([0]);
    expect(await askShop('SELECT sum(orders)::int > 40000 FROM monthly_revenue')).toEqual([true]);
    expect(await askShop("SELECT rolsuper FROM pg_roles WHERE rolname = 'shop'")).toEqual([false]);

    const revenue = await askShop('SELECT sum(total) FROM orders');
    expect(await askShop('SELECT sum(revenue) FROM daily_sales', 'reporting')).toEqual(revenue);
    expect(await askShop('SELECT count(DISTINCT store_id)::int FROM store_sales', 'reporting')).toEqual([24]);
    expect(await askShop('SELECT count(*) > 100 FROM department_sales', 'reporting')).toEqual([true]);

    const lake = join(home, (await entry('lake')).path);
    const [purchases] = await askDuckdb('SELECT count(order_id)::INTEGER FROM visits', lake);
    const webOrders = "SELECT count(*)::int FROM orders WHERE store_id IS NULL AND placed_at >= '2025-07-01 00:00+00'";
    expect(await askShop(webOrders)).toEqual([purchases]);

    const drop = join(home, (await entry('drop')).path);
    expect(await askDuckdb(`SELECT count(*) > 5000 FROM '${drop}/store_visitors.parquet'`)).toEqual([true]);
    expect(await askDuckdb(`SELECT count(*)::INTEGER FROM '${drop}/supplier_prices.csv'`)).toEqual([180]);
    expect(await askDuckdb(`SELECT count(*) > 300 FROM read_json('${drop}/returns.ndjson')`)).toEqual([true]);
    expect(await askDuckdb(`SELECT count(*) > 300 FROM read_csv('${drop}/exchange_rates.tsv')`)).toEqual([true]);
    expect(await askDuckdb(`SELECT count(*)::INTEGER FROM read_json('${drop}/opening_hours.json')`)).toEqual([23]);

    await demo.stop();
    const files = [configFile(), join(home, 'demo/demo.json'), lake, join(drop, 'returns.ndjson')];
    const before = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
    const second = await started();
    expect(second.starting).toMatchObject({ connectionIds: ['shop', 'reporting'], isFirstTime: false });
    await second.starting?.until;
    expect(await askShop('SELECT count(*)::int FROM orders')).toEqual([50_000]);
    expect(await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))).toEqual(before);
    expect(warnings).toEqual([]);
  });

  it('leaves out the shop where no server can be had, and says so in one line', async () => {
    const demo = await started({ serverSearch: NO_SERVER });
    expect(demo.starting).toBeNull();
    expect(warnings).toEqual([expect.stringContaining('The demo has no shop')]);
    const { connections } = parse(await readFile(configFile(), 'utf8')) as { connections: Entry[] };
    expect(connections.map(({ id }) => id)).toEqual(['lake', 'drop']);
  });

  it('writes nothing when the demo is off', async () => {
    await started({ mode: 'off' });
    await expect(readFile(configFile())).rejects.toThrow('ENOENT');
  });

  it('leaves out Reporting where only connections are wanted', async () => {
    const demo = await started({ mode: 'connections', serverSearch: ONLY_EMBEDDED });
    expect(demo.starting?.connectionIds).toEqual(['shop']);
    const { connections } = parse(await readFile(configFile(), 'utf8')) as { connections: Entry[] };
    expect(connections.map(({ id }) => id)).toEqual(['shop', 'lake', 'drop']);
  });

  it('keeps a configuration file that is there', async () => {
    await writeFile(configFile(), 'connections: []\n');
    const demo = await started();
    expect(demo.starting).toBeNull();
    expect(await readFile(configFile(), 'utf8')).toBe('connections: []\n');
  });
});

describe('a later start', () => {
  let original: string;
  let passwords: string[];
  let states: (string | undefined)[];

  /** One demo on the server from npm, whose filling is cut off at first: the tests below work on copies of it. */
  beforeAll(async () => {
    original = await makeHome();
    const entries: Entry[] = [];
    states = [];
    for (const isCutOff of [true, false]) {
      const demo = await startedIn(original, { serverSearch: ONLY_EMBEDDED });
      if (!isCutOff) await demo.starting?.until;
      await demo.stop();
      entries.push(await entryOf(original, 'shop'));
      states.push((await readRecord(join(original, 'demo/demo.json')))?.state);
    }
    passwords = entries.map(({ password }) => password);
  });

  afterAll(() => rm(original, { recursive: true, force: true }));

  /** Copies the demo into the home of this test, its Postgres only where that is going to be started. */
  async function copyDemo({ withPostgres }: { withPostgres: boolean }): Promise<void> {
    const parts = ['connections.yaml', 'demo/demo.json', ...(withPostgres ? ['demo/postgres'] : [])];
    await mkdir(join(home, 'demo'));
    for (const part of parts) execFileSync('cp', ['-a', join(original, part), join(home, part)]);
    const recordFile = join(home, 'demo/demo.json');
    await writeFile(recordFile, (await readFile(recordFile, 'utf8')).replaceAll(original, home));
  }

  it('fills a shop anew whose filling was cut off, with a new password', async () => {
    await copyDemo({ withPostgres: true });
    expect(states).toEqual(['loading', 'ready']);
    expect(passwords[0]).not.toBe(passwords[1]);
    expect((await entry('reporting')).password).toBe(passwords[1]);
    await (
      await started()
    ).starting?.until;
    expect(await askShop('SELECT count(*)::int FROM orders')).toEqual([50_000]);
    expect(await askShop("SELECT to_regclass('delivery_areas'), to_regclass('stores') IS NULL")).toEqual([null, false]);
    expect(await readRecord(join(home, 'demo/demo.json'))).toMatchObject({ state: 'ready', hasPostgis: false });
  });

  it('moves the shop to another port when somebody else has taken its own', async () => {
    await copyDemo({ withPostgres: true });
    const { port } = await entry('shop');
    const other = await occupy(port);
    try {
      await (
        await started()
      ).starting?.until;
      expect((await entry('shop')).port).not.toBe(port);
      expect((await entry('reporting')).port).toBe((await entry('shop')).port);
      expect(await askShop('SELECT count(*) > 0 FROM store_sales', 'reporting')).toEqual([true]);
      expect(await askShop('SELECT count(*)::int FROM orders')).toEqual([50_000]);
      const record = await readRecord(join(home, 'demo/demo.json'));
      expect(record).toMatchObject({ port: (await entry('shop')).port, previousPort: null });
    } finally {
      other.close();
    }
  });

  it('keeps the port before as long as the file was not rewritten', async () => {
    await copyDemo({ withPostgres: true });
    const { port } = await entry('shop');
    const other = await occupy(port);
    const change = () => Promise.reject(new Error('The disk is full.'));
    try {
      await started({ connectionFile: { ...plainFile(configFile()), change } });
      expect(warnings).toEqual([expect.stringContaining('The disk is full.')]);
      expect(await readRecord(join(home, 'demo/demo.json'))).toMatchObject({ previousPort: port });
    } finally {
      other.close();
    }
  });

  it('starts the server for Reporting alone', async () => {
    await copyDemo({ withPostgres: true });
    const text = await readFile(configFile(), 'utf8');
    await writeFile(configFile(), text.replace(/ {2}- id: shop\n(?: {4}.*\n)*/, ''));
    const demo = await started();
    expect(demo.starting?.connectionIds).toEqual(['reporting']);
    await demo.starting?.until;
    expect(await askShop('SELECT count(*) > 0 FROM daily_sales', 'reporting')).toEqual([true]);
  });

  it('starts no server for a shop that was removed from the file', async () => {
    await copyDemo({ withPostgres: false });
    await writeFile(configFile(), 'connections: []\n');
    expect((await started()).starting).toBeNull();
  });

  it('starts the server although the file cannot be read at the moment', async () => {
    await copyDemo({ withPostgres: true });
    const text = await readFile(configFile(), 'utf8');
    await writeFile(configFile(), `${text}\n  - { broken`);
    await started();
    await writeFile(configFile(), text);
    for (let attempt = 0; (await askShop('SELECT 1').catch(() => null)) === null; attempt++) {
      expect(attempt).toBeLessThan(500);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  it('says which server it needs when that is gone', async () => {
    await copyDemo({ withPostgres: false });
    const recordFile = join(home, 'demo/demo.json');
    const record = await readRecord(recordFile);
    await writeFile(recordFile, JSON.stringify({ ...record, binFolder: '/nowhere', postgresMajor: 12 }));
    expect((await started()).starting).toBeNull();
    expect(warnings).toEqual([expect.stringContaining('it needs PostgreSQL 12')]);
  });
});
