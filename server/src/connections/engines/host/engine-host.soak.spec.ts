import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDuckdbConnector } from '../duckdb/index.js';
import { duckdbConfig } from '../duckdb/testing/duckdb-config.js';
import { runStatement } from '../duckdb/testing/open-session.js';
import { neverAborted, RecordingContext, until } from '../testing/index.js';
import { listHosts } from './list-hosts.js';
import { CRASHING_STATEMENTS, hostOf } from './testing/host-of.js';
import { processTree } from './process-memory.js';

/** Ten hosts for each round of a campaign: a thousand unless `SOAK_ROUNDS` says otherwise. */
const HOSTS = Number(process.env.SOAK_ROUNDS ?? 100) * 10;
/** A host may take this long on a busy machine. */
const HOST_MS = 10_000;
const AT_ONCE = 4;

/** The ways in which a host ends, in turn. */
const ENDS = ['closed', 'killed', 'aborted', 'crashed'] as const;

function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length;
}

function hostFolders(): string[] {
  return readdirSync(tmpdir()).filter(
    (name) => name.startsWith('workbench-host-') && name.includes(`-${process.pid}-`),
  );
}

describe('engine hosts that start and end', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'engine-host-soak-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const oneHost = async (number: number): Promise<void> => {
    const id = `host-${number}`;
    const connector = createDuckdbConnector(duckdbConfig(join(folder, `${id}.duckdb`), { id }), new RecordingContext());
    const session = await connector.openSession(neverAborted());
    expect((await runStatement(session, 'SELECT 1')).sink.rows).toEqual([['1']]);
    const end = ENDS[number % ENDS.length];
    if (end === 'killed') process.kill((await hostOf(id)).pid, 'SIGKILL');
    if (end === 'aborted') process.kill((await hostOf(id)).pid, 'SIGABRT');
    if (end === 'crashed') await runStatement(session, CRASHING_STATEMENTS[number % CRASHING_STATEMENTS.length] ?? '');
    if (end !== 'closed') await until('the session is lost', () => session.isLost(), HOST_MS);
    await session.release();
    await connector.close();
    for (const name of readdirSync(folder)) if (name.startsWith(`${id}.`)) rmSync(join(folder, name));
  };

  it(
    `leave no process, descriptor or folder behind, ${HOSTS} of them`,
    async () => {
      await oneHost(0);
      const processes = (await processTree(process.pid)).length;
      const before = openDescriptors();
      for (let number = 1; number < HOSTS; number += AT_ONCE) {
        const batch = Array.from({ length: Math.min(AT_ONCE, HOSTS - number) }, (_, index) => oneHost(number + index));
        await Promise.all(batch);
      }
      await until('every process has ended', async () => (await processTree(process.pid)).length === processes);
      expect(await listHosts()).toEqual([]);
      expect(hostFolders()).toEqual([]);
      expect(openDescriptors()).toBeLessThanOrEqual(before + 2);
    },
    (HOSTS + 10) * HOST_MS,
  );
});
