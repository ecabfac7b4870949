import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '#libs/access';
import type { Scope } from '#libs/access';
import type { Job, JobRun, JobRunDetails, Pipeline, Run, SavedQuery } from '#libs/api';
import { bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { State } from '../platform/index.js';
import { AttackApp, FAR_TRIGGER } from './testing/attack-app.js';

/** What stands in every row, so that it is found wherever it leaks. */
const ROW = 'row-of-open-7d1f';
const DEFINITION = {
  inputs: [{ name: 'one', kind: 'query', connection_id: 'open', sql: `SELECT '${ROW}' AS a` }],
  output: { from: 'one', format: 'csv' },
};

let app: AttackApp;
let state: {
  query: Job;
  writing: Job;
  pipeline: Pipeline;
  pipelineJob: Job;
  run: JobRun;
  pipelineRun: JobRun;
  saved: SavedQuery;
  studio: Run;
};
const programs = new Map<string, Caller>();

beforeAll(async () => {
  app = await AttackApp.start();
  await app.database.execute('CREATE TABLE things (id int); CREATE EXTENSION IF NOT EXISTS postgis');
  const sql = `DO $$ BEGIN RAISE NOTICE '${ROW}'; END $$; SELECT '${ROW}' AS a`;
  const query = await app.job('query', { sql, save_results_as: 'csv' });
  const writing = await app.job('query', { sql: 'INSERT INTO things VALUES (1)', read_only: false });
  const pipeline = await app.made<Pipeline>('/api/pipelines', { name: 'nightly', definition: DEFINITION });
  const pipelineJob = await app.job('pipeline', { pipeline_id: pipeline.id }, null);
  const saved = await app.made<SavedQuery>('/api/studio/queries', { name: 'map', connection_id: 'open', sql: POINT });
  const studio = await app.made<Run>('/api/studio/runs', { connection_id: 'open', sql: `SELECT '${ROW}'` });
  const [run, pipelineRun] = [await app.runOf(query.id), await app.runOf(pipelineJob.id)];
  state = { query, writing, pipeline, pipelineJob, run, pipelineRun, saved, studio };
  for (const scopes of COMBINATIONS) programs.set(scopes.join(), await app.program(scopes));
});
afterAll(() => app.stop());

const POINT = 'SELECT 1 AS id, ST_SetSRID(ST_Point(0, 0), 4326) AS geom';

/** Everything but one scope, each scope alone, and what people are likely to hand out. */
const COMBINATIONS: readonly (readonly Scope[])[] = [
  ...SCOPES.filter((scope) => scope !== 'admin').map((scope) => [scope]),
  ...SCOPES.filter((scope) => scope !== 'admin').map((left) => SCOPES.filter((s) => s !== left && s !== 'admin')),
  ...([
    ['manage', 'read'],
    ['manage', 'write'],
    ['manage', 'tiles'],
    ['manage', 'query'],
    ['read', 'tiles', 'mcp'],
  ] as const),
  [],
];

/** A file comes as bytes, everything else as text. */
interface Answer {
  readonly status: number;
  readonly text?: string;
  readonly body: unknown;
}

function textOf({ text, body }: Answer): string {
  return text ?? String(body);
}

interface Attempt {
  readonly needs: readonly Scope[];
  readonly send: (program: Caller) => PromiseLike<Answer>;
}

const newJob = (kind: string, settings: object) => (program: Caller) =>
  program.post(`/api/scheduler/jobs/${kind}`, {
    ...{ name: randomUUID(), trigger: FAR_TRIGGER, settings },
    ...(kind === 'pipeline' ? {} : { connection_id: 'open' }),
  });

/** What a program may try, and the scopes without which it must not succeed. */
const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  'save a query job': { needs: ['manage', 'query'], send: newJob('query', { sql: 'SELECT 1' }) },
  'save a query job that writes': {
    needs: ['manage', 'query', 'write'],
    send: newJob('query', { sql: 'DELETE FROM things', read_only: false }),
  },
  'save a backup': { needs: ['manage', 'query'], send: newJob('backup', { format: 'custom' }) },
  'save a backup with a proof': { needs: ['manage', 'query', 'write'], send: newJob('backup', { proof: true }) },
  'save a vacuum': { needs: ['manage', 'write'], send: newJob('vacuum', { tables: ['things'] }) },
  'save an analyze': { needs: ['manage', 'write'], send: newJob('analyze', {}) },
  'save a schema check': { needs: ['manage', 'read'], send: newJob('schema_watch', {}) },
  'save a pipeline job': {
    needs: ['manage', 'query'],
    send: (program) => newJob('pipeline', { pipeline_id: state.pipeline.id })(program),
  },
  'run a query job': {
    needs: ['manage', 'query'],
    send: (program) => program.post(`/api/scheduler/jobs/${state.query.id}/run`),
  },
  'run a job that writes': {
    needs: ['manage', 'query', 'write'],
    send: (program) => program.post(`/api/scheduler/jobs/${state.writing.id}/run`),
  },
  'run a pipeline job': {
    needs: ['manage', 'query'],
    send: (program) => program.post(`/api/scheduler/jobs/${state.pipelineJob.id}/run`),
  },
  'schedule a query job': {
    needs: ['manage', 'query'],
    send: (program) => program.put(`/api/scheduler/jobs/${state.query.id}/trigger`, FAR_TRIGGER),
  },
  'schedule a job that writes': {
    needs: ['manage', 'query', 'write'],
    send: (program) => program.put(`/api/scheduler/jobs/${state.writing.id}/trigger`, FAR_TRIGGER),
  },
  'resume a query job': {
    needs: ['manage', 'query'],
    send: (program) => program.post(`/api/scheduler/jobs/${state.query.id}/resume`),
  },
  'save a pipeline': {
    needs: ['manage', 'query'],
    send: (program) => program.post('/api/pipelines', { name: randomUUID(), definition: DEFINITION }),
  },
  'save a pipeline from YAML': {
    needs: ['manage', 'query'],
    send: (program) =>
      program.post('/api/pipelines/import', { yaml: JSON.stringify({ pipeline: randomUUID(), ...DEFINITION }) }),
  },
  'change what a job runs': {
    needs: ['manage', 'query'],
    send: async (program) => {
      const { version, name } = bodyOf<Pipeline>(await app.ann.get(`/api/pipelines/${state.pipeline.id}`).expect(200));
      return program.put(`/api/pipelines/${state.pipeline.id}`, { name, definition: DEFINITION, version });
    },
  },
  'preview a pipeline': {
    needs: ['query'],
    send: (program) => program.post('/api/pipelines/preview', { definition: DEFINITION }),
  },
  'fetch what a job saved': {
    needs: ['query'],
    send: (program) => program.get(`/api/scheduler/runs/${state.run.id}/outputs/${state.run.outputs[0]?.name ?? ''}`),
  },
  'fetch what a pipeline saved': {
    needs: ['query'],
    send: (program) =>
      program.get(`/api/scheduler/runs/${state.pipelineRun.id}/outputs/${state.pipelineRun.outputs[0]?.name ?? ''}`),
  },
  'save a query that tiles run': {
    needs: ['manage', 'query'],
    send: (program) =>
      program.post('/api/studio/queries', { name: randomUUID(), connection_id: 'open', sql: 'SELECT 1' }),
  },
  'change the layer of a map': {
    needs: ['manage', 'query'],
    send: (program) => program.put(`/api/tiles/${state.saved.id}/layer`, {}),
  },
  'fetch a tile': { needs: ['tiles'], send: (program) => program.get(`/api/tiles/${state.saved.id}/0/0/0`) },
  'draw a query': {
    needs: ['query'],
    send: (program) => program.post('/api/tiles', { connection_id: 'open', sql: POINT, geometry_column: 'geom' }),
  },
  'run a query': {
    needs: ['query'],
    send: (program) => program.post('/api/studio/runs', { connection_id: 'open', sql: 'SELECT 1' }),
  },
  'read the rows of a run': {
    needs: ['query'],
    send: (program) => program.get(`/api/studio/runs/${state.studio.id}/statements/0/rows`),
  },
  'export a query': {
    needs: ['query'],
    send: (program) =>
      program.post('/api/studio/exports', { connection_id: 'open', sql: `SELECT '${ROW}'`, format: 'csv' }),
  },
  'explain a query': {
    needs: ['query'],
    send: (program) => program.post('/api/studio/explain', { connection_id: 'open', sql: 'SELECT 1' }),
  },
  'insert a row': {
    needs: ['write'],
    send: (program) =>
      program.post('/api/studio/rows', { connection_id: 'open', table: 'things', values: { id: '7' } }),
  },
};

