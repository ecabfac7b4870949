import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { NewChannel, SchemaWatchRun } from '#libs/api';
import { shownTable } from '#libs/catalog';
import { bodyOf } from '../auth/testing/auth-app.js';
import { AttackApp } from './testing/attack-app.js';

/**
 * Names and comments of a database that a stranger may have chosen, on their way through snapshots, contracts, YAML and
 * messages. An attempt succeeds where a part of a name runs, a document means something else than the catalog, or an
 * answer or a message grows with what the stranger wrote.
 */
const MESSAGE_BYTES = 100_000;
/** What a webhook, which gets whole changes, may be sent for each column. */
const COLUMN_BYTES = 600;
const NAMES: Readonly<Record<string, string>> = {
  quote: `a'); DROP TABLE canary; --`,
  'double quote': `a"; DROP TABLE canary; --`,
  newline: 'a\nb: c\n- d',
  'carriage return': 'a\r\nBcc: eve@example.org',
  'right to left': 'a\u202Etxt.exe',
  'zero width': 'a\u200Bb',
  markup: '<script>alert(1)</script>',
  'a link': '[a](https://evil.example) <https://evil.example|b> @everyone',
  template: '${7*7}{{7*7}}%s%n$1',
  yaml: '!!js/function "x" &a *a',
  prototype: '__proto__',
  constructor: 'constructor',
  backslash: 'a\\',
  'next line': 'a\u0085b\u2028c',
  'all of it': '\u0001\u0007\u001b[31m',
  spaces: '   ',
  'sixty-three bytes': 'x'.repeat(63),
};

const received: string[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push(Buffer.concat(parts).toString('utf8'));
    response.end();
  });
});
let app: AttackApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  app = await AttackApp.start({ WORKBENCH_OUTBOUND_ALLOW: '127.0.0.0/8' });
  await app.database.execute(`CREATE TABLE canary (id int); ${Object.values(NAMES).map(createTable).join(';')}`);
  await snapshot();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const channel = await app.made<NewChannel>('/api/notifications/channels', {
    ...{ name: 'x', kind: 'webhook', settings: { url } },
  });
  const events = ['schema.changed', 'contract.violated'];
  await app.made('/api/notifications/subscriptions', { channel_id: channel.id, events });
});
afterAll(async () => {
  await app.stop();
  receiver.close();
});

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const createTable = (name: string) =>
  `CREATE TABLE ${quoted(name)} (${quoted(name)} int); COMMENT ON TABLE ${quoted(name)} IS ${literal(name)}`;

async function snapshot(): Promise<SchemaWatchRun> {
  return bodyOf<SchemaWatchRun>(await app.ann.post('/api/schema-watch/open/run').expect(200));
}

async function isCanaryThere(): Promise<boolean> {
  const { rows } = await app.database.execute("SELECT FROM pg_class WHERE relname = 'canary'");
  return rows.length === 1;
}

describe('a hostile name', () => {
  it.each(Object.entries(NAMES))('%s is frozen, and its YAML says the name and nothing else', async (_, name) => {
    const tables = [shownTable({ schema: 'public', name })];
    // A name of spaces or control characters alone may be refused as the name of a contract.
    const named = await app.ann.post('/api/contracts/open/freeze', { name, tables });
    expect([200, 201, 400]).toContain(named.status);
    const frozen = await app.ann.post('/api/contracts/open/freeze', { name: 'c', tables });
    expect([frozen.status, frozen.status < 300 ? '' : frozen.text]).toEqual([expect.any(Number), '']);
    const { text } = await app.ann.get('/api/contracts/open/export.yaml').expect(200);
    const document = parse(text) as { tables: Record<string, { columns: { name: string }[] }> };
    expect(Object.keys(document.tables)).toHaveLength(1);
    expect(Object.values(document.tables)[0]?.columns).toMatchObject([{ name, type: 'integer' }]);
    expect(text).not.toMatch(/(?!\n)[\p{Cc}\u202E\u2028\u200B\u0085]/u);
    expect(await isCanaryThere()).toBe(true);
  });

  it.each(Object.entries(NAMES))('%s breaks no message and no list of changes', async (_, name) => {
    const before = received.length;
    await app.database.execute(`ALTER TABLE ${quoted(name)} ADD ${quoted(`${name.slice(0, 50)} 2`)} text`);
    const run = await snapshot();
    expect(run.change?.changes).toHaveLength(1);
    while (received.length === before) await wait(20);
    const message = received.at(-1) ?? '';
    const parsed = JSON.parse(message) as { context: { changes: { name: string }[] } };
    expect(parsed.context.changes).toMatchObject([{ kind: 'column_added', name }]);
    expect(message.length).toBeLessThan(MESSAGE_BYTES);
    const answer = await app.ann.get('/api/schema-watch/open/changes').expect(200);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(await isCanaryThere()).toBe(true);
  });
});

describe('a very large catalog', () => {
  it('with a comment of a megabyte is watched, and messages stay short', async () => {
    const before = received.length;
    await app.database.execute(`CREATE TABLE commented (id int);
      COMMENT ON TABLE commented IS ${literal('c'.repeat(1_000_000))};
      COMMENT ON COLUMN commented.id IS ${literal('d'.repeat(1_000_000))}`);
    expect((await snapshot()).change?.changes).toHaveLength(1);
    while (received.length === before) await wait(20);
    expect(received.at(-1)?.length).toBeLessThan(MESSAGE_BYTES);
    const { text } = await app.ann.get('/api/schema-watch/open/changes').expect(200);
    expect(text.length).toBeLessThan(1_000_000);
  });

  it('with 10,000 new columns is watched, and a webhook gets all of them in one message', async () => {
    const before = received.length;
    const columns = Array.from({ length: 1_000 }, (_, at) => `${'n'.repeat(55)}${at} int`).join();
    const tables = Array.from({ length: 10 }, (_, at) => `CREATE TABLE wide_${at} (id int)`);
    await app.database.execute(tables.join(';'));
    await snapshot();
    await app.database.execute(Array.from({ length: 10 }, (_, at) => addColumns(`wide_${at}`, columns)).join(';'));
    expect((await snapshot()).change?.changes.length).toBeGreaterThanOrEqual(10_000);
    while (received.length < before + 2) await wait(20);
    const longest = Math.max(...received.slice(before).map(({ length }) => length));
    expect(longest).toBeLessThan(10_000 * COLUMN_BYTES);
  });
});

function addColumns(table: string, columns: string): string {
  return `ALTER TABLE ${table} ${columns
    .split(',')
    .map((column) => `ADD ${column}`)
    .join()}`;
}
