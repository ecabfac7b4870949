import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOCAL_ACTOR } from '#libs/access';
import type { Job, JobKindInfo, SavedQuery } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { SavedQueriesService } from '../studio/index.js';
import { SchedulerService } from './scheduler.service.js';
import { EVERY_HOUR, SchedulerApp } from './testing/scheduler-app.js';

let app: SchedulerApp;
let query: SavedQuery;
beforeAll(async () => {
  app = await SchedulerApp.start();
  query = await save({ name: 'Answer', sql: 'SELECT 42 AS answer' });
});
afterAll(() => app.stop());

async function save(more: object, actor = LOCAL_ACTOR): Promise<SavedQuery> {
  const input = { name: 'A query', connection_id: 'duck', sql: 'SELECT 1', ...more };
  return app.get(SavedQueriesService).create(actor, input);
}

const change = (more: object) =>
  app.get(SavedQueriesService).change(LOCAL_ACTOR, query.id, { ...query, version: query.version, ...more });

function create(settings: object) {
  const input = { name: 'x', connection_id: 'duck', trigger: EVERY_HOUR, settings };
  return app.send<Job & Partial<ProblemDocument>>('POST', '/api/scheduler/jobs/query', input);
}

describe('a job that runs a saved query', () => {
  it('takes the text as it is saved when a run begins, and says which version that was', async () => {
    const { status, body: job } = await create({ query_id: query.id, save_results_as: 'csv' });
    expect([status, job.settings, job.settings_text]).toEqual([
      201,
      expect.objectContaining({ source: 'saved', query_id: query.id, sql: null, read_only: true }),
      'runs a saved query, saved as csv, keep last 30',
    ]);
    const first = await app.runNow(job.id);
    query = await change({ sql: 'SELECT 43 AS answer' });
    const second = await app.runNow(job.id);
    expect([first, second].map(({ log }) => log[0]?.text)).toEqual([
      'Saved query Answer, version 1',
      'Saved query Answer, version 2',
    ]);
    expect([first.status, second.status]).toEqual(['success', 'success']);
  });

  it.each<[string, (id: string) => object, string]>([
    ['writes', (id) => ({ query_id: id, read_only: false }), '/settings/read_only'],
    ['a text of its own as well', (id) => ({ query_id: id, sql: 'SELECT 1' }), '/settings/sql'],
    ['no query', () => ({ source: 'saved' }), '/settings/query_id'],
    ['neither a query nor a text', () => ({}), '/settings/sql'],
    ['a blank text', () => ({ sql: ' \n' }), '/settings/sql'],
  ])('is refused with %s', async (_, settings, pointer) => {
    const { status, body } = await create(settings(query.id));
    expect([status, body.errors?.map((error) => error.pointer)]).toEqual([400, [pointer]]);
  });

  it('cannot run the query of another person, who could change what runs with the rights of the owner', async () => {
    const theirs = await save({ name: 'Theirs', shared: true }, { ...LOCAL_ACTOR, userId: 'another' });
    expect((await create({ query_id: theirs.id })).status).toBe(403);
    const { body } = await app.send<JobKindInfo>('GET', '/api/scheduler/kinds/query');
    const offered = body.fields.find(({ name }) => name === 'query_id')?.choices ?? [];
    expect(offered).toContainEqual({ value: query.id, label: 'Answer', connection_id: 'duck' });
    expect(offered.map(({ value }) => value)).not.toContain(theirs.id);
  });

  it('is changed by an administrator as what it is: a job of its owner', async () => {
    const owner = { ...LOCAL_ACTOR, userId: 'another' };
    const [jobs, other] = [app.get(SchedulerService), await save({ name: 'Of the owner' }, owner)];
    const later = await save({ name: 'Of the owner, too' }, owner);
    const input = { name: 'theirs', connection_id: 'duck', trigger: EVERY_HOUR, settings: { query_id: other.id } };
    const job = await jobs.create(owner, 'query', input);
    const change = (body: object) => app.send<Job>('PUT', `/api/scheduler/jobs/${job.id}`, body);
    expect((await change({ name: 'renamed' })).body.name).toBe('renamed');
    expect((await change({ settings: { query_id: later.id } })).status).toBe(200);
    expect((await change({ settings: { query_id: query.id } })).status).toBe(404);
    const { body } = await app.send<JobKindInfo>('GET', `/api/scheduler/kinds/query?job_id=${job.id}`);
    const offered = body.fields.find(({ name }) => name === 'query_id')?.choices ?? [];
    expect(offered.map(({ label }) => label)).toEqual(expect.arrayContaining(['Of the owner', 'Of the owner, too']));
    expect(offered.map(({ value }) => value)).not.toContain(query.id);
    await jobs.remove(LOCAL_ACTOR, job.id);
  });

  it('is refused where the query writes, and fails where it does so later', async () => {
    const { body: job } = await create({ query_id: query.id });
    query = await change({ sql: 'CREATE TABLE made (i INTEGER)' });
    expect((await create({ query_id: query.id })).body.code).toBe('writes-not-allowed');
    const { status, error } = await app.runNow(job.id);
    expect([status, error]).toEqual(['error', expect.stringMatching(/read.only/i)]);
    query = await change({ sql: 'SELECT 42 AS answer' });
  });

  it('runs no statement of a query that was edited to hold what only a client can do', async () => {
    const { body: job } = await create({ query_id: query.id });
    query = await change({ sql: 'SELECT 41;\n.tables' });
    const { status, error, log } = await app.runNow(job.id);
    expect([status, error]).toEqual(['error', expect.stringContaining('.tables')]);
    expect(log.map(({ text }) => text)).not.toContainEqual(expect.stringContaining('Statement 1'));
    query = await change({ sql: 'SELECT 42 AS answer' });
  });

  it('fails in words where the query was deleted', async () => {
    const lost = await save({ name: 'Lost' });
    const { body: job } = await create({ query_id: lost.id });
    await app.get(SavedQueriesService).remove(LOCAL_ACTOR, lost.id);
    expect((await app.runNow(job.id)).error).toBe('The saved query no longer exists. Choose another one.');
  });
});
