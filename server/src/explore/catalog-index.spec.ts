import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import { searchCatalogs } from '#libs/explore';
import { ConnectionsQueries } from '../connections/index.js';
import { Clock, EventBus } from '../platform/index.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { CatalogIndex } from './catalog-index.js';
import { ExploreModule } from './index.js';

let workbench: TestWorkbench;
let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'explore-'));
  file = join(folder, 'a.sqlite');
  make(file, 'CREATE TABLE former (a)');
  const connections = `connections:
  - { id: lake, name: Lake, kind: duckdb, path: ":memory:" }
  - { id: book, name: Book, kind: sqlite, path: ${file} }\n`;
  workbench = await TestWorkbench.start({ features: [ExploreModule], connections });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await workbench.stop();
  rmSync(folder, { recursive: true, force: true });
});

function make(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

async function namesIn(connectionId: string): Promise<string[]> {
  const found = await workbench.app.get(CatalogIndex).of(LOCAL_ACTOR, connectionId);
  return searchCatalogs([found], '', 10).items.map(({ table }) => table);
}

it('asks for a catalog again when it is old, also where the clock was set back meanwhile', async () => {
  const [index, queries] = [workbench.app.get(CatalogIndex), workbench.app.get(ConnectionsQueries)];
  const readings = jest.spyOn(queries, 'completion');
  await index.of(LOCAL_ACTOR, 'lake');
  await index.of(LOCAL_ACTOR, 'lake');
  expect(readings).toHaveBeenCalledTimes(1);
  const [now, monotonic] = [Date.now(), performance.now()];
  jest.spyOn(workbench.app.get(Clock), 'now').mockReturnValue(now - 3_600_000);
  jest.spyOn(performance, 'now').mockReturnValue(monotonic + 10_001);
  await index.of(LOCAL_ACTOR, 'lake');
  expect(readings).toHaveBeenCalledTimes(2);
});

it('reads the catalog of a file that took the place of one with as many changes of its schema', async () => {
  expect(await namesIn('book')).toEqual(['former']);
  make(`${file}.new`, 'CREATE TABLE later (b)');
  renameSync(`${file}.new`, file);
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_001);
  expect(await namesIn('book')).toEqual(['later']);
});

it('keeps nothing of a connection that leads to another database now', async () => {
  const queries = workbench.app.get(ConnectionsQueries);
  const read = queries.completion.bind(queries);
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<null>();
  const completion = jest.spyOn(queries, 'completion').mockImplementationOnce(async (...asked) => {
    const reading = await read(...asked);
    await isHeld;
    return reading;
  });
  const former = namesIn('book');
  workbench.app.get(EventBus).publish('connections.changed', { connection_ids: ['book'] });
  await setImmediate();
  make(file, 'CREATE TABLE later (b)');
  await namesIn('book');
  letGo(null);
  await former;
  expect([(await namesIn('book')).toSorted(), completion.mock.calls.length]).toEqual([['former', 'later'], 2]);
});