const withAll = (needs: readonly Scope[], scopes: readonly Scope[]) => needs.every((scope) => scopes.includes(scope));
const CASES = Object.entries(ATTEMPTS).flatMap(([name, { needs }]) =>
  COMBINATIONS.map((scopes) => ({ name, scopes, isEnough: withAll(needs, scopes), token: scopes.join() || 'nothing' })),
);

describe('a token', () => {
  it.each(CASES.filter(({ isEnough }) => !isEnough))('of $token cannot $name', async ({ name, scopes }) => {
    const program = programs.get(scopes.join());
    if (program === undefined) throw new Error('There is no such program.');
    const answer = await ATTEMPTS[name]?.send(program);
    expect([answer?.status, answer && textOf(answer).includes(ROW)]).toEqual([403, false]);
  });

  it.each(Object.entries(ATTEMPTS))('with just what it takes can %s', async (_, { needs, send }) => {
    const answer = await send(await app.program(needs));
    expect([textOf(answer).slice(0, 300), answer.status < 300]).toEqual([expect.any(String), true]);
  });

  it.each(COMBINATIONS.filter((scopes) => scopes.includes('read') && !scopes.includes('query')).map((one) => [one]))(
    'of %j reads no rows in the log of a run',
    async (scopes) => {
      const path = `/api/scheduler/runs/${state.run.id}`;
      const seen = await (await app.program(scopes)).get(path).expect(200);
      expect(bodyOf<JobRunDetails>(seen)).toMatchObject({ log: [], log_hidden: true });
      expect(seen.text).not.toContain(ROW);
      expect((await app.ann.get(path).expect(200)).text).toContain(ROW);
    },
  );

  it('of everything is kept to its connections, also where a job names none', async () => {
    const all = SCOPES.filter((scope) => scope !== 'admin');
    const program = await app.program(all, ['other']);
    const { pipelineJob, pipelineRun, pipeline, query, run } = state;
    const paths = [`jobs/${pipelineJob.id}/run`, `jobs/${pipelineJob.id}/resume`, `jobs/${query.id}/run`];
    for (const path of paths) await program.post(`/api/scheduler/${path}`).expect(404);
    for (const { id, outputs } of [run, pipelineRun]) {
      const answer = await program.get(`/api/scheduler/runs/${id}/outputs/${outputs[0]?.name ?? ''}`).expect(404);
      expect(answer.text).not.toContain(ROW);
      expect((await program.get(`/api/scheduler/runs/${id}`)).text).not.toContain(ROW);
    }
    await newJob('pipeline', { pipeline_id: pipeline.id })(program).expect(404);
    await program.post('/api/pipelines/preview', { definition: DEFINITION }).expect(404);
    await program.post('/api/pipelines', { name: randomUUID(), definition: DEFINITION }).expect(404);
  });

  it('reads another job through a pipeline only where it may have that job’s rows', async () => {
    const inputs = [{ name: 'old', kind: 'output', job_id: state.query.id }];
    const definition = { inputs, output: { from: 'old', format: 'csv' } };
    const program = await app.program(['manage', 'query', 'read'], ['other']);
    const answer = await program.post('/api/pipelines/preview', { definition });
    expect(answer.text).not.toContain(ROW);
    expect((await app.ann.post('/api/pipelines/preview', { definition }).expect(200)).text).toContain(ROW);
  });

  it('cannot mint one that does more', async () => {
    for (const scopes of [['manage'], ['manage', 'read']] as const) {
      const program = await app.program(scopes);
      for (const wanted of ['query', 'write', 'tiles', 'mcp'] as const) {
        await program.post('/api/profile/tokens', { name: 'x', scopes: [...scopes, wanted] }).expect(403);
      }
      await program.post('/api/profile/tokens', { name: 'x' }).expect(403);
    }
  });

  it('resumes with all jobs only those that it may run', async () => {
    await app.ann.post('/api/scheduler/pause-all').expect(200);
    const program = await app.program(['manage', 'query']);
    await program.post('/api/scheduler/resume-all').expect(200);
    const standing = async (id: string) => bodyOf<Job>(await app.ann.get(`/api/scheduler/jobs/${id}`)).state;
    expect([await standing(state.query.id), await standing(state.writing.id)]).toEqual(['active', 'paused']);
    await app.ann.post('/api/scheduler/resume-all').expect(200);
  });
});

