import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConnectionsApp, bodyOf } from './testing/connections-app.js';

const FILE = `connections:
  - id: pg
    name: Shop
    kind: postgres
    host: db.example
    port: 6543
    database: d
    user: u
    password: \${TEST_DB_PASSWORD}
    ssl: verify-full
  - { id: lake, name: Lake, kind: duckdb, path: ./lake.duckdb }
  - { id: served, name: Served, kind: postgres, service: shop }
`;

let app: ConnectionsApp;
beforeEach(async () => {
  process.env.TEST_DB_PASSWORD = 'from-the-vault';
  app = await ConnectionsApp.start(FILE);
});
afterEach(async () => {
  delete process.env.TEST_DB_PASSWORD;
  await app.stop();
});

const put = (id: string, change: object) => app.http.put(`/api/connections/${id}`).send(change);

describe('a change of some settings of a connection', () => {
  it.each([
    ['pg', { kind: 'postgres', colour: 'red' }, { name: 'Shop', host: 'db.example', port: 6543, ssl: 'verify-full' }],
    ['pg', { kind: 'postgres', user: 'v', password: 'new' }, { user: 'v', database: 'd', password_set: true }],
    ['lake', { kind: 'duckdb', name: 'Sea' }, { name: 'Sea', path: './lake.duckdb' }],
    ['served', { kind: 'postgres', folder: 'A' }, { name: 'Served', service: 'shop', folder: 'A' }],
  ])('leaves the others of %s as they are: %j', async (id, change, expected) => {
    expect(bodyOf(await put(id, change).expect(200))).toMatchObject(expected);
  });

  it.each([
    [{ writes: 'review' }, { fields: ['writes'], writes_from: 'direct', writes_to: 'review' }],
    [
      { read_only: true, confirm_destructive: false },
      {
        fields: ['read_only', 'confirm_destructive'],
        ...{ read_only_from: false, read_only_to: true, writes_from: 'direct', writes_to: 'none' },
        ...{ confirm_destructive_from: true, confirm_destructive_to: false },
      },
    ],
    [{ colour: 'red', password: 'a new one', writes: 'direct' }, { fields: ['colour', 'password'] }],
    [{ name: 'Shop' }, { fields: [] }],
  ])('is in the audit with what protected the data before and does now: %j', async (change, details) => {
    await put('pg', { kind: 'postgres', ...change }).expect(200);
    expect(app.facts).toMatchObject([{ action: 'connection.change', object: { id: 'pg', name: 'Shop' } }]);
    expect(app.facts[0]?.details).toEqual(details);
    expect(JSON.stringify(app.facts)).not.toContain('a new one');
  });

  it('of the file that a connection opens is in the audit', async () => {
    await put('lake', { kind: 'duckdb', path: './sea.duckdb' }).expect(200);
    expect(app.facts).toMatchObject([
      { action: 'connection.change', details: { fields: ['path'] } },
      { action: 'connection.target_change', details: { from: './lake.duckdb', to: './sea.duckdb' } },
    ]);
  });

  it('keeps what another person has set meanwhile', async () => {
    await put('pg', { kind: 'postgres', read_only: true }).expect(200);
    await put('pg', { kind: 'postgres', colour: 'red' }).expect(200);
    expect(bodyOf(await app.http.get('/api/connections/pg'))).toMatchObject({ read_only: true, colour: 'red' });
  });

  it.each([
    [{ confirm_destructive: false }, true],
    [{ auto_commit: false }, true],
    [{ name: 'Store', colour: 'red', folder: 'A' }, true],
    [{ statement_timeout_ms: 5000 }, false],
    [{ read_only: true }, false],
  ])('keeps the sessions of a connection only where its engine does not act on it: %j', async (change, isKept) => {
    const before = await app.registry.find('pg');
    await put('pg', { kind: 'postgres', ...change }).expect(200);
    expect((await app.registry.find('pg')) === before).toBe(isKept);
  });

  it.each([
    ['served', { kind: 'postgres', service: null }, ['/host', '/database', '/user']],
    ['pg', { kind: 'postgres', host: '' }, ['/host']],
    ['pg', { kind: 'postgres', ssh: 'password' }, ['/ssh_host', '/ssh_user']],
    ['lake', { kind: 'duckdb', path: ' ' }, ['/path']],
    ['lake', { kind: 'duckdb', name: '' }, ['/name']],
    ['lake', { name: 'Sea' }, ['/kind']],
  ])('is refused where a required setting of %s would be missing: %j', async (id, change, pointers) => {
    const { errors } = bodyOf(await put(id, change).expect(400)) as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(app.text).toBe(FILE);
  });

  it.each([{ host: 'evil.example' }, { port: 5432 }, { port: null }, { ssl: null }, { user: 'other' }])(
    'asks for the password again where the stored one would go elsewhere: %j',
    async (change) => {
      const body = bodyOf(await put('pg', { kind: 'postgres', ...change }).expect(422));
      expect(body).toMatchObject({ code: 'secret-needed', errors: [{ pointer: '/password' }] });
      expect(app.text).toBe(FILE);
    },
  );
});
