import { existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import Database from 'better-sqlite3';
import type { MixedList } from 'typeorm';
import { MIGRATIONS } from '../../../migrations/index.js';
import { StateIntegrity } from '../health/state-integrity.js';
import { State } from '../index.js';
import { TestWorkbench } from '../testing/test-workbench.js';
import { openSqliteState, sqliteOptions } from './sqlite-state.js';
import { eventually } from '../testing/eventually.js';

@Module({})
class NoFeature {}

const PAGE_BYTES = 4096;
const ALL = MIGRATIONS as (new () => object)[];

describe('the file of a state', () => {
  let home: string;
  let file: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'state-file-'));
    file = join(home, 'state.sqlite');
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const open = (migrations: MixedList<new () => object> = MIGRATIONS) =>
    openSqliteState({ ...sqliteOptions(home), migrations });
  const copies = () => readdirSync(join(home, 'state-copies'));
  const health = async (workbench: TestWorkbench) => {
    const response = await fetch(new URL('/api/health', await workbench.app.getUrl()));
    return [response.status, ((await response.json()) as { code?: string }).code];
  };

  it.each([
    ['gone', () => rmSync(file)],
    ['empty', () => truncateSync(file, 0)],
  ])('is not begun anew where it is %s', async (_, lose) => {
    await (await open()).destroy();
    lose();
    await expect(open()).rejects.toThrow(
      `The state ${file} is missing or empty, although it has been used. Restore it from a copy, or remove ${file}.used to begin with a new one.`,
    );
    rmSync(`${file}.used`);
    await (await open()).destroy();
  });

  it('is refused as damaged where it is no database, and left as it is', async () => {
    await (await open()).destroy();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(64, 0x5a), 0, 64, 0);
    const before = readFileSync(file);
    await expect(open()).rejects.toThrow(`The state ${file} is damaged`);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is checked in the background: damage inside is in the health', async () => {
    const sound = await TestWorkbench.start({ features: [NoFeature], home });
    await sound.app.get(State).transaction(async (manager) => {
      await manager.query('CREATE TABLE note (text varchar)');
      for (let row = 0; row < 2000; row += 1) await manager.query('INSERT INTO note VALUES (?)', ['x'.repeat(200)]);
    });
    await sound.app.get(StateIntegrity).check();
    expect([await health(sound), sound.app.get(StateIntegrity).damage]).toEqual([[200, undefined], null]);
    await sound.stop({ keepHome: true });
    const database = new Database(file);
    const root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'note'").pluck(true).get() as number;
    database.close();
    writeSync(openSync(file, 'r+'), Buffer.alloc(64, 0xff), 0, 64, (root - 1) * PAGE_BYTES);
    const damaged = await TestWorkbench.start({ features: [NoFeature], home });
    await eventually(
      () => damaged.app.get(StateIntegrity).damage,
      (damage) => damage !== null,
    );
    expect(await health(damaged)).toEqual([503, 'state-damaged']);
    await damaged.stop({ keepHome: true });
  });

  it('is copied before each migration, and three copies are kept', async () => {
    for (let known = ALL.length - 5; known <= ALL.length; known += 1) await (await open(ALL.slice(0, known))).destroy();
    expect(copies()).toHaveLength(3);
    const newest = new Database(join(home, 'state-copies', `after-${ALL[ALL.length - 2]?.name ?? ''}.sqlite`));
    const applied = newest.prepare('SELECT count(*) FROM migrations').pluck(true).get();
    expect([applied, newest.pragma('quick_check')]).toEqual([ALL.length - 1, [{ quick_check: 'ok' }]]);
    newest.close();
    await (await open()).destroy();
    expect(copies()).toHaveLength(3);
  });

  it('is not copied where it is new', async () => {
    await (await open()).destroy();
    expect(existsSync(join(home, 'state-copies'))).toBe(false);
  });

  it('is refused where a newer version has written it', async () => {
    await (await open()).destroy();
    const unknown = ALL.at(-1)?.name ?? '';
    await expect(open(ALL.slice(0, -1))).rejects.toThrow(
      `The state was written by a newer version of the workbench (${unknown}). Start that version, or`,
    );
  });
});
