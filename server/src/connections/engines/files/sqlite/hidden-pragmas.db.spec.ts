import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changeRulesOf } from '#libs/dialects/changes';
import type { Connector } from '../../connector.js';
import { CollectingSink, neverAborted, RecordingContext } from '../../testing/index.js';
import { createFilesConnector } from '../index.js';
import { filesConfig } from '../testing/files-config.js';

const MADE = [
  'CREATE TABLE parent (a INTEGER PRIMARY KEY, b TEXT NOT NULL UNIQUE)',
  'CREATE TABLE child (a INTEGER REFERENCES parent (a))',
  'CREATE VIEW seen AS SELECT a FROM parent',
  'CREATE TRIGGER follows AFTER UPDATE ON parent BEGIN INSERT INTO child VALUES (NEW.a); END',
];
/** A table of a file goes before the engine's own of its name. */
const HIDDEN =
  'table_list table_xinfo foreign_key_list foreign_key_check index_list index_xinfo function_list schema_version';

let folder: string;
let plain: Connector;
let hidden: Connector;

function make(name: string, more: readonly string[]): Connector {
  const path = join(folder, name);
  const database = new Database(path);
  for (const sql of [...MADE, ...more]) database.prepare(sql).run();
  database.close();
  return createFilesConnector(filesConfig(path, { readOnly: false }), new RecordingContext());
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hidden-pragmas-'));
  plain = make('plain.sqlite', []);
  const tables = HIDDEN.split(' ').map((name) => `CREATE TABLE pragma_${name} (x)`);
  hidden = make('hidden.sqlite', tables);
});
afterAll(async () => {
  await Promise.all([plain.close(), hidden.close()]);
  await rm(folder, { recursive: true });
});

describe('a SQLite file whose tables have the names of the functions of the engine', () => {
  it('has the tables, keys and indexes that it has', async () => {
    const read = async (connector: Connector) => {
      const { tables } = await connector.listTables('main', neverAborted());
      const described = ['parent', 'child', 'seen'].map((name) =>
        connector.describeTable('main', name, neverAborted()),
      );
      const completed = (await connector.completion(null, neverAborted()))?.catalog.schemas;
      const own = ({ name }: { readonly name: string }) => !name.startsWith('pragma_');
      return {
        tables: tables.filter(own),
        described: await Promise.all(described),
        completed: completed?.map((schema) => schema.tables.filter(own)),
      };
    };
    const wanted = await read(plain);
    expect(wanted.tables).toHaveLength(3);
    expect(await read(hidden)).toEqual(wanted);
  });

  it('counts the rows that triggers write', async () => {
    const { counting } = changeRulesOf('sqlite');
    const triggers = async (connector: Connector) => {
      const session = await connector.openSession(neverAborted());
      const sink = new CollectingSink();
      await session.run(counting ?? '', sink, neverAborted());
      await session.release();
      const texts = sink.rows.map(([sql]) => sql ?? '');
      return texts.filter((sql) => /parent|child/.test(sql)).sort();
    };
    const wanted = await triggers(plain);
    expect(wanted.length).toBeGreaterThan(2);
    expect(await triggers(hidden)).toEqual(wanted);
  });
});
