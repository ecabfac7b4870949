import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CompletionAnswer, CompletionCatalog } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { StudioApp } from '../testing/studio-app.js';

let app: StudioApp;
beforeAll(async () => {
  app = await StudioApp.start();
});
afterAll(() => app.stop());

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Asks as a browser does, without unpacking anything. */
function ask(connectionId: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const { port } = app.workbench.app.getHttpServer().address() as AddressInfo;
  const path = `/api/studio/completion?connection_id=${connectionId}`;
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

const GZIP = { 'Accept-Encoding': 'gzip, br' };
const catalogOf = ({ body }: RawAnswer) => JSON.parse(gunzipSync(body).toString()) as CompletionCatalog;
const columnsOf = (catalog: CompletionCatalog, table: string) =>
  catalog.schemas.flatMap(({ tables }) => tables).find(({ name }) => name === table)?.columns;

describe('what an editor completes with', () => {
  it('is sent once, compressed, and then only confirmed', async () => {
    const first = await ask('pg', GZIP);
    expect([first.status, first.headers['content-encoding'], first.headers.vary]).toEqual([
      200,
      'gzip',
      'Accept-Encoding',
    ]);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect(first.headers.etag).toMatch(/^"[\w-]{22}-gzip"$/);
    const again = await ask('pg', { ...GZIP, 'If-None-Match': first.headers.etag ?? '' });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
  });

  it('is plain JSON with a tag of its own for those who cannot unpack', async () => {
    const packed = await ask('pg', GZIP);
    const plain = await ask('pg', { 'Accept-Encoding': 'identity' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
    expect(JSON.parse(plain.body.toString())).toEqual(catalogOf(packed));
  });

  it.each(['pg', 'duck'])('shows on %s what a run has just made, changed and dropped', async (connection) => {
    const before = await ask(connection, GZIP);
    await app.run('CREATE TABLE completion_one (id int, note varchar)', connection);
    const made = await ask(connection, { ...GZIP, 'If-None-Match': before.headers.etag ?? '' });
    expect([made.status, columnsOf(catalogOf(made), 'completion_one')]).toEqual([200, ['id', 'note']]);
    await app.run('ALTER TABLE completion_one RENAME COLUMN note TO words', connection);
    expect(columnsOf(catalogOf(await ask(connection, GZIP)), 'completion_one')).toEqual(['id', 'words']);
    await app.run('DROP TABLE completion_one', connection);
    const dropped = await ask(connection, GZIP);
    expect(columnsOf(catalogOf(dropped), 'completion_one')).toBeUndefined();
    expect(dropped.headers.etag).toBe(before.headers.etag);
  });

  it('has foreign keys, signatures, types that people made, and hostile names', async () => {
    await app.run(`CREATE SCHEMA "Odd ""schema"""; CREATE TYPE "Odd ""schema"""."Mood" AS ENUM ('ok');
      CREATE TABLE "Odd ""schema"""."a.b" (id int PRIMARY KEY, "x;y" "Odd ""schema"""."Mood");
      CREATE TABLE "Odd ""schema""".child (parent int REFERENCES "Odd ""schema"""."a.b");
      CREATE FUNCTION "Odd ""schema""".add_up(a int, b int DEFAULT 1) RETURNS int LANGUAGE sql AS 'SELECT a + b'`);
    const catalog = catalogOf(await ask('pg', GZIP));
    const schema = catalog.schemas.find(({ name }) => name === 'Odd "schema"');
    expect(schema).toMatchObject({
      is_system: false,
      tables: [
        { name: 'a.b', columns: ['id', 'x;y'], primary_key: ['id'] },
        {
          name: 'child',
          foreign_keys: [
            { columns: ['parent'], references: { schema: 'Odd "schema"', table: 'a.b', columns: ['id'] } },
          ],
        },
      ],
      functions: [{ name: 'add_up', arguments: 'a integer, b integer DEFAULT 1', returns: 'integer' }],
    });
    expect(catalog.types).toContain('"Odd ""schema"""."Mood"');
    expect(catalog.search_path).toEqual(['public', 'pg_catalog']);
    await app.run('DROP SCHEMA "Odd ""schema""" CASCADE');
  });

  it('is answered for one place of a text, too', async () => {
    await app.run('CREATE TABLE completion_two (id int, total numeric(12,2))');
    const sql = 'SELECT t.to FROM completion_two t';
    const body = { connection_id: 'pg', sql, offset: 11 };
    const { status, body: answer } = await app.send<CompletionAnswer>('POST', '/api/studio/complete', body);
    expect([status, answer]).toEqual([
      200,
      {
        start: 9,
        end: 11,
        items: [{ label: 'total', insert_text: 'total', kind: 'column', detail: 'numeric(12,2) · t' }],
        is_incomplete: false,
      },
    ]);
    await app.run('DROP TABLE completion_two');
  });

  it('offers the columns of the selected table first while there is no FROM', async () => {
    await app.run('CREATE TABLE completion_three (zulu int, yankee text)');
    const body = { connection_id: 'pg', sql: 'SELECT ', offset: 7 };
    const first = async (more: object) => {
      const { body: answer } = await app.send<CompletionAnswer>('POST', '/api/studio/complete', { ...body, ...more });
      return answer.items.slice(0, 2).map(({ label }) => label);
    };
    expect(await first({})).not.toContain('zulu');
    expect(await first({ table: { schema: 'public', name: 'completion_three' } })).toEqual(['zulu', 'yankee']);
    await app.run('DROP TABLE completion_three');
  });

  it.each([
    ['SELECT * FROM pos', ['posts']],
    ['UPDATE pos', ['posts']],
    ['INSERT INTO posts (id, ', ['author', 'position_id']],
    ['SELECT author, id FROM posts GROUP BY ', ['author', 'id', 'position_id']],
    ['SELECT lower(author) AS a, id FROM posts ORDER BY ', ['a', 'id']],
    ['SELECT current_', ['current_date', 'current_timestamp']],
  ])('offers what is most likely first in %j', async (sql, expected) => {
    await app.run('CREATE TABLE posts (id int, author text, position_id int)');
    const body = { connection_id: 'pg', sql, offset: sql.length };
    const { body: answer } = await app.send<CompletionAnswer>('POST', '/api/studio/complete', body);
    expect(answer.items.slice(0, expected.length).map(({ label }) => label)).toEqual(expected);
    await app.run('DROP TABLE posts');
  });

  it.each<[string, object, number, string]>([
    ['an unknown connection', { connection_id: 'nope', sql: '', offset: 0 }, 404, 'connection-not-found'],
    ['a server that is away', { connection_id: 'gone', sql: '', offset: 0 }, 502, 'connection-unreachable'],
    ['an offset that is none', { connection_id: 'pg', sql: '', offset: -1 }, 400, 'validation-failed'],
    ['no text', { connection_id: 'pg', offset: 0 }, 400, 'validation-failed'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await app.send<ProblemDocument>('POST', '/api/studio/complete', body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});
