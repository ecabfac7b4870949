import { mkdirSync, writeFileSync } from 'node:fs';
import { getPriority, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdminEngineProcess, Job, Pipeline } from '#libs/api';
import { PipelinesModule } from '../pipelines/index.js';
import { SchedulerModule } from '../scheduler/index.js';
import { EVERY_HOUR, SchedulerApp } from '../scheduler/testing/scheduler-app.js';
import { CHILD_NICENESS, childConfinement, listChildren } from '../platform/index.js';
import { PluginsModule } from './plugins.module.js';

const PLUGIN = `export default ({ register }) => register({ version: 1, jobs: [
  { name: 'says', run: ({ connectionId, log }) => log('connection ' + connectionId) },
  { name: 'repeats', run: async ({ connectionId, options, connection, log }) => {
      const { rows } = await connection(connectionId).query("SELECT 'a' || chr(8232) || 'b' || chr(8233)");
      log(JSON.stringify([options.text, rows[0][0]])); } },
  { name: 'throws', run: async () => { const { readFile } = await import('node:fs/promises');
      await readFile(new URL('./not-there/secret.txt', import.meta.url)); } },
  { name: 'dies', run: () => { setTimeout(() => { throw new Error('boom in ' + import.meta.url); }); return new Promise(() => {}); } },
] });`;

let app: SchedulerApp;
beforeAll(async () => {
  app = await SchedulerApp.start({ features: [SchedulerModule, PipelinesModule, PluginsModule] });
  mkdirSync(join(app.home, 'plugins'));
  writeFileSync(join(app.home, 'plugins', 'tries.mjs'), PLUGIN);
});
afterAll(() => app.stop());

const inputOf = (job: string, more: object = {}) => ({
  ...{ name: job, trigger: EVERY_HOUR, settings: { plugin: 'tries', job } },
  ...more,
});
const post = (kind: string, body: object) => app.send('POST', `/api/scheduler/jobs/${kind}`, body);

describe('the connection of a job', () => {
  it('is taken at the top for a plugin, kept by a change and cleared with null', async () => {
    const { body: job } = await app.send<Job>(
      'POST',
      '/api/scheduler/jobs/plugin',
      inputOf('says', { connection_id: 'duck' }),
    );
    expect(job.connection_id).toBe('duck');
    const { id } = await app.runNow(job.id);
    const { body: run } = await app.send<{ log: { text: string }[] }>('GET', `/api/scheduler/runs/${id}`);
    expect(run.log.map(({ text }) => text)).toContain('connection duck');
    const path = `/api/scheduler/jobs/${job.id}`;
    expect((await app.send<Job>('PUT', path, { name: 'other' })).body.connection_id).toBe('duck');
    expect((await app.send<Job>('PUT', path, { connection_id: null })).body.connection_id).toBeNull();
  });

  it('has to exist', async () => {
    expect((await post('plugin', inputOf('says', { connection_id: 'nowhere' }))).body.code).toBe(
      'connection-not-found',
    );
  });

  it('is refused in words where settings name another one, and where a kind has none', async () => {
    const settings = { plugin: 'tries', job: 'says', connection_id: 'gone' };
    const twice = await post('plugin', inputOf('says', { connection_id: 'duck', settings }));
    expect([twice.body.code, twice.body.errors?.[0]?.pointer]).toEqual([
      'validation-failed',
      '/settings/connection_id',
    ]);
    const definition = {
      inputs: [{ name: 'one', kind: 'query', connection_id: 'duck', sql: 'SELECT 1 AS a' }],
      ...{ steps: [], output: { from: 'one', format: 'csv', name: 'x' } },
    };
    const { body } = await app.send<Pipeline>('POST', '/api/pipelines', { name: 'p', definition });
    const pipeline = { ...inputOf('p'), settings: { pipeline_id: body.id } };
    const refused = await post('pipeline', { ...pipeline, connection_id: 'duck' });
    expect([refused.body.code, refused.body.errors?.[0]?.pointer]).toEqual(['validation-failed', '/connection_id']);
  });
});

