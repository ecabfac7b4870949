import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { SchemaWatchRun } from '#libs/api';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { State } from '../platform/index.js';
import { SnapshotRecord } from './snapshot.entity.js';

const SCHEMA = `DROP SCHEMA public CASCADE; CREATE SCHEMA public;
  CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
  CREATE TABLE people (name text UNIQUE, email text COLLATE ci);
  CREATE VIEW names AS SELECT name FROM people`;

let app: ContractsApp;
beforeAll(async () => {
  app = await ContractsApp.start();
});
afterAll(() => app.stop());
beforeEach(() => app.ddl(`DROP EXTENSION IF EXISTS postgis CASCADE; ${SCHEMA}`));

const sentences = ({ change }: SchemaWatchRun) => (change?.changes ?? []).map(({ summary }) => summary);

describe('what decides who reads which rows, and what is equal', () => {
  it.each([
    [
      'DROP VIEW names; ALTER TABLE people ALTER name TYPE text COLLATE ci; CREATE VIEW names AS SELECT name FROM people',
      'people.name: + collation public.ci',
    ],
    ['ALTER TABLE people ALTER email TYPE text COLLATE "C"', 'people.email: collation public.ci → "C"'],
    ['ALTER TABLE people ENABLE ROW LEVEL SECURITY', 'people: row level security off → on'],
    [
      'ALTER TABLE people ENABLE ROW LEVEL SECURITY; ALTER TABLE people FORCE ROW LEVEL SECURITY',
      'people: row level security off → on, forced',
    ],
    ['ALTER VIEW names SET (security_barrier = true)', 'names: view options none → security_barrier=true'],
  ])('is reported: %s', async (change, sentence) => {
    await app.run();
    await app.ddl(change);
    expect(sentences(await app.run())).toContain(sentence);
    expect(sentences(await app.run())).toEqual([]);
  });

  it('is no change where the last snapshot did not record it', async () => {
    await app.run();
    const { manager } = app.workbench.app.get(State);
    const before = { connectionId: 'db' };
    const [snapshot] = await manager.find(SnapshotRecord, { where: before, order: { place: 'DESC' }, take: 1 });
    const fingerprint = (snapshot?.fingerprint ?? '').replace(/^3/, '2');
    await app.workbench.app.get(State).transaction(async (transaction) => {
      await transaction.update(SnapshotRecord, { id: snapshot?.id ?? '' }, { fingerprint });
    });
    await app.ddl(`ALTER TABLE people ENABLE ROW LEVEL SECURITY, ALTER email TYPE text, ADD note text;
      ALTER VIEW names SET (security_barrier = true)`);
    expect(sentences(await app.run())).toEqual(['people: + column note text']);
    await app.ddl('ALTER TABLE people DISABLE ROW LEVEL SECURITY');
    expect(sentences(await app.run())).toEqual(['people: row level security on → off']);
  });
});
