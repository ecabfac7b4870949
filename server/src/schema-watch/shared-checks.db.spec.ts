import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { EventMap } from '#libs/events';
import { ContractsApp } from '../contracts/testing/contracts-app.js';
import { Clock, EventBus, State } from '../platform/index.js';
import { CatalogSource } from './catalog-source.js';
import { DependentsStore } from './dependents-store.js';
import { SchemaWatchService } from './schema-watch.service.js';
import { SnapshotStore } from './snapshot-store.js';
import { WatchedTables } from './watched-tables.js';

let app: ContractsApp;
let source: CatalogSource;
let service: SchemaWatchService;
/** Shares the state only, as another process does. */
let other: SchemaWatchService;
let changed: EventMap['schema.changed'][];

beforeAll(async () => {
  app = await ContractsApp.start();
  const { app: nest } = app.workbench;
  source = nest.get(CatalogSource);
  service = nest.get(SchemaWatchService);
  const stores = [nest.get(SnapshotStore), nest.get(DependentsStore), nest.get(WatchedTables)] as const;
  other = new SchemaWatchService(source, ...stores, nest.get(State), nest.get(EventBus), nest.get(Clock));
  changed = app.heard('schema.changed');
  await app.ddl('CREATE TABLE a (i int)');
  await service.run(LOCAL_ACTOR, 'db');
});
beforeEach(() => void (changed.length = 0));
afterEach(() => void jest.restoreAllMocks());
afterAll(() => app.stop());

/** Has something else happen after the next reading, before it is kept. */
function afterReading(work: () => Promise<unknown>): void {
  const read = source.read.bind(source);
  let isNext = true;
  jest.spyOn(source, 'read').mockImplementation(async (...order) => {
    const reading = await read(...order);
    if (!isNext) return reading;
    // The other process reads, too.
    isNext = false;
    await work();
    return reading;
  });
}

const places = async () => (await app.workbench.app.get(SnapshotStore).list('db')).map(({ place }) => place);

it('two checks at once are both kept, and a change is reported once', async () => {
  await app.ddl('ALTER TABLE a ADD b int');
  const before = (await places()).length;
  afterReading(() => other.run(LOCAL_ACTOR, 'db'));
  expect(await service.run(LOCAL_ACTOR, 'db')).toMatchObject({ changed: false, baseline: false });
  expect(changed.map(({ message }) => message)).toEqual(['a: + column b integer']);
  expect(await places()).toEqual(Array.from({ length: before + 2 }, (_, index) => before + 2 - index));
});

it('a check that read less than one that was kept meanwhile reads again', async () => {
  await app.ddl('ALTER TABLE a ADD c int');
  afterReading(async () => {
    await app.ddl('ALTER TABLE a ADD d int');
    await other.run(LOCAL_ACTOR, 'db');
  });
  expect(await service.run(LOCAL_ACTOR, 'db')).toMatchObject({ changed: false });
  expect(changed.map(({ message }) => message)).toEqual(['a: + column c integer; a: + column d integer']);
});

it('a check that never gets its turn ends in words and reports no failure of the database', async () => {
  const failed = app.heard('schema_watch.failed');
  const read = source.read.bind(source);
  let isOther = false;
  jest.spyOn(source, 'read').mockImplementation(async (...order) => {
    const reading = await read(...order);
    if (isOther) return reading;
    isOther = true;
    await other.run(LOCAL_ACTOR, 'db');
    isOther = false;
    return reading;
  });
  await expect(service.run(LOCAL_ACTOR, 'db')).rejects.toMatchObject({ code: 'changed-meanwhile' });
  expect([failed, changed]).toEqual([[], []]);
});

it.each<[string, (stop: AbortController) => void]>([
  [
    'while it reads',
    (stop) =>
      jest.spyOn(source, 'read').mockImplementation(() => {
        stop.abort();
        return Promise.reject(new Error('stopped'));
      }),
  ],
  [
    'before it is kept',
    (stop) =>
      afterReading(() => {
        stop.abort();
        return Promise.resolve();
      }),
  ],
  ['before its turn', (stop) => stop.abort()],
])('a check that is stopped %s keeps nothing and is no failure', async (_, arrange) => {
  const failed = app.heard('schema_watch.failed');
  const [before, status] = [await places(), await app.status()];
  await app.ddl(`CREATE TABLE stopped_${before.length} (i int)`);
  const stop = new AbortController();
  arrange(stop);
  await expect(service.run(LOCAL_ACTOR, 'db', stop.signal)).rejects.toThrow();
  expect([failed, changed, await places(), await app.status()]).toEqual([[], [], before, status]);
  jest.restoreAllMocks();
  await service.run(LOCAL_ACTOR, 'db');
});
