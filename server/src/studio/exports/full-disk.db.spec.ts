import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Run } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { fillDisk, smallDisk } from '../../platform/testing/small-disk.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { StudioModule } from '../index.js';

const DISK_BYTES = 32 * 1024 * 1024;
const CONNECTIONS = 'connections: [{ id: lake, name: Lake, kind: duckdb, path: ":memory:" }]\n';
/** Few enough rows to stay in memory, so that only the file needs the disk. */
const ROWS = 'SELECT i, repeat(md5(i::varchar), 40) AS text FROM range(3000) t(i)';

let home: string;
let takeAway: () => void;
let workbench: TestWorkbench;
let origin: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'small-home-'));
  takeAway = smallDisk(home, DISK_BYTES);
  workbench = await TestWorkbench.start({ features: [StudioModule], connections: CONNECTIONS, home });
  origin = await workbench.app.getUrl();
});

afterAll(async () => {
  await workbench.stop({ keepHome: true });
  takeAway();
  rmSync(home, { recursive: true });
});

function ballast(): string {
  return join(home, 'ballast');
}

it('answers a Parquet file that the disk has no room for with 507 and the reason, and writes it once there is room', async () => {
  const answer = await fetch(`${origin}/api/studio/runs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ connection_id: 'lake', sql: ROWS }),
  });
  let run = (await answer.json()) as Run;
  while (run.status === 'running') run = (await (await fetch(`${origin}/api/studio/runs/${run.id}`)).json()) as Run;
  expect(run.status).toBe('succeeded');
  const path = `${origin}/api/studio/runs/${run.id}/statements/0/export?format=parquet`;
  fillDisk(home, ballast());
  const refused = await fetch(path);
  const { code, detail } = (await refused.json()) as ProblemDocument;
  expect([refused.status, code, detail]).toEqual([507, 'no-room-to-export', 'The disk of the workbench is full.']);
  rmSync(ballast());
  const file = await fetch(path);
  expect(file.status).toBe(200);
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 4)).toBe('PAR1');
});
