import { appendFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectionInput } from '#libs/api';
import { ConnectionsApp, bodyOf, testPostgres } from './testing/connections-app.js';

const FOLDER = { name: 'Drop', kind: 'files', path: '.' } as const;

let app: ConnectionsApp;
beforeEach(async () => {
  app = await ConnectionsApp.start();
});
afterEach(() => app.stop());

async function restartWith(text: string): Promise<void> {
  await app.stop();
  app = await ConnectionsApp.start(text);
}

/** What may be seen of an input. */
function shownOf(input: ConnectionInput): object {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'password'));
}

async function pointersOf(input: object): Promise<string[]> {
  const body = bodyOf(await app.http.post('/api/connections').send(input).expect(400));
  const { code, errors } = body as { code: string; errors: { pointer: string }[] };
  expect(code).toBe('validation-failed');
  return [...new Set(errors.map(({ pointer }) => pointer))];
}

describe('the list of connections', () => {
  it('is empty without a file, which is made with the first connection', async () => {
    expect(await app.list()).toEqual({ items: [], next_cursor: null, configuration_errors: [] });
    expect(existsSync(app.file)).toBe(false);
    await app.create(FOLDER);
    expect(app.text).toMatch(/^#.*\nconnections:\n {2}- id: drop\n {4}name: Drop\n {4}kind: files\n {4}path: \.\n$/s);
    expect(statSync(app.file).mode & 0o777).toBe(0o600);
  });

  it('shows a new connection with everything but its password', async () => {
    const input = testPostgres();
    const created = await app.create({
      ...input,
      id: 'main',
      colour: 'red',
      statement_timeout_ms: 5000,
      pool: { max: 3 },
    });
    expect(created).toEqual({
      ...shownOf(input),
      ...{
        id: 'main',
        colour: 'red',
        statement_timeout_ms: 5000,
        auto_commit: true,
        confirm_destructive: true,
        writes: 'direct',
        read_only: false,
        ssl: 'disable',
      },
      ...{ dialect: 'postgres', capabilities: expect.objectContaining({ catalog: true, writes: true, network: true }) },
      engine: { label: 'Postgres', in_text: 'Postgres', icon: 'database', holds: 'database' },
      ...{ pool: { max: 3 }, password_set: true, health: expect.anything(), server: null, access: 'manage' },
      ...{ folder: null, service: null, ssl_root_cert_set: false, ssl_cert_set: false, ssl_key_set: false },
      ...{ ssl_key_password_set: false, ssh: 'off', ssh_host: null, ssh_port: 22, ssh_user: null, ssh_host_key: null },
      ...{ ssh_password_set: false, ssh_key_set: false, ssh_key_password_set: false },
    });
    expect((await app.list()).items).toHaveLength(1);
    expect(bodyOf(await app.http.get('/api/connections/main').expect(200))).toMatchObject({ id: 'main' });
    expect(app.text).toMatch(/password: enc:v1:[\w.-]+\n/);
    expect(app.changes).toEqual([['main']]);
  });

  it('describes the kinds of connections', async () => {
    const { items } = bodyOf(await app.http.get('/api/connections/kinds').expect(200)) as { items: object[] };
    expect(items).toMatchObject([
      { kind: 'postgres', label: 'Postgres', dialect: 'postgres', read_only_default: false },
      { kind: 'duckdb', settings: [{ name: 'path', type: 'path', required: true }] },
      { kind: 'sqlite', dialect: 'sqlite', read_only_default: false, capabilities: { writes: true } },
      { kind: 'files', read_only_default: true, capabilities: { writes: false } },
    ]);
  });

  it('makes ids out of names that no other connection has', async () => {
    const ids = [];
    for (const name of ['Café Süd (EU)', 'Cafe Sud – EU', '日本', '../../etc', '日本', 'Kinds']) {
      ids.push((await app.create({ ...FOLDER, name })).id);
    }
    expect(ids).toEqual(['cafe-sud-eu', 'cafe-sud-eu-2', 'files', 'etc', 'files-2', 'kinds-2']);
  });

  it('refuses an id that is taken', async () => {
    await app.create({ ...FOLDER, id: 'a' });
    const body = bodyOf(
      await app.http
        .post('/api/connections')
        .send({ ...FOLDER, id: 'a' })
        .expect(409),
    );
    expect(body).toMatchObject({ code: 'duplicate-id' });
    expect((await app.list()).items).toHaveLength(1);
  });

  it.each<[object, string[]]>([
    [{}, ['/name', '/kind']],
    [{ name: 'A', kind: 'oracle' }, ['/kind']],
    [{ name: 'A', kind: 'postgres' }, ['/host', '/database', '/user']],
    [{ name: 'A', kind: 'duckdb' }, ['/path']],
    [{ name: 'A', kind: 'files', path: '' }, ['/path']],
    [{ name: 'A', kind: 'files', path: 'a\u0000b' }, ['/path']],
    [{ ...FOLDER, id: '../x' }, ['/id']],
    [{ ...FOLDER, id: 'é' }, ['/id']],
    [{ ...FOLDER, id: 'kinds' }, ['/id']],
    [{ ...FOLDER, id: 'KINDS' }, ['/id']],
    [{ ...FOLDER, id: 'a'.repeat(65) }, ['/id']],
    [{ ...FOLDER, name: 'a'.repeat(10_000) }, ['/name']],
    [{ ...FOLDER, name: 'a\nb' }, ['/name']],
    [{ ...FOLDER, name: ' ' }, ['/name']],
    [{ ...FOLDER, name: { a: 1 } }, ['/name']],
    [{ ...FOLDER, colour: 'pink' }, ['/colour']],
    [{ ...FOLDER, read_only: 'yes' }, ['/read_only']],
    [{ ...FOLDER, auto_commit: 'no' }, ['/auto_commit']],
    [{ ...FOLDER, confirm_destructive: 'no' }, ['/confirm_destructive']],
    [{ ...FOLDER, statement_timeout_ms: -1 }, ['/statement_timeout_ms']],
    [{ ...FOLDER, host: 'h', pool: { max: 1 } }, ['/host', '/pool']],
    [{ ...testPostgresLike(), path: 'x' }, ['/path']],
    [
      { ...testPostgresLike(), port: 65_536, ssl: 'prefer', pool: { max: 0, min: 1 } },
      ['/port', '/ssl', '/pool/min', '/pool/max'],
    ],
    [{ ...testPostgresLike(), pool: 5 }, ['/pool']],
    [{ ...testPostgresLike(), host: 'postgres://ann:s3cret@db.example/shop' }, ['/host']],
    [{ ...testPostgresLike(), password: 'a\u0000b' }, ['/password']],
    [{ ...testPostgresLike(), unknown: 1 }, ['/unknown']],
  ])('reports what is wrong: %#', async (input, pointers) => {
    expect((await pointersOf(input)).sort()).toEqual(pointers.sort());
    expect(existsSync(app.file)).toBe(false);
  });

  it.each([undefined, [], [FOLDER], {}])('refuses the body %j', async (body) => {
    for (const path of ['', '/test']) await app.http.post(`/api/connections${path}`).send(body).expect(400);
    expect(existsSync(app.file)).toBe(false);
  });

  it('keeps hostile texts as they are, in the file and in memory', async () => {
    const names = [
      '${HOME}',
      '$${X}',
      "'; - {id: evil}",
      'a: b # c',
      '*alias',
      '!tag',
      '"',
      "it's",
      '[]',
      'null',
      '😀',
      'a\u2028b',
      '<script>',
    ];
    for (const name of names) await app.create({ name, kind: 'files', path: `./${name}` });
    const shown = (await app.list()).items;
    expect(shown.map(({ name }) => name)).toEqual(names);
    expect(shown.map(({ path }) => path)).toEqual(names.map((name) => `./${name}`));
    const text = app.text;
    await restartWith(text);
    expect((await app.list()).items.map(({ name }) => name)).toEqual(names);
    expect((await app.list()).configuration_errors).toEqual([]);
  });

  it('answers 404 for an id it does not know, whatever the id looks like', async () => {
    for (const id of ['nope', '..%2F..%2Fetc', '__proto__', 'constructor', '%00', 'x'.repeat(10_000)]) {
      const body = bodyOf(await app.http.get(`/api/connections/${id}`).expect(404));
      expect(body).toMatchObject({ code: 'connection-not-found' });
      await app.http.put(`/api/connections/${id}`).send(FOLDER).expect(404);
      await app.http.delete(`/api/connections/${id}`).expect(404);
      await app.http.post(`/api/connections/${id}/test`).expect(404);
      await app.http.post(`/api/connections/${id}/reconnect`).expect(404);
      await app.http.get(`/api/connections/${id}/schema`).expect(404);
    }
  });
});

it('describes itself in the API reference', async () => {
  const body = bodyOf(await app.http.get('/api/openapi.json').expect(200));
  const { paths, components } = body as { paths: Record<string, unknown>; components: { schemas: object } };
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/connections/{id}/schema', '/api/connections/test']));
  expect(components.schemas).toMatchObject({
    ConnectionInputDto: { required: ['name', 'kind'] },
    Connection: {
      properties: { health: expect.anything(), password_set: expect.anything(), kind: { $ref: expect.any(String) } },
    },
    ConnectionKind: { type: 'string', enum: ['postgres', 'duckdb', 'sqlite', 'files'] },
  });
  expect(JSON.stringify(components.schemas)).not.toMatch(/"Connection":\{[^}]*"password":/);
});

/** A Postgres connection that is never opened. */
function testPostgresLike(): ConnectionInput {
  return { name: 'A', kind: 'postgres', host: 'h', database: 'd', user: 'u' };
}

describe('changing a connection', () => {
  const FILE = `# mine
connections:
  - id: pg # the only one
    name: "Shop"
    kind: postgres
    host: \${TEST_DB_HOST}
    database: d
    user: u
    password: \${TEST_DB_PASSWORD}   # from the vault
`;
  const INPUT = { name: 'Shop', kind: 'postgres', host: '127.0.0.1', database: 'd', user: 'u' };

  beforeEach(async () => {
    process.env.TEST_DB_HOST = '127.0.0.1';
    process.env.TEST_DB_PASSWORD = 'from-the-vault';
    await restartWith(FILE);
  });
  afterEach(() => {
    delete process.env.TEST_DB_HOST;
    delete process.env.TEST_DB_PASSWORD;
  });

  const put = (input: object) => app.http.put('/api/connections/pg').send(input);

  it('touches what differs and leaves variables, comments and quotes as written', async () => {
    const body = bodyOf(await put({ ...INPUT, name: 'Shop 2', colour: '#00ff00' }).expect(200));
    expect(body).toMatchObject({ id: 'pg', name: 'Shop 2', colour: '#00ff00', host: '127.0.0.1', password_set: true });
    expect(app.text).toBe(
      FILE.replace('"Shop"', '"Shop 2"').replace('kind: postgres\n', 'kind: postgres\n    colour: "#00ff00"\n'),
    );
  });

  it('writes nothing when nothing differs', async () => {
    const { mtimeMs } = statSync(app.file);
    await put(INPUT).expect(200);
    await put({ ...INPUT, password: 'from-the-vault', port: 5432, ssl: 'disable', colour: null }).expect(200);
    expect(app.text).toBe(FILE);
    expect(statSync(app.file).mtimeMs).toBe(mtimeMs);
    expect(app.changes).toEqual([]);
  });

  it('keeps the password that is left out, seals a new one, removes it for null', async () => {
    await put({ ...INPUT, name: 'Other' }).expect(200);
    expect(app.text).toContain('password: ${TEST_DB_PASSWORD}   # from the vault');
    expect(bodyOf(await put({ ...INPUT, password: 'new one' }).expect(200))).toMatchObject({ password_set: true });
    expect(app.text).toMatch(/password: enc:v1:\S+ {3}# from the vault/);
    expect(bodyOf(await put({ ...INPUT, password: null }).expect(200))).toMatchObject({ password_set: false });
    expect(app.text).not.toContain('password');
  });

  it('takes nothing out of the environment for a text from a browser', async () => {
    const body = bodyOf(
      await put({ ...INPUT, name: '${TEST_DB_PASSWORD}', user: '${TEST_DB_PASSWORD}', password: 'typed' }).expect(200),
    );
    expect(body).toMatchObject({ name: '${TEST_DB_PASSWORD}', user: '${TEST_DB_PASSWORD}' });
    expect(JSON.stringify(body)).not.toContain('from-the-vault');
  });

  it('changes neither id nor kind', async () => {
    expect(bodyOf(await put({ ...INPUT, id: 'other' }).expect(400))).toMatchObject({ errors: [{ pointer: '/id' }] });
    expect(bodyOf(await put({ name: 'A', kind: 'files', path: 'p' }).expect(400))).toMatchObject({
      errors: [{ pointer: '/kind' }],
    });
    expect(app.text).toBe(FILE);
  });

  it('removes it from the list and the file', async () => {
    await app.http.delete('/api/connections/pg').expect(204, '');
    expect(app.text).toBe('# mine\nconnections: []\n');
    expect((await app.list()).items).toEqual([]);
    await app.http.delete('/api/connections/pg').expect(404);
    expect(app.changes).toEqual([['pg']]);
  });

  it('loses none of many changes that arrive at once', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(ids.map((id) => app.create({ ...FOLDER, id })));
    const renamed = ids.map((id) =>
      app.http
        .put(`/api/connections/${id}`)
        .send({ ...FOLDER, name: `new ${id}` })
        .expect(200),
    );
    const more = app.http
      .post('/api/connections')
      .send({ ...FOLDER, id: 'g' })
      .expect(201);
    await Promise.all([...renamed, more, put({ ...INPUT, colour: 'red' }).expect(200)]);
    const names = (await app.list()).items.map(({ id, name }) => [id, name]);
    expect(new Map(names as [string, string][])).toEqual(
      new Map([['pg', 'Shop'], ...ids.map((id) => [id, `new ${id}`] as [string, string]), ['g', 'Drop']]),
    );
    await restartWith(app.text);
    expect((await app.list()).items.map(({ id, name }) => [id, name])).toEqual(names);
  });

  it('applies a change to what is in the file now, not to what it was', async () => {
    appendFileSync(app.file, '  - { id: new, name: New, kind: files, path: . }\n');
    await put({ ...INPUT, name: 'Shop 2' }).expect(200);
    expect((await app.list()).items.map(({ id, name }) => `${id} ${name}`)).toEqual(['pg Shop 2', 'new New']);
    expect(app.text).toContain('  - { id: new, name: New, kind: files, path: . }\n');
  });

  it('never writes over a text that somebody has not finished', async () => {
    const broken = `${FILE}  - { id: new, name:`;
    writeFileSync(app.file, broken);
    for (const answer of [
      await put({ ...INPUT, name: 'Shop 2' }),
      await app.http.post('/api/connections').send(FOLDER),
      await app.http.delete('/api/connections/pg'),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'configuration-changed' });
    }
    expect(app.text).toBe(broken);
  });
});

it('says what is wrong with secret.key and writes nothing', async () => {
  writeFileSync(join(app.home, 'secret.key'), 'short');
  const body = bodyOf(await app.http.post('/api/connections').send(testPostgres()).expect(409));
  expect(body).toMatchObject({ code: 'secret-key-missing', detail: expect.stringContaining('holds 5 bytes, not 32') });
  expect(existsSync(app.file)).toBe(false);
});
