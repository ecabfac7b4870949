import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CatalogVersion, CompletionCatalog } from '#libs/api';
import { Clock } from '../../platform/index.js';
import { psql } from '../testing/psql.js';
import { StudioApp } from '../testing/studio-app.js';

let app: StudioApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-versions-'));
  app = await StudioApp.start(
    () => `  - { id: files, name: Files, kind: files, path: ${folder} }
  - { id: lite, name: Lite, kind: files, path: ${join(folder, 'a.sqlite')} }`,
  );
});
afterEach(() => void jest.restoreAllMocks());
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

let passedMs = 60_000;
/** Moves the workbench's clock on, past what it keeps, and stops it there. */
function moveClock(): void {
  passedMs += 10_000;
  jest.spyOn(app.workbench.app.get(Clock), 'now').mockReturnValue(Date.now() + passedMs);
}

async function versionOf(id: string): Promise<string> {
  const { status, body } = await app.send<CatalogVersion>('GET', `/api/studio/catalog-version?connection_id=${id}`);
  expect(status).toBe(200);
  return body.version;
}

/** Asks until the version is another one. */
async function whenChanged(id: string, before: string): Promise<string> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 250));
  return app.until(
    () => pause().then(() => versionOf(id)),
    (version) => version !== before,
  );
}

async function completes(id: string, table: string): Promise<boolean> {
  const { body } = await app.send<CompletionCatalog>('GET', `/api/studio/completion?connection_id=${id}`);
  return body.schemas.some(({ tables }) => tables.some(({ name }) => name === table));
}

describe('the version of a catalog', () => {
  it('changes with a table that another program makes in Postgres, and completion has the table', async () => {
    const before = await versionOf('pg');
    expect(await completes('pg', 'made_by_others')).toBe(false);
    await psql('CREATE TABLE made_by_others (id int)');
    const made = await whenChanged('pg', before);
    expect(await completes('pg', 'made_by_others')).toBe(true);
    await psql('DROP TABLE made_by_others');
    await whenChanged('pg', made);
    expect(await completes('pg', 'made_by_others')).toBe(false);
  });

  it.each([
    ['a column', 'ALTER TABLE watched ADD COLUMN note text'],
    ['an index', 'CREATE INDEX ON watched (id)'],
    ['a comment', `COMMENT ON TABLE watched IS 'seen'`],
    ['a foreign key', 'ALTER TABLE watched ADD FOREIGN KEY (id) REFERENCES watched_parent'],
    ['a function', `CREATE FUNCTION watched_function() RETURNS int LANGUAGE sql AS 'SELECT 1'`],
  ])('changes with %s', async (_, change) => {
    await psql('CREATE TABLE watched_parent (id int PRIMARY KEY); CREATE TABLE watched (id int)');
    moveClock();
    const before = await versionOf('pg');
    await psql(change);
    moveClock();
    expect(await versionOf('pg')).not.toBe(before);
    await psql('DROP TABLE watched, watched_parent; DROP FUNCTION IF EXISTS watched_function()');
  });

  it.each([
    ['rows', `INSERT INTO busy SELECT generate_series(1, 100)`],
    ['VACUUM and ANALYZE', 'VACUUM ANALYZE busy'],
    ['a temporary table of another session', `CREATE TEMP TABLE passing (id serial PRIMARY KEY, t text)`],
  ])('stays as it is for %s', async (_, work) => {
    await psql('CREATE TABLE busy (id int)');
    moveClock();
    const before = await versionOf('pg');
    await psql(work);
    moveClock();
    expect(await versionOf('pg')).toBe(before);
    await psql('DROP TABLE busy');
  });

  it('is read once for all who ask within three seconds', async () => {
    moveClock();
    const before = await versionOf('pg');
    await psql('CREATE TABLE unseen (id int)');
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => versionOf('pg'))))).toEqual(new Set([before]));
    moveClock();
    expect(await versionOf('pg')).not.toBe(before);
    await psql('DROP TABLE unseen');
  });

  it('changes with a file of a folder that comes, is written, or goes', async () => {
    const before = await versionOf('files');
    writeFileSync(join(folder, 'sales.csv'), 'id,total\n1,2\n');
    const added = await whenChanged('files', before);
    expect(await completes('files', 'sales')).toBe(true);
    writeFileSync(join(folder, 'sales.csv'), 'id,total,region\n1,2,north\n');
    const written = await whenChanged('files', added);
    await rm(join(folder, 'sales.csv'));
    await whenChanged('files', written);
    expect(await completes('files', 'sales')).toBe(false);
  });

  it('changes with a SQLite file whose schema another program changes', async () => {
    const database = new DatabaseSync(join(folder, 'a.sqlite'));
    database.exec('CREATE TABLE first (id INTEGER)');
    const before = await versionOf('lite');
    database.exec('CREATE TABLE second (id INTEGER)');
    await whenChanged('lite', before);
    expect(await completes('lite', 'second')).toBe(true);
    database.close();
  });

  it('changes with a table that a run makes in DuckDB, and starts no engine by itself', async () => {
    moveClock();
    await versionOf('duck');
    const { body } = await app.send<{ health: { state: string } }>('GET', '/api/connections/duck');
    expect(body.health.state).not.toBe('healthy');
    await app.run('CREATE TABLE one (a int)', 'duck');
    moveClock();
    const before = await versionOf('duck');
    await app.run('CREATE TABLE two (a int)', 'duck');
    moveClock();
    expect(await versionOf('duck')).not.toBe(before);
  });

  it('is refused for a connection that does not exist', async () => {
    expect((await app.send('GET', '/api/studio/catalog-version?connection_id=nope')).status).toBe(404);
  });
});
