import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { SchemaWatchRun } from '#libs/api';
import { ContractsApp } from '../contracts/testing/contracts-app.js';

const TABLES = `DROP SCHEMA public CASCADE; CREATE SCHEMA public;
  CREATE TABLE plain (id int PRIMARY KEY, total int DEFAULT 0 CHECK (total >= 0));
  CREATE INDEX plain_half ON plain ((total / 2));
  CREATE TABLE other (id int);
  CREATE VIEW reads_plain AS SELECT id FROM plain`;

let app: ContractsApp;
beforeAll(async () => {
  app = await ContractsApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.ddl('DROP EXTENSION IF EXISTS postgis CASCADE');
  await app.ddl(TABLES);
});

const sentences = ({ change }: SchemaWatchRun) => (change?.changes ?? []).map(({ summary }) => summary);

/** Runs `work` while another transaction, which began with `sql`, holds its locks. */
async function whileHeld<T>(sql: string, work: () => Promise<T>): Promise<T> {
  const { host, port, user, password, database } = app.database.config;
  const holder = new pg.Client({ host, port, user, database, ...(password === null ? {} : { password }) });
  await holder.connect();
  try {
    await holder.query(`BEGIN; ${sql}`);
    return await work();
  } finally {
    await holder.query('ROLLBACK');
    await holder.end();
  }
}

describe('a check while another transaction holds a table', () => {
  it.each(['LOCK plain IN ACCESS EXCLUSIVE MODE', 'TRUNCATE plain', 'ALTER TABLE plain ADD note text'])(
    'reports other tables, and nothing of the held one: %s',
    async (sql) => {
      await app.run();
      await app.ddl('ALTER TABLE other ADD note text');
      expect(sentences(await whileHeld(sql, () => app.run()))).toEqual(['other: + column note text']);
      expect(sentences(await app.run())).toEqual([]);
    },
  );

  it('leaves what changed before the lock to the next check, also in views', async () => {
    await app.run();
    await app.ddl(`ALTER TABLE plain ALTER total SET DEFAULT 1; DROP INDEX plain_half;
      CREATE OR REPLACE VIEW reads_plain AS SELECT id FROM plain WHERE id > 0`);
    expect(sentences(await whileHeld('LOCK plain', () => app.run()))).toEqual([]);
    expect(sentences(await app.run())).toEqual([
      'plain.total: default 0 → 1',
      'plain: - index plain_half',
      'reads_plain: view definition changed',
    ]);
  });

  it('makes a baseline, which the next check completes without a change', async () => {
    await app.run();
    await app.ddl(
      'DROP VIEW reads_plain; ALTER TABLE plain RENAME TO renamed; CREATE TABLE made (id int DEFAULT 1 CHECK (id > 0))',
    );
    const run = await whileHeld('LOCK renamed, made', () => app.run());
    expect(sentences(run)).toEqual(expect.arrayContaining(['+ table made', '+ table renamed', '- table plain']));
    expect(sentences(await app.run())).toEqual([]);
    await app.ddl('ALTER TABLE made ALTER id SET DEFAULT 2');
    expect(sentences(await app.run())).toEqual(['made.id: default 1 → 2']);
  });

  it('says which table is locked where its details are asked for', async () => {
    await whileHeld('LOCK plain', async () => {
      const { status, body } = await app.send('GET', '/api/connections/db/schema?schema=public&table=plain');
      const detail = 'Another transaction has locked table public.plain. Try again when it has ended.';
      expect([status, body]).toEqual([503, expect.objectContaining({ code: 'table-locked', detail })]);
    });
  });

  it('can freeze a contract and reports a removed table', async () => {
    await app.run();
    await app.ddl('DROP TABLE other');
    await whileHeld('LOCK plain', async () => {
      await app.freeze({ tables: ['plain'] });
      expect(sentences(await app.run())).toEqual(['- table other']);
    });
    expect((await app.contract()).state).toBe('holds');
  });
});
