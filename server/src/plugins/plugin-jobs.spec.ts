import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Job, Pipeline } from '#libs/api';
import { PipelinesModule } from '../pipelines/index.js';
import { SchedulerModule } from '../scheduler/index.js';
import { EVERY_HOUR, SchedulerApp } from '../scheduler/testing/scheduler-app.js';
import { PluginsModule } from './plugins.module.js';

const PLUGIN = `export default ({ register }) => register({ version: 1, jobs: [
  { name: 'says', run: ({ connectionId, log }) => log('connection ' + connectionId) },
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
    const job = await app.create('plugin', inputOf(name));
    const run = await app.runNow(job.id);
    expect(run.status).toBe('error');
    expect(run.error).not.toMatch(/\/|\n/);
    expect(run.error).toMatch(name === 'throws' ? /secret\.txt/ : /boom/);
    const { body } = await app.send<{ log: { text: string }[] }>('GET', `/api/scheduler/runs/${run.id}`);
    expect(body.log.map(({ text }) => text).join('\n')).toContain('tries.mjs');
  });
});
