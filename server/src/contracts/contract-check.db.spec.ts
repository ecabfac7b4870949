import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DEFAULT_GRANTS, LOCAL_ACTOR } from '#libs/access';
import type { ContractCheck } from '#libs/api';
import type { EventMap } from '#libs/events';
import { ConnectionAccess } from '../connections/index.js';
import { userActor } from '../platform/testing/test-actor.js';
import { RehearsalService } from '../schema-watch/index.js';
import { ContractCheckService } from './contract-check.service.js';
import { ContractsApp } from './testing/contracts-app.js';
import type { Answer } from './testing/contracts-app.js';

const START = `
  DROP SCHEMA public CASCADE; CREATE SCHEMA public;
  CREATE TABLE customers (id bigint PRIMARY KEY, email text NOT NULL, name text);
  CREATE TABLE orders (id bigint PRIMARY KEY, customer_id bigint REFERENCES customers, total numeric(12,2) NOT NULL);
  CREATE VIEW totals AS SELECT sum(total) FROM orders;
  CREATE SEQUENCE numbers;
  INSERT INTO customers VALUES (1, 'a@example.org', NULL)`;

let app: ContractsApp;
let performed: EventMap['action.performed'][];
let published: unknown[][];

beforeAll(async () => {
  app = await ContractsApp.start();
  performed = app.heard('action.performed');
  published = [app.heard('schema.changed'), app.heard('contract.violated')];
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.ddl(START);
  await app.freeze({ name: 'Billing' });
  performed.length = 0;
});

const send = (sql: string, query = ''): Promise<Answer<ContractCheck>> =>
  app.send<ContractCheck>('POST', `/api/contracts/db/check${query}`, { sql });
async function check(sql: string): Promise<ContractCheck> {
  const { status, body } = await send(sql);
  expect([status, body]).toMatchObject([200, { connection_id: 'db' }]);
  return body;
}
/** One cell of the database as it is, asked outside of the workbench. */
async function cell(sql: string): Promise<string> {
  const { rows } = await app.database.execute(sql);
  return Object.values(rows[0] ?? {})[0] ?? '';
}
const tables = () =>
  cell(
    `SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
const sessions = () =>
  cell(
    `SELECT count(*)::text FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
  );
const sentences = (violations: readonly { summary: string }[]) => violations.map(({ summary }) => summary);