describe('a text with separators of lines', () => {
  it('reaches a plugin as it is', async () => {
    const text = 'a\u2028b\u2029c\u0085d';
    const settings = { plugin: 'tries', job: 'repeats', options: { text } };
    const job = await app.create('plugin', { ...inputOf('repeats', { connection_id: 'duck' }), settings });
    const { id, error } = await app.runNow(job.id);
    const { body } = await app.send<{ log: { text: string }[] }>('GET', `/api/scheduler/runs/${id}`);
    expect([error, body.log.map(({ text: logged }) => logged)]).toEqual([
      null,
      expect.arrayContaining([JSON.stringify([text, 'a\u2028b\u2029'])]),
    ]);
  });
});

describe('a member that is not known', () => {
  it.each([
    ['of a job', inputOf('says', { connection: 'duck' }), 'connection'],
    [
      'of the settings',
      inputOf('says', { settings: { plugin: 'tries', job: 'says', conection_id: 'duck' } }),
      'conection_id',
    ],
    ['of the trigger', inputOf('says', { trigger: { ...EVERY_HOUR, offset: 1 } }), 'offset'],
    ['of the notifications', inputOf('says', { notify: { on_start: true } }), 'on_start'],
  ])('is refused in words: %s', async (_, input, name) => {
    const { status, body } = await post('plugin', input);
    expect([status, body.code, JSON.stringify(body)]).toEqual([
      400,
      'validation-failed',
      expect.stringContaining(name),
    ]);
  });

  it.each([
    [
      { inputs: [], steps: [{ name: 'a', sql: 'SELECT 1', kind: 'query' }], output: { from: 'a', format: 'csv' } },
      'kind',
    ],
    [{ inputs: [], steps: [{ name: 'a', sql: 'SELECT 1' }], output: { from: 'a', format: 'csv', to: 'b' } }, 'to'],
  ])('is refused in a pipeline', async (definition, name) => {
    const { body } = await app.send('POST', '/api/pipelines', { name: 'p', definition });
    expect([body.code, JSON.stringify(body)]).toEqual(['validation-failed', expect.stringContaining(`/${name}`)]);
  });
});

describe('a plugin that fails', () => {
  it.each(['throws', 'dies'])('shows no path of the server, and its stack in the log only: %s', async (name) => {
    const events = app.heard('scheduler.job.error');
    const job = await app.create('plugin', inputOf(name));
    const run = await app.runNow(job.id);
    expect(run.status).toBe('error');
    const { error, message } = await app.until(() => events[0] ?? null);
    expect([error, message.includes('/'), message.includes('\n')]).toEqual([run.error, false, false]);
    expect(run.error).not.toMatch(/\/|\n/);
    expect(run.error).toMatch(name === 'throws' ? /secret\.txt/ : /boom/);
    const { body } = await app.send<{ log: { text: string }[] }>('GET', `/api/scheduler/runs/${run.id}`);
    expect(body.log.map(({ text }) => text).join('\n')).toContain('tries.mjs');
  });
});

