import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PluginList } from '#libs/api';
import { SchedulerModule } from '../scheduler/index.js';
import { EVERY_HOUR, SchedulerApp } from '../scheduler/testing/scheduler-app.js';
import { PluginsModule } from './plugins.module.js';

const MISTAKES = `export default ({ register }) => register({ version: 1, jobs: [
  { name: 'asks-nothing', run: ({ connection, connectionId }) => connection(connectionId).query('SELECT 1') },
  { name: 'needs-one', needsConnection: true, run: () => {} },
  { name: 'counts', run: ({ progress }) => progress(0 / 0) },
  { name: 'raises', run: () => { setTimeout(() => { throw new RangeError('late one'); }); return new Promise(() => {}); } },
  { name: 'forgets', run: async () => { void Promise.resolve().then(() => { throw new RangeError('not awaited'); }); } },
  { name: 'reads', run: async ({ connection, options, log }) => {
      const database = connection('duck');
      const refused = await database.query(options.sql).catch((error) => error.message);
      const { rows } = await database.query('SELECT 42 AS n');
      log(JSON.stringify([refused, rows]));
    } },
] });`;

let app: SchedulerApp;
beforeAll(async () => {
  app = await SchedulerApp.start({ features: [SchedulerModule, PluginsModule] });
  mkdirSync(join(app.home, 'plugins'));
  writeFileSync(join(app.home, 'plugins', 'wrong.mjs'), MISTAKES);
});
afterAll(() => app.stop());

const inputOf = (job: string, options: object = {}) => ({
  ...{ name: job, trigger: EVERY_HOUR, settings: { plugin: 'wrong', job, options } },
});

describe('a query of a plugin', () => {
  it.each([
    ['the characters of its rows', `SELECT repeat('x', 9000000) AS a FROM range(10)`, 'more than 64 MiB'],
    ['its rows', 'SELECT 1 AS a FROM range(100001)', 'more than 100000 rows'],
  ])('ends where %s are too many, and the next one goes on', async (_, sql, words) => {
    const run = await app.runNow((await app.create('plugin', inputOf('reads', { sql }))).id);
    expect(run).toMatchObject({ status: 'success', error: null });
    const { body } = await app.send<{ log: { text: string }[] }>('GET', `/api/scheduler/runs/${run.id}`);
    const [refused, rows] = JSON.parse(body.log.find(({ text }) => text.startsWith('['))?.text ?? '[]') as unknown[];
    expect([refused, rows]).toEqual([expect.stringContaining(words), [['42']]]);
  });
});

describe('a mistake of a plugin', () => {
  it.each([
    ['asks-nothing', 'connection takes the ID of a connection, and was given none. The job may need one.'],
    ['counts', 'progress takes numbers, and was given NaN.'],
    ['raises', 'Its process ended with 1. RangeError: late one'],
    ['forgets', 'Its process ended with 1. RangeError: not awaited'],
  ])('is said in its words: %s', async (job, error) => {
    expect(await app.runNow((await app.create('plugin', inputOf(job))).id)).toMatchObject({ status: 'error', error });
  });

  it('is a job without the connection that it needs', async () => {
    const input = inputOf('needs-one');
    const { body } = await app.send('POST', '/api/scheduler/jobs/plugin', input);
    expect([body.code, body.errors?.[0]?.pointer]).toEqual(['validation-failed', '/connection_id']);
    const taken = await app.send('POST', '/api/scheduler/jobs/plugin', { ...input, connection_id: 'duck' });
    expect(taken.status).toBe(201);
  });
});

describe('the folder of plugins', () => {
  const write = (name: string, text: string) => writeFileSync(join(app.home, 'plugins', name), text);
  const listed = async () => (await app.send<PluginList>('GET', '/api/plugins')).body.items;

  it('lists each name once, and says what is wrong with a name or a title', async () => {
    write('twice.mjs', 'export default ({ register }) => register({ jobs: [] });');
    write('twice.js', 'throw new Error("not this one");');
    write('Größe.mjs', 'export default () => {};');
    write('titled.mjs', "export default ({ register }) => register({ jobs: [{ name: 'a', title: 5, run() {} }] });");
    expect((await listed()).map(({ name, error }) => [name, error])).toEqual([
      ['Größe', 'Its name has more than a-z, 0-9 and -, or than 63 of them.'],
      ['titled', 'The title of the job a is no text.'],
      ['twice', null],
      ['wrong', null],
    ]);
  });

  it('does not wait again for a plugin that did not answer, unless its file changes', async () => {
    write('silent.mjs', 'for (;;);');
    const silent = async () => (await listed()).find(({ name }) => name === 'silent')?.error;
    expect(await silent()).toBe('It did not list its jobs within 5 s.');
    const askedAtMs = performance.now();
    expect(await silent()).toBe('It did not list its jobs within 5 s.');
    expect(performance.now() - askedAtMs).toBeLessThan(4_000);
    write('silent.mjs', 'export default ({ register }) => register({ jobs: [] });');
    expect(await silent()).toBeNull();
    rmSync(join(app.home, 'plugins', 'silent.mjs'));
  });
});