describe('a job', () => {
  it.each<[string, object, Scope[]]>([
    ['query', { sql: `SELECT '${ROW}'`, save_results_as: 'csv' }, ['manage']],
    ['query', { sql: 'INSERT INTO things VALUES (99)', read_only: false }, ['manage', 'query']],
    ['backup', { format: 'custom' }, ['manage', 'read']],
    ['vacuum', {}, ['manage']],
  ])('of the kind %s that a token of too few scopes saved before does not run', async (kind, settings, scopes) => {
    const { id } = await app.job(kind, settings);
    const limits = JSON.stringify({ scopes, connectionIds: null });
    const database = app.app.workbench.app.get(State);
    await database.transaction((manager) =>
      manager
        .createQueryBuilder()
        .update('job')
        .set({ limits: JSON.parse(limits) as object })
        .where({ id })
        .execute(),
    );
    const run = await app.runOf(id);
    expect([run.status, run.error, run.outputs]).toEqual(['error', expect.stringContaining('without the scope'), []]);
  });

  it('runs with the rights of its owner at that moment', async () => {
    const { id } = await app.job('query', { sql: 'INSERT INTO things VALUES (55)', read_only: false });
    const subject = `user:${app.annId}`;
    await app.admin.put('/api/connections/open/access', { items: [{ subject, level: 'query' }] }).expect(200);
    const run = await app.runOf(id);
    await app.admin.put('/api/connections/open/access', { items: [{ subject, level: 'manage' }] }).expect(200);
    const { rows } = await app.database.execute('SELECT count(*) AS n FROM things WHERE id = 55');
    expect([run.status, rows[0]]).toEqual(['error', { n: '0' }]);
  });
});
