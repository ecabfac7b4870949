import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Job } from '#libs/api';
import { confinements } from '../platform/testing/confinements.js';
import { PluginsModule } from '../plugins/plugins.module.js';
import { SchedulerModule } from '../scheduler/index.js';
import { EVERY_HOUR, SchedulerApp } from '../scheduler/testing/scheduler-app.js';

/** More than a plugin may have; few enough for a machine that does not stop it. */
const MANY = 400;
/** What is started ends by itself after these seconds, a number that no other program sleeps for. */
const ASLEEP_S = '397.31';

/**
 * Plugins that start processes without end. An attempt succeeds where more than the limit run at once, where one of them
 * is left when the run has ended, or where others wait.
 */
const PLUGIN = `
  import { spawn } from 'node:child_process';
  import { Worker } from 'node:worker_threads';
  const asleep = ['/bin/sleep', ['${ASLEEP_S}']];
  const sleep = (options = {}) => spawn(...asleep, { stdio: 'ignore', ...options }).on('error', () => undefined);
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  const worker = "require('child_process').spawn('/bin/sleep', ['${ASLEEP_S}'], { stdio: 'ignore' }).on('error', () => undefined)";
  const left = 'for i in 1 2 3 4 5 6 7 8; do setsid /bin/sleep ${ASLEEP_S} & done';
  const many = async (start) => {
    for (let started = 0; started < ${MANY}; started += 1) { start(); await pause(); }
    await new Promise((resolve) => setTimeout(resolve, 30_000));
  };
  export default ({ register }) => register({ version: 1, jobs: [
    { name: 'children', run: () => many(() => sleep()) },
    { name: 'sessions-of-their-own', run: () => many(() => sleep({ detached: true })) },
    { name: 'children-of-a-thread', run: () => { new Worker(\`for (let i = 0; i < ${MANY}; i += 1) { \${worker} } setTimeout(() => 0, 30_000)\`, { eval: true }); return many(pause); } },
    { name: 'processes-without-a-parent', run: () => many(() => spawn('/bin/sh', ['-c', left], { stdio: 'ignore' })) },
    { name: 'one-that-stays', run: () => { spawn('/bin/sh', ['-c', left], { stdio: 'ignore', detached: true }); return pause(); } },
  ] });`;

const ENDED =
  /^The plugin (had more than 256 processes and threads|used more than \d+ MiB of memory)\b.* It was ended\.$/;

/** Process ids of what the plugins started. */
function asleep(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandOf(name).includes(ASLEEP_S));
}

function commandOf(pid: string): string {
  try {
    // As UTF-8 Node reads a file without a size in one go, else through a buffer of 64 kB that the collector has to free.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

describe.each(await confinements())('a plugin (confinement %s)', (confinement) => {
  let app: SchedulerApp;
  let query: Job;
  beforeAll(async () => {
    const env = { WORKBENCH_CONFINEMENT: confinement };
    app = await SchedulerApp.start({ features: [SchedulerModule, PluginsModule], env });
    mkdirSync(join(app.home, 'plugins'));
    writeFileSync(join(app.home, 'plugins', 'forks.mjs'), PLUGIN);
    query = await app.create('query', { connection_id: 'duck', trigger: EVERY_HOUR, settings: { sql: 'SELECT 1' } });
  });
  afterAll(() => app.stop());

  const runOf = async (job: string) => {
    const settings = { plugin: 'forks', job };
    return app.runNow((await app.create('plugin', { name: job, trigger: EVERY_HOUR, settings })).id);
  };

  it.each(['children', 'sessions-of-their-own', 'children-of-a-thread', 'processes-without-a-parent'])(
    'that starts %s is ended, alone and with all of them',
    async (job) => {
      const [run, other] = await Promise.all([runOf(job), app.runNow(query.id)]);
      expect(run).toMatchObject({ status: 'error', outputs: [] });
      expect(run.error).toMatch(ENDED);
      expect(other.status).toBe('success');
      await app.until(() => Promise.resolve(asleep().length === 0 ? true : null));
    },
  );

  it('leaves nothing behind when it ends well', async () => {
    expect((await runOf('one-that-stays')).status).toBe('success');
    await app.until(() => Promise.resolve(asleep().length === 0 ? true : null));
  });
});