describe('what a plugin may reach', () => {
  const LIMITED = `
    import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
    import { networkInterfaces, tmpdir } from 'node:os';
    const line = () => { const fd = 3; return { write: (text) => writeFileSync(fd, text) }; };
    export default ({ register }) => register({ version: 1, jobs: [
      { name: 'sees', run: ({ log, options }) => log(JSON.stringify({ env: Object.keys(process.env), tmp: tmpdir(),
          home: existsSync(options.home), own: readFileSync(new URL('./limited/own.txt', import.meta.url), 'utf8'),
          beside: existsSync(new URL('./tries.mjs', import.meta.url)), nets: Object.keys(networkInterfaces()) })) },
      { name: 'needs', needsNetwork: true, run: ({ log }) => log('nets ' + Object.keys(networkInterfaces()).length) },
      { name: 'escapes', run: () => { line().write(JSON.stringify({ kind: 'output', name: '../../secret.key' }) + '\\n'); } },
      { name: 'floods', run: () => { const text = 'x'.repeat(1e6); for (;;) line().write(text); } },
      { name: 'loops', run: () => { for (;;); } },
      { name: 'grows', run: () => { const all = []; for (;;) all.push(Buffer.alloc(5e7, 1)); } },
    ] });`;

  beforeAll(() => {
    const folder = join(app.home, 'plugins');
    mkdirSync(join(folder, 'limited'));
    writeFileSync(join(folder, 'limited', 'own.txt'), 'own');
    writeFileSync(join(folder, 'limited.mjs'), LIMITED);
  });

  const limited = (job: string, settings: object = {}, more: object = {}) => ({
    ...inputOf(job, more),
    settings: { plugin: 'limited', job, ...settings },
  });
  async function logOf(runId: string): Promise<string[]> {
    const { body } = await app.send<{ log: { text: string }[] }>('GET', `/api/scheduler/runs/${runId}`);
    return body.log.map(({ text }) => text);
  }

  it('is its own files and its work folder, without a network and the environment of the workbench', async () => {
    process.env.A_SECRET_OF_THE_WORKBENCH = 'open sesame';
    const key = join(app.home, 'secret.key');
    const run = await app.runNow((await app.create('plugin', limited('sees', { options: { home: key } }))).id);
    delete process.env.A_SECRET_OF_THE_WORKBENCH;
    expect(run).toMatchObject({ status: 'success' });
    const seen = JSON.parse((await logOf(run.id)).find((text) => text.startsWith('{')) ?? '') as SeenByPlugin;
    expect([seen.own, seen.env.includes('A_SECRET_OF_THE_WORKBENCH')]).toEqual(['own', false]);
    expect(seen.tmp).toContain(run.id);
    if ((await childConfinement()) !== 'bubblewrap') return;
    expect([seen.home, seen.beside, seen.nets]).toEqual([false, false, ['lo']]);
  });

  it('is a network where its job says so', async () => {
    const refused = await post('plugin', limited('needs'));
    expect([refused.body.code, refused.body.errors?.[0]?.pointer]).toEqual(['validation-failed', '/settings/network']);
    const run = await app.runNow((await app.create('plugin', limited('needs', { network: true }))).id);
    expect(await logOf(run.id)).toContain(`nets ${Object.keys(networkInterfaces()).length}`);
  });

  it.each([
    ['escapes', 'The plugin sent a message that is not one of its interface. It was ended.'],
    ['floods', /^The plugin sent a message of more than 16 MiB|^The plugin sent a message that is not/],
    ['grows', /memory|Its process ended with/],
  ])('ends where it goes beyond: %s', async (job, error) => {
    const run = await app.runNow((await app.create('plugin', limited(job))).id);
    expect(run).toMatchObject({ status: 'error', outputs: [] });
    expect(run.error).toMatch(error);
    expect(await pluginProcesses()).toEqual([]);
  });

  it('is listed while it runs, and a run that is cancelled ends it', async () => {
    const job = await app.create('plugin', limited('loops', {}, { name: 'Night', connection_id: 'duck' }));
    const { body } = await app.send<{ id: string }>('POST', `/api/scheduler/jobs/${job.id}/run`);
    const [one] = await app.until(async () => ((await pluginProcesses()).length > 0 ? pluginProcesses() : null));
    const confined = (await childConfinement()) === 'bubblewrap';
    expect(one).toMatchObject({ engine: 'plugin', connection_ids: ['duck'], job_name: 'Night', confined });
    // The shell that starts it lowers its own priority first.
    const niceness = Math.min(19, getPriority() + CHILD_NICENESS);
    await app.until(() => Promise.resolve(getPriority(one?.pid) === niceness ? true : null));
    await app.send('POST', `/api/scheduler/runs/${body.id}/cancel`);
    await app.until(async () => ((await pluginProcesses()).length === 0 ? true : null));
  });
});

interface SeenByPlugin {
  readonly env: string[];
  readonly tmp: string;
  readonly home: boolean;
  readonly own: string;
  readonly beside: boolean;
  readonly nets: string[];
}

async function pluginProcesses(): Promise<AdminEngineProcess[]> {
  return (await listChildren()).filter(({ purpose }) => purpose === 'plugin');
}
