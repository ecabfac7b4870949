import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectionTestResult } from '#libs/api';
import { until } from './engines/testing/index.js';
import { CapturedLog } from '../platform/testing/captured-log.js';
import { ConnectionsApp, bodyOf, testPostgres } from './testing/connections-app.js';
import { freePort } from './testing/free-port.js';

const FOLDER = { name: 'Drop', kind: 'files', path: '.' } as const;

const log = new CapturedLog();
let app: ConnectionsApp;

beforeEach(async () => {
  log.start();
  app = await ConnectionsApp.start(null, 'trace');
});
afterEach(async () => {
  await app.stop();
  log.stop();
});

describe('reaching a database', () => {
  const tryOut = async (input: object) =>
    bodyOf(await app.http.post('/api/connections/test').send(input).expect(200)) as ConnectionTestResult;

  it('is reported by the health without a request', async () => {
    await app.create({ ...testPostgres(), id: 'good' });
    await app.create({ ...testPostgres(), id: 'gone', port: await freePort() });
    await app.create({ ...FOLDER, id: 'folder' });
    await app.create({ ...FOLDER, id: 'nothing', path: './nothing' });
    await app.create({ name: 'New', kind: 'duckdb', id: 'lake', path: './lake.duckdb' });
    const states = async () => Object.fromEntries((await app.list()).items.map(({ id, health }) => [id, health.state]));
    // Before its first check, a connection is idle.
    const known = { good: 'healthy', gone: 'failed', folder: 'idle', nothing: 'failed', lake: 'idle' };
    await until('every health is known', async () => isDeepStrictEqual(await states(), known));
    const { items } = await app.list();
    expect(items[0]).toMatchObject({ server: { product: 'PostgreSQL' }, health: { last_error: null } });
    expect(items[3]?.health.last_error).toBe('There is nothing at this path.');
    expect(existsSync(join(app.home, 'lake.duckdb'))).toBe(false);
  });

  it('works with what was typed', async () => {
    expect(await tryOut({ ...testPostgres(), name: '' })).toMatchObject({
      ...{ ok: true, error: null, latency_ms: expect.any(Number) },
      server: { product: 'PostgreSQL', version: expect.stringMatching(/^\d+/) },
    });
    expect(await tryOut({ ...testPostgres(), name: undefined })).toMatchObject({ ok: true });
    expect((await app.list()).items).toEqual([]);
  });

  it.each<[string, () => Promise<object> | object, string]>([
    ['a wrong password', () => ({ password: 'wrong-password' }), 'connection-refused-login'],
    ['a port where nothing listens', async () => ({ port: await freePort() }), 'connection-unreachable'],
    ['a host that does not exist', () => ({ host: 'nowhere.invalid' }), 'connection-unreachable'],
    ['TLS that the server does not speak', () => ({ ssl: 'verify-full' }), 'connection-tls-failed'],
    ['a database that does not exist', () => ({ database: 'no_such_database' }), 'connection-unusable'],
  ])('fails as a result, with %s', async (_, change, code) => {
    const input = { ...testPostgres(), ...(await change()) };
    const result = await tryOut(input);
    expect(result).toMatchObject({ ok: false, server: null, error: { code, message: expect.any(String) } });
    const { id } = await app.create(input);
    expect(bodyOf(await app.http.post(`/api/connections/${id}/test`).expect(200))).toMatchObject({
      ok: false,
      error: { code },
    });
    const body = bodyOf(await app.http.post(`/api/connections/${id}/reconnect`).expect(/^/));
    expect(body).toMatchObject({ code, status: 502 });
    expect(bodyOf(await app.http.get(`/api/connections/${id}/schema`))).toMatchObject({ code });
    expect(JSON.stringify([result, body])).not.toContain(input.password);
    expect(log.text).not.toContain(input.password);
    expect(log.text).not.toContain('wrong-password');
  });

  it('tests a stored connection and reconnects it', async () => {
    await app.create({ ...testPostgres(), id: 'pg' });
    expect(bodyOf(await app.http.post('/api/connections/pg/test').expect(200))).toMatchObject({
      ok: true,
      error: null,
    });
    expect(bodyOf(await app.http.post('/api/connections/pg/reconnect').expect(200))).toMatchObject({
      ...{ id: 'pg', health: { state: 'healthy', last_error: null }, server: { product: 'PostgreSQL' } },
    });
  });

  it('uses the stored password for the stored place only', async () => {
    const { password, ...rest } = testPostgres();
    await app.create({ ...rest, password, id: 'pg' });
    expect(await tryOut({ ...rest, id: 'pg', statement_timeout_ms: 1000 })).toMatchObject({ ok: true });
    for (const other of [{ host: 'localhost' }, { port: rest.port + 1 }, { user: 'other' }, { database: 'other' }]) {
      const body = bodyOf(
        await app.http
          .post('/api/connections/test')
          .send({ ...rest, id: 'pg', ...other })
          .expect(422),
      );
      expect(body).toMatchObject({ code: 'secret-needed', errors: [{ pointer: '/password' }] });
    }
    expect(await tryOut({ ...rest, id: 'unknown' })).toMatchObject({ ok: false });
  });

  it('shows the schema in parts', async () => {
    await app.create({ ...testPostgres(), id: 'pg' });
    const schema = (query: string) => app.http.get(`/api/connections/pg/schema${query}`);
    const body = bodyOf(await schema('').expect(200));
    expect(body).toMatchObject({ schemas: expect.arrayContaining([expect.objectContaining({ name: 'public' })]) });
    expect(bodyOf(await schema('?schema=public').expect(200))).toMatchObject({
      schema: 'public',
      tables: expect.any(Array),
    });
    expect(bodyOf(await schema('?schema=pg_catalog&table=pg_class').expect(200))).toMatchObject({
      ...{ schema: 'pg_catalog', name: 'pg_class', columns: expect.any(Array) },
    });
    expect(bodyOf(await schema('?schema=no+such').expect(200))).toMatchObject({ tables: [], functions: [] });
    expect(bodyOf(await schema('?schema=public&table=no_such').expect(404))).toMatchObject({ code: 'table-not-found' });
    for (const bad of ['?table=a', '?schema=', '?schema=a&schema=b', '?schema=a&table=', '?other=1']) {
      expect(bodyOf(await schema(bad).expect(400))).toMatchObject({ code: 'validation-failed' });
    }
  });

  it('lets no password out, in answers and in the log', async () => {
    const secret = 'hunter2-$-ünd-"quotes"';
    const answers = [await app.create({ ...testPostgres(), id: 'pg', password: secret })];
    const put = bodyOf(await app.http.put('/api/connections/pg').send({ ...testPostgres(), password: `${secret}2` }));
    const test = bodyOf(await app.http.post('/api/connections/pg/test'));
    const bad = bodyOf(
      await app.http.post('/api/connections').send({ ...testPostgres(), password: [secret], port: -1 }),
    );
    const broken = bodyOf(await app.http.post('/api/connections').type('json').send(`{"password":"hunter2`));
    writeFileSync(app.file, `connections:\n  - { id: a, password: !hunter2 *hunter2 }\n`);
    await until('the mistake is shown', async () => (await app.list()).configuration_errors.length > 0);
    expect(JSON.stringify([answers, put, test, bad, broken, await app.list()])).not.toContain('hunter2');
    expect(log.text).toContain('not in force');
    expect(log.text).not.toContain('hunter2');
    expect(readFileSync(join(app.home, 'secret.key'))).toHaveLength(32);
  });
});
