import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { State } from '../../platform/index.js';
import { JobRunRecord } from '../runs/job-run.entity.js';
import type { JobRunFields } from '../runs/job-run.entity.js';
import { SchedulerLoop } from '../scheduler-loop.js';
import { SchedulerApp } from '../testing/scheduler-app.js';
import { FileRemovalRecord } from './file-removal.entity.js';
import { FileRemovals } from './file-removals.js';

/** No one can remove it. */
const STUCK = '/proc/version';

let app: SchedulerApp;
beforeEach(async () => {
  app = await SchedulerApp.start();
  app.useScriptedKind();
});
afterEach(() => app.stop());

const left = async () => (await app.get(State).manager.find(FileRemovalRecord)).map(({ path }) => path);

/** Runs that no process does, which have begun files. */
async function insertOrphans(...orphans: { id: string; partials: string[] }[]): Promise<void> {
  const run = await app.runNow((await app.create('plugin', { name: 'had owners' })).id);
  const { manager } = app.get(State);
  const stored: JobRunFields = await manager.findOneByOrFail(JobRunRecord, { id: run.id });
  for (const orphan of orphans)
    await manager.insert(JobRunRecord, { ...stored, ...orphan, status: 'running', slot: null });
}

async function restart(): Promise<void> {
  await app.stop({ keepHome: true });
  app = await SchedulerApp.start({ home: app.home });
}

describe('a file that cannot be removed', () => {
  it.each([
    ['error', () => Promise.reject(new Error('no'))],
    ['success', () => Promise.resolve()],
  ])('does not keep a run from its end: %s', async (status, outcome) => {
    const partial = join(app.home, 'begun');
    app.scripted.work = async (context) => {
      await context.reserve([STUCK, partial]);
      writeFileSync(partial, 'begun');
      return outcome();
    };
    const job = await app.create('plugin');
    expect(await app.runNow(job.id)).toMatchObject({ status });
    expect((await app.job(job.id)).running).toBe(false);
    expect(existsSync(partial)).toBe(status === 'success');
    expect(await left()).toEqual(status === 'success' ? [] : [STUCK]);
  });

  it('does not keep other runs from being found and claimed', async () => {
    const partial = join(app.home, 'begun');
    writeFileSync(partial, 'begun');
    await insertOrphans({ id: 'stuck', partials: [STUCK] }, { id: 'other', partials: [partial] });
    await app.get(SchedulerLoop).reconcile();
    expect(await app.ended('stuck')).toMatchObject({ status: 'interrupted' });
    expect(await app.ended('other')).toMatchObject({ status: 'interrupted' });
    expect([existsSync(partial), await left()]).toEqual([false, [STUCK]]);
  });

  it('does not keep the workbench from starting', async () => {
    await insertOrphans({ id: 'stuck', partials: [STUCK] });
    await restart();
    expect(await app.ended('stuck')).toMatchObject({ status: 'interrupted' });
    expect(await left()).toEqual([STUCK]);
  });

  it('is tried again until it is gone', async () => {
    const path = join(app.home, 'late');
    mkdirSync(join(path, 'folder'), { recursive: true });
    const { manager } = app.get(State);
    await manager.insert(FileRemovalRecord, [
      { id: 'stuck', path: STUCK, isOutput: false, notedAt: 0 },
      { id: 'late', path, isOutput: false, notedAt: 0 },
    ]);
    await app.get(FileRemovals).lookAgain();
    expect([existsSync(path), await left()]).toEqual([false, [STUCK]]);
  });
});

it('removes an output once the disk that it is on is mounted again, and looks for 30 days', async () => {
  const disk = join(app.home, 'disk');
  mkdirSync(disk);
  const { manager } = app.get(State);
  const now = Date.now();
  const old = now - 30 * 24 * 3_600_000;
  const paths = ['late', 'never'].map((name) => join(disk, name));
  const [late = '', never = ''] = paths;
  await manager.insert(FileRemovalRecord, [
    { id: 'late', path: late, isOutput: true, notedAt: now },
    { id: 'never', path: never, isOutput: true, notedAt: old },
  ]);
  await app.get(FileRemovals).lookAgain();
  expect(await left()).toEqual([late]);
  writeFileSync(late, 'a');
  await app.get(FileRemovals).lookAgain();
  expect([existsSync(late), await left()]).toEqual([false, []]);
});

it('looks for 30 days also where the folder of an output is gone', async () => {
  const { manager } = app.get(State);
  const now = Date.now();
  const gone = (name: string) => join(app.home, 'no-disk', name);
  await manager.insert(FileRemovalRecord, [
    { id: 'new', path: gone('new'), isOutput: true, notedAt: now },
    { id: 'old', path: gone('old'), isOutput: true, notedAt: now - 30 * 24 * 3_600_000 },
  ]);
  await app.get(FileRemovals).lookAgain();
  expect(await left()).toEqual([gone('new')]);
});

it('forgets more files at once than a statement takes values', async () => {
  const { manager } = app.get(State);
  const insert = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
    INSERT INTO job_file_removal (id, path, is_output, noted_at) SELECT 'f' || i, '${app.home}/none/' || i, true, 0 FROM n`;
  await manager.query(insert);
  await app.get(FileRemovals).lookAgain();
  expect(await left()).toEqual([]);
});

it('removes after the next start what a process that ended did not come to', async () => {
  const path = join(app.home, 'outputs', 'deleted');
  mkdirSync(join(path, 'run'), { recursive: true });
  await app.get(State).manager.insert(FileRemovalRecord, { id: 'left', path, isOutput: false, notedAt: 0 });
  await restart();
  await app.until(() => (existsSync(path) ? null : true));
  await app.until(async () => ((await left()).length === 0 ? true : null));
});

it('leaves nothing of a deleted job', async () => {
  app.scripted.work = async (context) => {
    const file = join(await context.workFolder(), 'a.csv');
    writeFileSync(file, 'a');
    await context.keep(file, 'a.csv');
  };
  const job = await app.create('plugin');
  await app.runNow(job.id);
  expect(app.files('outputs').some((path) => path.startsWith(`${job.id}/`))).toBe(true);
  expect((await app.send('DELETE', `/api/scheduler/jobs/${job.id}`)).status).toBe(204);
  expect([app.files('outputs'), await left()]).toEqual([[], []]);
});
