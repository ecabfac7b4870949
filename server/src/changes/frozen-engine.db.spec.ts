import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import type { ChangeSetDetails } from '#libs/api';
import { listChildren } from '../platform/index.js';
import { TestWorkbench } from '../platform/testing/test-workbench.js';
import { ChangesModule } from './changes.module.js';
import { ChangeApplier } from './change-applier.service.js';
import { ChangesCaller, seen } from './testing/changes-caller.js';

/** The statement timeout, what a process that does not answer is given, and room for a busy machine. */
const ANSWER_MS = 40_000;

let folder: string;
let workbench: TestWorkbench;
afterEach(async () => {
  await workbench.stop();
  rmSync(folder, { recursive: true });
});

it('an engine process that freezes while it applies does not hold up the answer, and leaves all or nothing', async () => {
  folder = mkdtempSync(join(tmpdir(), 'frozen-engine-'));
  const path = join(folder, 'some.sqlite');
  const file = new DatabaseSync(path);
  file.exec(`CREATE TABLE steps (n INTEGER); INSERT INTO steps VALUES (1);
    CREATE TABLE counted (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO counted VALUES (1, 0)`);
  file.close();
  const connections = `connections:
  - { id: lite, name: Lite, kind: files, path: ${path}, read_only: false, statement_timeout_ms: 5000 }
`;
  workbench = await TestWorkbench.start({ features: [ChangesModule], connections });
  const caller = new ChangesCaller(workbench, 'lite');
  const change = await caller.rehearsed([
    {
      kind: 'statement',
      sql: `UPDATE counted SET n = 1 + 0 * (WITH RECURSIVE c (n) AS (
        SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < (SELECT n FROM steps)) SELECT count(*) FROM c)`,
    },
  ]);
  const slow = new DatabaseSync(path);
  slow.exec('UPDATE steps SET n = 100000000');
  slow.close();
  const startedAtMs = performance.now();
  const applying = caller.send('POST', `/api/changes/${change.id}/apply`, seen(change));
  await wait(1_500);
  const hosts = (await listChildren()).filter(({ engine }) => engine === 'sqlite');
  for (const { pid } of hosts) process.kill(pid, 'SIGSTOP');
  const answer = await Promise.race([applying, wait(ANSWER_MS).then(() => null)]);
  expect(answer?.status).toBeGreaterThanOrEqual(400);
  expect(performance.now() - startedAtMs).toBeLessThan(ANSWER_MS);
  // Those that were idle are still frozen, and the next session would be opened in one of them.
  for (const { pid } of (await listChildren()).filter(({ engine }) => engine === 'sqlite'))
    process.kill(pid, 'SIGKILL');
  const again = new DatabaseSync(path, { timeout: 10_000 });
  again.exec('UPDATE steps SET n = 1');
  again.close();
  await workbench.app.get(ChangeApplier).settleAll();
  const found = await caller.ask<ChangeSetDetails>('GET', `/api/changes/${change.id}`);
  expect([found.state, found.is_uncertain]).toEqual(['draft', false]);
  expect((await caller.apply(await caller.step(change.id, 'rehearse'))).body).toMatchObject({ state: 'applied' });
});
