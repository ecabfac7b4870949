import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedQuery, SavedQueryList } from '#libs/api';
import { expect, temporaryHome, test, Workbench } from './workbench.js';

/** How often the process is killed; the long campaign takes 100. */
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? 3);
const WRITERS = 16;
/** Several checkpoints of the write-ahead log run in this time. */
const WRITING_MS = 2_500;
/** So long that a checkpoint has something to copy. */
const TEXT = `SELECT '${'x'.repeat(8_000)}'`;
const PAGE = 200;

test('what was saved is there after the workbench is killed', async () => {
  test.setTimeout(240_000 + ROUNDS * 30_000);
  const home = temporaryHome();
  writeFileSync(
    join(home, 'connections.yaml'),
    'connections:\n  - { id: duck, name: Duck, kind: duckdb, path: ./d.db }\n',
  );
  const workbench = new Workbench(home, { WORKBENCH_DEMO: 'off' });
  const acknowledged: string[] = [];
  const save = async (name: string) => {
    const { status, body } = await workbench.api<SavedQuery>('POST', '/api/studio/queries', {
      ...{ name, connection_id: 'duck', sql: TEXT },
    });
    if (status === 201) acknowledged.push(body.name);
  };
  const write = async (writer: string) => {
    for (let count = 0; workbench.isRunning; count += 1) await save(`${writer} ${count}`).catch(() => undefined);
  };
  try {
    await workbench.start();
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = acknowledged.length;
      const writing = Array.from({ length: WRITERS }, (_, at) => write(`round ${round}, writer ${at},`));
      await new Promise((resolve) => setTimeout(resolve, WRITING_MS));
      await workbench.stop('SIGKILL');
      await Promise.all(writing);
      expect(acknowledged.length).toBeGreaterThan(before);
      await workbench.start();
      const kept = new Set(await savedNames(workbench));
      expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
    }
  } finally {
    await workbench.stop('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
});

async function savedNames(workbench: Workbench): Promise<string[]> {
  const names: string[] = [];
  for (let cursor = ''; ;) {
    const page = `/api/studio/queries?limit=${PAGE}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const { body } = await workbench.api<SavedQueryList>('GET', page);
    names.push(...body.items.map(({ name }) => name));
    if (body.next_cursor === null) return names;
    cursor = body.next_cursor;
  }
}
