import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import { ConnectionsQueries } from '../connections/index.js';
import { Clock } from '../platform/index.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { CatalogIndex } from './catalog-index.js';
import { ExploreModule } from './index.js';

let workbench: TestWorkbench;
beforeEach(async () => {
  const connections = 'connections: [{ id: lake, name: Lake, kind: duckdb, path: ":memory:" }]\n';
  workbench = await TestWorkbench.start({ features: [ExploreModule], connections });
});
afterEach(async () => {
  jest.restoreAllMocks();
  await workbench.stop();
});

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
