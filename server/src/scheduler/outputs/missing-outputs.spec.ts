import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobRun, JobRunDetails } from '#libs/api';
import { State } from '../../platform/index.js';
import { JobOutputRecord } from '../runs/job-run.entity.js';
import { SchedulerApp } from '../testing/scheduler-app.js';
import { MissingOutputs } from './missing-outputs.js';
import { OutputStore } from './output-store.js';

let app: SchedulerApp;
let folder: string;
beforeEach(async () => {
  app = await SchedulerApp.start();
  folder = join(app.home, 'disk/backups');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => app.stop());

/** Runs a job once that leaves a file in the folder, as a backup does. */
async function backUp(name = 'one.dump'): Promise<{ run: JobRunDetails; path: string; href: string }> {
  const path = join(folder, name);
  app.useScriptedKind().work = (context) => {
    writeFileSync(path, 'content');
    context.keepInPlace({ path, name, bytes: 7, sha256: 'of it' });
    return Promise.resolve();
  };
  const run = await app.runNow((await app.create('plugin')).id);
  return { run, path, href: run.outputs[0]?.href ?? '' };
}

const downloaded = async (href: string) => {
  const { status, body } = await app.send<{ code: string } | string>('GET', href);
  return [status, typeof body === 'string' ? body : body.code];
};

const offered = async ({ id }: JobRun) => {
  const { body } = await app.send<JobRunDetails>('GET', `/api/scheduler/runs/${id}`);
  return [body.outputs.length, body.removed_outputs.length];
};

async function restart(): Promise<void> {
  await app.stop({ keepHome: true });
  app = await SchedulerApp.start({ home: app.home });
}

describe('a file that is not found', () => {
  it.each([
    ['its folder is missing, as that of a disk that is not mounted', () => renameSync(folder, `${folder} away`)],
    [
      'its folder cannot be read',
      () => {
        renameSync(folder, `${folder} away`);
        writeFileSync(folder, 'in the way');
      },
    ],
  ])('stays offered where %s', async (_, breakFolder) => {
    const { run, path, href } = await backUp();
    breakFolder();
    expect(await downloaded(href)).toEqual([503, 'output-unavailable']);
    expect(await offered(run)).toEqual([1, 0]);
    if (existsSync(folder)) renameSync(folder, `${folder} broken`);
    renameSync(`${folder} away`, folder);
    await restart();
    expect(readFileSync(path, 'utf8')).toBe('content');
    expect(await downloaded(href)).toEqual([200, 'content']);
  });

  it('is no longer offered where its folder is present, and is offered and kept once it is back', async () => {
    const { run, path, href } = await backUp();
    renameSync(path, join(app.home, 'away'));
    expect(await downloaded(href)).toEqual([404, 'output-not-found']);
    expect(await offered(run)).toEqual([0, 1]);
    renameSync(join(app.home, 'away'), path);
    await restart();
    expect(readFileSync(path, 'utf8')).toBe('content');
    await app.until(async () => ((await offered(run))[0] === 1 ? true : null));
    expect(await downloaded(href)).toEqual([200, 'content']);
  });

  it('is sent as soon as it is back', async () => {
    const { run, path, href } = await backUp();
    renameSync(path, join(app.home, 'away'));
    expect(await downloaded(href)).toEqual([404, 'output-not-found']);
    renameSync(join(app.home, 'away'), path);
    expect(await downloaded(href)).toEqual([200, 'content']);
    expect(await offered(run)).toEqual([1, 0]);
  });
});

describe('a backup on a disk that is away for a night', () => {
  /** Runs the job again, which keeps two files; answers what is offered of a run. */
  async function next(jobId: string, name: string): Promise<JobRunDetails> {
    app.scripted.work = (context) => {
      writeFileSync(join(folder, name), 'content');
      context.keepInPlace({ path: join(folder, name), name, bytes: 7, sha256: 'of it' });
      return Promise.resolve();
    };
    return app.runNow(jobId);
  }

  it('is neither pruned nor counted meanwhile, and offered again once the disk is back', async () => {
    const { run, path } = await backUp();
    const second = await next(run.job_id, 'two.dump');
    renameSync(folder, `${folder} away`);
    mkdirSync(folder);
    const beside = [await next(run.job_id, 'three.dump'), await next(run.job_id, 'four.dump')];
    expect(await Promise.all([run, second, ...beside].map(offered))).toEqual([
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 0],
    ]);
    renameSync(folder, `${folder} beside`);
    renameSync(`${folder} away`, folder);
    await app.get(MissingOutputs).lookAgain();
    expect(await Promise.all([run, second].map(offered))).toEqual([
      [1, 0],
      [1, 0],
    ]);
    await next(run.job_id, 'five.dump');
    await app.until(() => (existsSync(path) ? null : true));
    expect(existsSync(join(folder, 'two.dump'))).toBe(true);
  });

  it('stays offered where its folder cannot be read', async () => {
    const { run, path } = await backUp();
    const disk = folder;
    renameSync(disk, `${disk} away`);
    folder = join(app.home, 'other');
    mkdirSync(folder);
    for (const name of ['two.dump', 'three.dump', 'four.dump']) await next(run.job_id, name);
    expect([await offered(run), existsSync(join(folder, 'two.dump'))]).toEqual([[1, 0], false]);
    renameSync(`${disk} away`, disk);
    await next(run.job_id, 'five.dump');
    await app.until(() => (existsSync(path) ? null : true));
  });
});

describe('the next start', () => {
  const removedNow = (id: string, details: JobOutputRecord['details']) =>
    app.get(State).manager.update(JobOutputRecord, { runId: id }, { removedAt: Date.now(), details });

  it('removes no file that an earlier version noted as gone', async () => {
    const { run, path } = await backUp();
    await removedNow(run.id, {});
    await restart();
    expect(existsSync(path)).toBe(true);
  });

  it('removes what retention marked and a process that ended did not remove', async () => {
    const { run, path } = await backUp();
    const store = app.get(OutputStore);
    store.removeKept = () => Promise.reject(new Error('EIO'));
    for (const name of ['two.dump', 'three.dump']) {
      app.scripted.work = (context) => {
        writeFileSync(join(folder, name), 'content');
        context.keepInPlace({ path: join(folder, name), name, bytes: 7, sha256: 'of it' });
        return Promise.resolve();
      };
      await app.runNow(run.job_id);
    }
    expect([await offered(run), existsSync(path)]).toEqual([[0, 1], true]);
    await restart();
    await app.until(() => (existsSync(path) ? null : true));
    expect(existsSync(join(folder, 'two.dump'))).toBe(true);
  });
});