describe('the check of a migration', () => {
  it('reports what would break, what would change and who relies on it, and leaves everything as it was', async () => {
    const found = await check(`
      -- a migration
      ALTER TABLE orders DROP total CASCADE;
      ALTER TABLE customers RENAME name TO full_name;
      CREATE TABLE returns (id int);
      UPDATE customers SET email = 'gone'`);
    expect(found.outcome).toBe('breaks');
    expect(sentences(found.broken)).toEqual([
      'customers.name: column no longer exists',
      'orders.total: column no longer exists',
    ]);
    expect(found.summary).toBe(
      'customers: - column name; customers: + column full_name text; orders: - column total; + table returns; - view totals',
    );
    expect(found.changes[1]).toMatchObject({ renamed_from: 'name' });
    expect(found.impact.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'contract Billing',
      'contract Billing',
      'view totals',
    ]);
    expect(found.statements.map(({ line, status, error }) => [line, status, error])).toEqual([
      [3, 'succeeded', null],
      [4, 'succeeded', null],
      [5, 'succeeded', null],
      [6, 'succeeded', null],
    ]);
    expect([await tables(), await cell('SELECT email FROM customers')]).toEqual(['customers orders', 'a@example.org']);
    expect([(await app.contract()).state, published]).toEqual(['holds', [[], []]]);
    expect(performed).toMatchObject([
      { action: 'contract.check', outcome: 'done', details: { contract: 'Billing', result: 'breaks' } },
    ]);
    expect(await sessions()).toBe('0');
  });

  it('holds where only something comes', async () => {
    const found = await check('ALTER TABLE orders ADD note text; CREATE INDEX ON orders (total)');
    expect([found.outcome, found.broken, found.changes.length]).toEqual(['holds', [], 2]);
  });

  it('distinguishes what is already broken from what would break, and lists what would be mended', async () => {
    await app.ddl('ALTER TABLE customers DROP name; ALTER TABLE customers ALTER email DROP NOT NULL');
    const found = await check('ALTER TABLE customers ADD name text');
    expect([found.outcome, sentences(found.mended), sentences(found.already_broken)]).toEqual([
      'holds',
      ['customers.name: column no longer exists'],
      ['customers.email: NOT NULL dropped'],
    ]);
  });

  it('reports which statement failed, where, and runs none after it', async () => {
    const found = await check('CREATE TABLE a (i int);\nALTER TABLE nowhere ADD i int;\nCREATE TABLE b (i int)');
    expect(found.outcome).toBe('fails');
    expect(found.statements).toMatchObject([
      { line: 1, status: 'succeeded' },
      { line: 2, status: 'failed', error: { message: 'relation "nowhere" does not exist', sqlstate: '42P01' } },
      { line: 3, status: 'not_run' },
    ]);
    expect([found.broken, await tables()]).toEqual([[], 'customers orders']);
  });

  it('hears deferred constraints, which a commit would have heard', async () => {
    const found = await check(`
      CREATE TABLE notes (customer_id bigint REFERENCES customers DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO notes VALUES (99)`);
    expect(found.statements[1]?.error?.sqlstate).toBe('23503');
  });

  it.each([
    ['COMMIT', ['COMMIT']],
    ['BEGIN; DROP TABLE orders; COMMIT', ['BEGIN', 'COMMIT']],
    [
      'DROP TABLE orders; CREATE INDEX CONCURRENTLY i ON customers (name); VACUUM',
      ['CREATE INDEX CONCURRENTLY', 'VACUUM'],
    ],
    ['CREATE DATABASE other', ['CREATE DATABASE']],
    ['COPY customers FROM STDIN', ['COPY … FROM STDIN']],
    [
      `COPY customers (${Array(50).fill('name').join(', ')}) FROM '/etc/passwd'`,
      ['COPY … with a file or program of the server'],
    ],
    [
      'ALTER TABEL orders ADD i int',
      ['A statement that the parser of PostgreSQL does not accept (syntax error at or near "TABEL")'],
    ],
    ['\\d orders', ['A statement that the parser of PostgreSQL does not accept (syntax error at or near "\\")']],
  ])('refuses %s by name and runs nothing', async (sql, names) => {
    const { status, body } = await app.send('POST', '/api/contracts/db/check', { sql });
    expect([status, body.code]).toEqual([422, 'cannot-be-rehearsed']);
    expect(body.detail).toContain(names.join(', '));
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(names.map(() => '/sql'));
    expect(await tables()).toBe('customers orders');
  });

  it.each([
    ['a block', 'DO $$ BEGIN DROP TABLE orders CASCADE; COMMIT; END $$', '2D000'],
    [
      'a procedure',
      'CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ BEGIN DROP TABLE orders CASCADE; COMMIT; END $$; CALL p()',
      '2D000',
    ],
    ['dynamic SQL', `DO $$ BEGIN EXECUTE 'COMMIT'; END $$`, '0A000'],
  ])('cannot be left by a COMMIT in %s', async (_, sql, sqlstate) => {
    const found = await check(sql);
    expect([found.outcome, found.statements.at(-1)?.error?.sqlstate]).toEqual(['fails', sqlstate]);
    expect(await tables()).toBe('customers orders');
  });

  it('is not misled by what the statements set', async () => {
    const found = await check(`SET search_path = nowhere; SET statement_timeout = 100; SET LOCAL lock_timeout = 0;
      SET default_transaction_read_only = on; SET client_encoding = LATIN1; SET ROLE pg_monitor`);
    expect([found.outcome, found.changes]).toEqual(['holds', []]);
  });

  it('does not keep the rows of a query', async () => {
    const found = await check(`SELECT repeat('x', 1000) FROM generate_series(1, 200000); SELECT nextval('numbers')`);
    expect(found.outcome).toBe('holds');
    expect(await cell('SELECT last_value::text FROM numbers')).toBe('1');
  });

  it('gives up waiting for a lock', async () => {
    await app.ddl('BEGIN; LOCK TABLE orders');
    const found = await check('ALTER TABLE orders ADD i int');
    await app.ddl('ROLLBACK');
    expect(found.statements[0]?.error?.sqlstate).toBe('55P03');
  });

  it('is cancelled in the database when its person may no longer write', async () => {
    const { app: nest } = app.workbench;
    const isGone = new AbortController().signal;
    const checking = nest
      .get(ContractCheckService)
      .check(userActor('ann'), 'db', { sql: 'SELECT pg_sleep(60)' }, isGone);
    const refusal = expect(checking).rejects.toMatchObject({ code: 'forbidden' });
    while ((await sessions()) !== '1') await pause(20);
    await nest.get(ConnectionAccess).change(LOCAL_ACTOR, 'db', [{ subject: { kind: 'everybody' }, level: 'query' }]);
    await refusal;
    await nest.get(ConnectionAccess).change(LOCAL_ACTOR, 'db', DEFAULT_GRANTS);
    while ((await sessions()) !== '0') await pause(20);
  });

  it('is cancelled in the database when nobody waits for it any more', async () => {
    const leaving = new AbortController();
    const body = JSON.stringify({ sql: 'SELECT pg_sleep(60)' });
    const address = new URL('/api/contracts/db/check', await app.workbench.app.getUrl());
    const headers = { 'Content-Type': 'application/json' };
    const asked = fetch(address, { method: 'POST', body, headers, signal: leaving.signal }).catch(() => null);
    while ((await sessions()) !== '1') await new Promise((resolve) => setTimeout(resolve, 20));
    leaving.abort();
    expect(await asked).toBeNull();
    while ((await sessions()) !== '0') await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('follows another one of the same connection', async () => {
    const found = await Promise.all(
      [1, 2, 3].map((number) => check(`CREATE TABLE t${number} (i int); ALTER TABLE orders ADD t int`)),
    );
    expect(found.map(({ summary }) => summary)).toEqual(
      [1, 2, 3].map((number) => `orders: + column t integer; + table t${number}`),
    );
  });

  it('is available as JUnit for builds', async () => {
    const { status, body } = await app.send<string>('POST', '/api/contracts/db/check?format=junit', {
      sql: 'DROP TABLE orders CASCADE',
    });
    expect(status).toBe(200);
    expect(body).toContain('<testcase classname="db.contract" name="customers" time="0"/>');
    expect(body).toContain('<failure message="orders: table no longer exists" type="table_gone">');
  });

  it('is about the contract that was in force when it began', async () => {
    const rehearsal = app.workbench.app.get(RehearsalService);
    const rehearse = rehearsal.rehearse.bind(rehearsal);
    const spy = jest.spyOn(rehearsal, 'rehearse').mockImplementation(async (...order) => {
      const found = await rehearse(...order);
      await app.send('DELETE', '/api/contracts/db');
      return found;
    });
    const { status, body } = await app.send<string>('POST', '/api/contracts/db/check?format=junit', {
      sql: 'ALTER TABLE orders DROP total CASCADE',
    });
    spy.mockRestore();
    expect([status, body.match(/<failure /g)?.length]).toEqual([200, 1]);
    expect(body).toContain('name="Billing" tests="2" failures="1"');
  });

  it('names in JUnit what depends on an object that cannot be dropped', async () => {
    const { body } = await app.send<string>('POST', '/api/contracts/db/check?format=junit', {
      sql: 'DROP TABLE orders',
    });
    expect(body).toContain(
      'message="cannot drop table orders because other objects depend on it&#10;view totals depends on table orders&#10;Use DROP ... CASCADE',
    );
  });

  it.each([
    ['nothing to run', { sql: '-- nothing' }, 422, 'nothing-to-run'],
    ['no text', {}, 400, 'validation-failed'],
  ])('refuses %s', async (_, input, status, code) => {
    const answer = await app.send('POST', '/api/contracts/db/check', input);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it.each([
    ['duck', 422, 'not-relational'],
    ['gone', 404, 'contract-not-found'],
    ['none', 404, 'connection-not-found'],
  ])('is refused on %s', async (id, status, code) => {
    const answer = await app.send('POST', `/api/contracts/${id}/check`, { sql: 'SELECT 1' });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('is refused where the connection takes no writes', async () => {
    const { host, port, user, password, database } = app.database.config;
    const settings = { name: 'Shop', kind: 'postgres', host, port, user, database, password };
    await app.send('PUT', '/api/connections/db', { ...settings, read_only: true });
    const { status, body } = await app.send('POST', '/api/contracts/db/check', { sql: 'SELECT 1' });
    await app.send('PUT', '/api/connections/db', { ...settings, read_only: false });
    expect([status, body.code]).toEqual([422, 'connection-read-only']);
  });
});
