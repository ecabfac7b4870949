import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Table } from '#libs/catalog';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { State } from '../platform/index.js';
import { SchemaChangeRecord } from './schema-change.entity.js';
import { ContentRecord, SnapshotRecord } from './snapshot.entity.js';

const DAY_MS = 24 * 3_600_000;
const EMPTY = `DROP SCHEMA IF EXISTS crm CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE SCHEMA crm;
  DROP TABLE IF EXISTS information_schema.hidden`;

let app: ContractsApp;
beforeAll(async () => {
  app = await ContractsApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.ddl(EMPTY);
  await app.run();
});

/** The text of the newest snapshot as it is stored. */
async function storedText(): Promise<string> {
  const { manager } = app.workbench.app.get(State);
  const order = { place: 'DESC' } as const;
  const snapshot = await manager.findOneOrFail(SnapshotRecord, { where: { connectionId: 'db' }, order });
  const content = await manager.findOneByOrFail(ContentRecord, { hash: snapshot.contentHash });
  return gunzipSync(content.lines).toString();
}

const tablesIn = (text: string): Table[] =>
  (text.split('objects\t\n')[0] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line.slice(line.indexOf('\t') + 1)) as Table);

describe('a snapshot', () => {
  it('has tables, columns with type and nullability, keys and indexes', async () => {
    await app.ddl(`CREATE TABLE crm.people (id int PRIMARY KEY);
      CREATE TABLE notes (id bigint PRIMARY KEY, person int REFERENCES crm.people, body text NOT NULL);
      CREATE INDEX by_person ON notes (person)`);
    await app.run();
    const [people, notes, ...others] = tablesIn(await storedText());
    expect(others).toEqual([]);
    expect([people?.schema, people?.name, notes?.schema, notes?.name]).toEqual(['crm', 'people', 'public', 'notes']);
    expect(notes?.columns).toMatchObject([
      { name: 'id', type: 'bigint', nullable: false },
      { name: 'person', type: 'integer', nullable: true },
      { name: 'body', type: 'text', nullable: false },
    ]);
    expect(notes).toMatchObject({
      primary_key: ['id'],
      foreign_keys: [{ columns: ['person'], references: { schema: 'crm', name: 'people', columns: ['id'] } }],
    });
    expect(notes?.indexes.map(({ name }) => name)).toContain('by_person');
  });

  it('has no rows, numbers of rows or permissions, and finds no change in them', async () => {
    await app.ddl('CREATE TABLE t (i int, note text)');
    await app.run();
    const before = await storedText();
    await app.ddl(`INSERT INTO t SELECT i, 'a secret' FROM generate_series(1, 12345) i; ANALYZE t;
      GRANT SELECT, UPDATE ON t TO PUBLIC`);
    expect((await app.run()).changed).toBe(false);
    expect(await storedText()).toBe(before);
    expect(before).not.toMatch(/secret|12345|grant|privilege/i);
  });

  it('leaves out pg_catalog and information_schema, and has every other schema', async () => {
    await app.ddl('CREATE TABLE information_schema.hidden (i int); CREATE TABLE crm.shown (i int)');
    const run = await app.run();
    expect(run.change?.summary).toBe('+ table crm.shown');
    const schemas = tablesIn(await storedText()).map(({ schema }) => schema);
    expect([...new Set(schemas)]).toEqual(['crm']);
  });
});

describe('a change', () => {
  it('is answered for the days that are asked for', async () => {
    await app.ddl('CREATE TABLE recent (i int)');
    const recent = (await app.run()).change;
    await app.ddl('CREATE TABLE older (i int)');
    const older = (await app.run()).change;
    const detectedAt = new Date(Date.now() - 5 * DAY_MS).toISOString();
    const update = { id: older?.id ?? '' };
    await app.workbench.app
      .get(State)
      .transaction((manager) => manager.update(SchemaChangeRecord, update, { detectedAt }));
    const ids = async (query: string) => (await app.changes(query)).changes.map(({ id }) => id);
    expect(await ids('?days=4')).toContain(recent?.id);
    expect(await ids('?days=4')).not.toContain(older?.id);
    expect(await ids('?days=6')).toEqual(expect.arrayContaining([recent?.id, older?.id]));
  });
});

describe('a SQLite file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is skipped', async () => {
    const file = join(folder, 'notes.sqlite');
    new DatabaseSync(file).close();
    const added = await app.send('POST', '/api/connections', { id: 'notes', name: 'Notes', kind: 'files', path: file });
    expect(added.status).toBe(201);
    const { status, body } = await app.send('POST', '/api/schema-watch/notes/run');
    expect([status, body.code]).toEqual([422, 'not-relational']);
    const watched = await app.send<{ items: { connection_id: string }[] }>('GET', '/api/schema-watch');
    expect(watched.body.items.map(({ connection_id: id }) => id)).not.toContain('notes');
  });
});
