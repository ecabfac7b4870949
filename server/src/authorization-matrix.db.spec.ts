import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HIDDEN_ERROR, LOCAL_ACTOR, SCOPES, missingJobScopes } from '#libs/access';
import type { JobWork, Scope } from '#libs/access';
import type {
  ChangeSetDetails,
  DataImport,
  DeliveryList,
  Inbox,
  Job,
  JobRun,
  NewChannel,
  Pipeline,
  Run,
  SavedQuery,
  SchemaWatchRun,
  SignInSessionList,
  SqlFile,
  StudioExport,
  Subscription,
} from '#libs/api';
import { FEATURES } from './app.module.js';
import { TokensService } from './auth/tokens/tokens.service.js';
import { AuthModule } from './auth/index.js';
import { AuthApp, bodyOf } from './auth/testing/auth-app.js';
import type { Caller } from './auth/testing/auth-app.js';
import { createTestDatabase } from './connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from './connections/engines/postgres/testing/test-database.js';
import { OpenRequests } from './platform/identity/open-requests.js';
import { State } from './platform/index.js';
import { routesOf } from './testing/routes-of.js';
import type { Route } from './testing/routes-of.js';

/** What stands for a route's parameters, and whom its things belong to. */
interface Use {
  /** Makes what the route is about, as Ann; answers what is filled into the path, the query and the body. */
  readonly make?: () => Promise<Filling> | Filling;
  /** What it is about is Ann's alone: for everybody else, administrators too, it is not there. */
  readonly isOwned?: boolean;
  /** Administrators see it, too. */
  readonly isSharedWithAdmins?: boolean;
  /** It is about a connection: for one that Ann may not see she gets the same answer as for one that does not exist. */
  readonly isAboutConnection?: boolean;
  /** Only those who may manage the connection. */
  readonly needsManage?: boolean;
  /** Ann would lose what she came with: asked without anything instead. */
  readonly isByAnybody?: boolean;
  /** What Ann gets where that is no success. */
  readonly status?: number;
}

interface Filling {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Off by default, so what may be asked ends as 422 for who is let in. */
const AN_EXPLAIN = 'Result  (cost=0.00..0.01 rows=1 width=4)';
const COPILOT = {
  ...{ provider: 'off', base_url: '', model: '', timeout_s: 60, token_budget: 8000 },
  ...{ audit_text: false, connections: {}, default_level: 'comments' },
};
/** Reports that it did not answer, which is a success of the test. */
const COPILOT_TEST = { ...COPILOT, provider: 'openai-compatible', base_url: 'http://10.0.0.1/v1', model: 'x' };
const TAB = { title: null, sql: 'SELECT 1', cursor: 0, connection_id: null, position: 0, version: 0 };

let app: AuthApp;
let database: TestDatabase;
let folder: string;
let routes: Route[];
type Name = 'ann' | 'bob' | 'admin' | 'disabled' | 'disabledToken' | 'scopeless' | 'annToken' | 'bobToken';
let callers: Record<Name, Caller>;
const who = (name: Name): Caller => callers[name];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'matrix-'));
  const { host, port, user, password } = database.config;
  const login = `kind: postgres, host: ${host}, port: ${port}, database: ${database.config.database}, user: ${user}, password: "${password ?? ''}"`;
  const connections = `connections:
  - { id: open, name: Open, ${login} }
  - { id: vault, name: Vault, ${login} }
`;
  const features = FEATURES.filter((feature) => feature !== AuthModule);
  app = await AuthApp.startWithAdmin({
    features,
    connections,
    env: { WORKBENCH_FILES: folder },
  });
  await database.execute('CREATE TABLE things (id int); CREATE EXTENSION postgis');
  await admit();
  routes = routesOf(app.workbench.app);
});
afterAll(async () => {
  await app.stop();
  await database.dispose();
  rmSync(folder, { recursive: true });
});

/** Ann may manage the open connection, Bob may write there; the vault is the administrators'. */
async function admit(): Promise<void> {
  const admin = await app.signIn();
  const ann = await app.admit(admin, 'ann@example.org');
  const bob = await app.admit(admin, 'bob@example.org');
  const gone = await app.admit(admin, 'gone@example.org');
  const goneToken = app.bearer((await gone.caller.token()).token);
  await admin.put(`/api/users/${gone.id}`, { disabled: true }).expect(200);
  const items = [
    { subject: 'everybody', level: 'write' },
    { subject: `user:${ann.id}`, level: 'manage' },
  ];
  await admin.put('/api/connections/open/access', { items }).expect(200);
  await admin.put('/api/connections/vault/access', { items: [] }).expect(200);
  const scopeless = app.bearer((await ann.caller.token({ scopes: [] })).token);
  const [annToken, bobToken] = [
    app.bearer((await ann.caller.token()).token),
    app.bearer((await bob.caller.token()).token),
  ];
  const gonePeople = { disabled: gone.caller, disabledToken: goneToken };
  callers = { ann: ann.caller, bob: bob.caller, admin, ...gonePeople, scopeless, annToken, bobToken };
}

async function made<T>(path: string, body: object): Promise<T> {
  return bodyOf<T>(await who('ann').post(path, body).expect(201));
}
const onOpen = (more: object = {}) => ({ connection_id: 'open', ...more });
const aRun = async (sql = 'SELECT 1', more: object = {}) => made<Run>('/api/studio/runs', onOpen({ sql, ...more }));
const anExport = async () => made<StudioExport>('/api/studio/exports', onOpen({ sql: 'SELECT 1', format: 'csv' }));
const aQuery = async () => made<SavedQuery>('/api/studio/queries', onOpen({ name: randomUUID(), sql: 'SELECT 1' }));
async function aSnippet(): Promise<Filling> {
  const name = `s_${randomUUID().replaceAll('-', '_')}`;
  await who('ann').put(`/api/settings/snippets/${name}`, { name, text: 'SELECT 1' }).expect(200);
  return { path: { name } };
}
const aFile = async () =>
  made<SqlFile>('/api/studio/files', { path: join(folder, `${randomUUID()}.sql`), create: true });
async function aSession(): Promise<Filling> {
  const id = `tab-${randomUUID()}`;
  await aRun('SET application_name = x', { session_id: id });
  return { path: { id }, query: { connection_id: 'open' } };
}
async function aTab(): Promise<string> {
  const id = randomUUID();
  await who('ann').put(`/api/studio/tabs/${id}`, TAB).expect(200);
  return id;
}

/** Another browser that Ann has signed in with. */
async function anotherSession(): Promise<string> {
  await app.signIn({ email: 'ann@example.org', password: 'password of ann@example.org' });
  const { items } = bodyOf<SignInSessionList>(await who('ann').get('/api/profile/sessions').expect(200));
  return items.find(({ is_current: isCurrent }) => !isCurrent)?.id ?? '';
}

const INSERT = { kind: 'insert', schema: 'public', table: 'things', values: { id: '1' } };
const aChangeSet = async () => made<ChangeSetDetails>('/api/changes', onOpen({ items: [INSERT] }));
const changeSet = (more: Partial<Use> = {}, body?: Readonly<Record<string, unknown>>): Use => ({
  isOwned: true,
  make: async () => {
    const { id, hash } = await aChangeSet();
    return { path: { id }, ...(body === undefined ? {} : { body: { ...body, ...('hash' in body && { hash }) } }) };
  },
  ...more,
});
async function aRehearsal(): Promise<Filling> {
  const { id } = await aChangeSet();
  const { hash } = bodyOf<ChangeSetDetails>(await who('ann').post(`/api/changes/${id}/rehearse`).expect(200));
  return { path: { id }, body: { hash } };
}

const run: Use = { isOwned: true, make: async () => ({ path: { id: (await aRun()).id, index: '0' } }) };
const exported: Use = { isOwned: true, make: async () => ({ path: { id: (await anExport()).id } }) };
const NEW_FILE = { file_name: 'things.csv', size_bytes: 5 };
const imported = (more: Filling = {}, status?: number): Use => ({
  isOwned: true,
  make: async () => ({ path: { id: (await made<DataImport>('/api/imports', NEW_FILE)).id }, ...more }),
  ...(status === undefined ? {} : { status }),
});
const toThings = { schema: 'public', table: 'things', is_new: false, columns: [], on_reject: 'stop' };
const query: Use = { isOwned: true, make: async () => ({ path: { id: (await aQuery()).id, version: '1' } }) };
const layer: Use = {
  isOwned: true,
  make: async () => {
    const sql = `SELECT 1 AS id, ST_SetSRID(ST_Point(0, 0), 4326) AS geom`;
    const { id } = await made<SavedQuery>('/api/studio/queries', onOpen({ name: randomUUID(), sql }));
    return { path: { query_id: id, z: '2', x: '0', y: '0' } };
  },
};
const session: Use = { isOwned: true, make: aSession };
const connection = (more: Partial<Use> = {}): Use => ({
  isAboutConnection: true,
  make: () => ({ path: { id: 'open', connection_id: 'open' } }),
  ...more,
});
const inBody = (body: object, more: Partial<Use> = {}): Use => ({
  isAboutConnection: true,
  make: () => ({ body: onOpen(body) }),
  ...more,
});
async function frozen(): Promise<Filling> {
  await who('ann').post('/api/contracts/open/freeze', {}).expect(201);
  return { path: { connection_id: 'open' } };
}
async function aChange(): Promise<Filling> {
  await who('ann').post('/api/schema-watch/open/run', {}).expect(200);
  await database.execute(`CREATE TABLE "${randomUUID()}" (id int)`);
  const { change } = bodyOf<SchemaWatchRun>(await who('ann').post('/api/schema-watch/open/run', {}).expect(200));
  return { path: { connection_id: 'open', change_id: change?.id ?? '-' } };
}
async function settings(): Promise<Record<string, unknown>> {
  const { host, port, user, database: name } = database.config;
  return Promise.resolve({ id: 'open', name: 'Open', kind: 'postgres', host, port, user, database: name });
}
const JOB = { name: 'nightly', trigger: { type: 'interval', every: 8000, unit: 'hours' } };
const aJob = async () => made<Job>('/api/scheduler/jobs/query', onOpen({ ...JOB, settings: { sql: 'SELECT 1' } }));
const job = (body?: Readonly<Record<string, unknown>>): Use => ({
  ...{ isOwned: true, isSharedWithAdmins: true },
  make: async () => ({ path: { id: (await aJob()).id }, ...(body === undefined ? {} : { body }) }),
});
/** A run of a job; `delayS` keeps it going for a while. */
async function aJobRun(delayS = 0): Promise<JobRun> {
  const settings = { sql: delayS > 0 ? `SELECT pg_sleep(${delayS})` : 'SELECT 1', save_results_as: 'csv' };
  const { id } = await made<Job>('/api/scheduler/jobs/query', onOpen({ ...JOB, settings }));
  const { id: runId } = bodyOf<JobRun>(await who('ann').post(`/api/scheduler/jobs/${id}/run`).expect(202));
  for (;;) {
    const run = bodyOf<JobRun>(await who('ann').get(`/api/scheduler/runs/${runId}`).expect(200));
    if (delayS > 0 ? run.status === 'running' : run.status === 'success') return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
async function endOf(runId: string): Promise<JobRun> {
  for (;;) {
    const run = bodyOf<JobRun>(await who('ann').get(`/api/scheduler/runs/${runId}`).expect(200));
    if (run.status !== 'queued' && run.status !== 'running') return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const jobRun = (delayS = 0): Use => ({
  ...{ isOwned: true, isSharedWithAdmins: true },
  make: async () => {
    const { id, outputs } = await aJobRun(delayS);
    return { path: { id, name: outputs[0]?.name ?? '-' } };
  },
});
const hook = { kind: 'webhook', settings: { url: 'https://example.org/' } };
const aChannel = async () => made<NewChannel>('/api/notifications/channels', { name: 'hook', ...hook });
const channel = (more: Partial<Filling> = {}): Use => ({
  ...{ isOwned: true, isSharedWithAdmins: true },
  make: async () => ({ path: { id: (await aChannel()).id }, ...more }),
});
const subscribed = async () => ({ channel_id: (await aChannel()).id, events: ['schema.changed'] });
async function aSubscription(): Promise<Filling> {
  const body = await subscribed();
  return { path: { id: (await made<Subscription>('/api/notifications/subscriptions', body)).id }, body };
}
/** A change that Ann's channel, which is nowhere, was notified of. */
async function aDelivery(): Promise<Filling> {
  await made('/api/notifications/subscriptions', await subscribed());
  await frozen();
  await database.execute(`CREATE TABLE "${randomUUID()}" (id int)`);
  for (let n = 0; n < 2; n += 1) {
    await who('ann').post('/api/schema-watch/open/run').expect(200);
    await database.execute(`CREATE TABLE "${randomUUID()}" (id int)`);
  }
  const { items } = bodyOf<DeliveryList>(await who('ann').get('/api/notifications/deliveries').expect(200));
  return { path: { id: items[0]?.id ?? '-' } };
}
async function anInboxItem(): Promise<Filling> {
  await aDelivery();
  const { items } = bodyOf<Inbox>(await who('ann').get('/api/notifications/inbox').expect(200));
  return { body: { up_to: items[0]?.id ?? '-' } };
}
const DEFINITION = {
  inputs: [{ name: 'one', kind: 'query', connection_id: 'open', sql: 'SELECT 1 AS a' }],
  output: { from: 'one', format: 'csv' },
};
const aPipeline = async () => made<Pipeline>('/api/pipelines', { name: randomUUID(), definition: DEFINITION });
const pipeline = (body?: Readonly<Record<string, unknown>>): Use => ({
  isOwned: true,
  make: async () => ({ path: { id: (await aPipeline()).id }, ...(body === undefined ? {} : { body }) }),
});
const invitee = async () => ({ path: { id: (await app.admit(who('admin'), `${randomUUID()}@example.org`)).id } });

/** What each route is about. A route that is missing here fails the first test below. */
const USES: Readonly<Record<string, Use>> = {
  'DELETE /api/connections/:id': connection({
    needsManage: true,
    make: async () => {
      await who('admin')
        .post('/api/connections', { ...(await settings()), id: 'spare' })
        .expect(201);
      const items = [
        { subject: 'everybody', level: 'write' },
        { subject: `user:${(await who('ann').me()).user.id}`, level: 'manage' },
      ];
      await who('admin').put('/api/connections/spare/access', { items }).expect(200);
      return { path: { id: 'spare' } };
    },
  }),
  'DELETE /mcp': { status: 405 },
  'DELETE /api/contracts/:connection_id': connection({ needsManage: true, make: frozen }),
  // This workbench was started without a demo.
  'DELETE /api/demo': { status: 404 },
  'DELETE /api/explore/:connection_id/positions': connection(),
  'DELETE /api/notifications/channels/:id': channel(),
  'DELETE /api/notifications/subscriptions/:id': { isOwned: true, isSharedWithAdmins: true, make: aSubscription },
  'DELETE /api/pipelines/:id': pipeline(),
  'DELETE /api/profile/sessions': { status: 204 },
  // Ending what is not there is no failure, so a caller does not learn what there is; see below that it stays.
  'DELETE /api/profile/sessions/:id': { make: async () => ({ path: { id: await anotherSession() } }) },
  'DELETE /api/profile/tokens/:id': {
    isOwned: true,
    make: async () => ({ path: { id: (await who('ann').token()).id } }),
  },
  'DELETE /api/changes/:id': changeSet(),
  'DELETE /api/imports/:id': imported(),
  'DELETE /api/scheduler/jobs/:id': job(),
  'DELETE /api/settings/snippets/:name': { isOwned: true, make: aSnippet },
  'DELETE /api/studio/exports/:id': exported,
  'DELETE /api/studio/files/:id': { isOwned: true, make: async () => ({ path: { id: (await aFile()).id } }) },
  'DELETE /api/studio/queries/:id': query,
  'DELETE /api/studio/runs/:id': run,
  'DELETE /api/studio/sessions/:id': session,
  'DELETE /api/studio/tabs/:id': { make: async () => ({ path: { id: await aTab() } }) },
  'GET /api/admin/:connection_id/activity': { make: () => ({ path: { connection_id: 'open' } }) },
  'GET /api/admin/licences': {},
  'GET /api/admin/overview': {},
  'GET /api/admin/storage': {},
  'GET /api/audit': {},
  'GET /api/audit/export': { make: () => ({ query: { format: 'csv' } }) },
  'GET /api/audit/verification': {},
  'GET /api/auth/me': {},
  'GET /api/auth/oidc/callback': { status: 404 },
  'GET /api/auth/oidc/login': { status: 404 },
  'GET /api/auth/options': {},
  'GET /api/changes': {},
  'GET /api/changes/:id': changeSet(),
  'GET /api/changes/:id/items': changeSet(),
  'GET /api/changes/:id/rows': changeSet(),
  'GET /api/changes/:id/rows/outline': changeSet(),
  'GET /api/connections': {},
  'GET /api/connections/:id': connection(),
  'GET /api/connections/:id/access': connection({ needsManage: true }),
  'GET /api/connections/:id/objects': connection(),
  'GET /api/connections/:id/objects/definition': connection({
    // The role that initdb makes has the id 10.
    make: () => ({ path: { id: 'open' }, query: { kind: 'role', object: '10' } }),
  }),
  'GET /api/connections/:id/schema': connection(),
  'GET /api/connections/:id/table-facts': connection({
    make: () => ({ path: { id: 'open' }, query: { schema: 'pg_catalog', table: 'pg_class' } }),
  }),
  'GET /api/connections/kinds': {},
  'GET /api/contracts': {},
  'GET /api/contracts/:connection_id': connection({ make: frozen }),
  'GET /api/contracts/:connection_id/export.odcs.yaml': connection({ make: frozen }),
  'GET /api/contracts/:connection_id/export.yaml': connection({ make: frozen }),
  'GET /api/contracts/:connection_id/violations': connection(),
  'GET /api/copilot': {},
  'GET /api/demo': {},
  'GET /api/events': {},
  'GET /api/explore/:connection_id/diagram': connection(),
  'GET /api/explore/:connection_id/positions': connection(),
  'GET /api/explore/:connection_id/spatial': connection(),
  'GET /api/explore/:connection_id/tables/:schema/:table/relations': connection({
    make: () => ({ path: { connection_id: 'open', schema: 'public', table: 'things' } }),
  }),
  'GET /api/explore/search': { isAboutConnection: true, make: () => ({ query: { connection_id: 'open' } }) },
  'GET /api/health': {},
  'GET /api/imports': {},
  'GET /api/imports/:id': imported(),
  'GET /api/imports/:id/rejects': imported({}, 409),
  'GET /api/notifications/channels': {},
  'GET /api/notifications/channels/:id': channel(),
  'GET /api/notifications/deliveries': {},
  'GET /api/notifications/deliveries/:id': { isOwned: true, isSharedWithAdmins: true, make: aDelivery },
  'GET /api/notifications/inbox': {},
  'GET /api/notifications/kinds': {},
  'GET /api/notifications/subscriptions': {},
  'GET /api/pipelines': {},
  'GET /api/pipelines/:id': pipeline(),
  'GET /api/pipelines/:id/export.yaml': pipeline(),
  'GET /api/plugins': {},
  'GET /api/profile/sessions': {},
  'GET /api/profile/tokens': {},
  'GET /api/profile/tokens/:id/saved': {
    isOwned: true,
    make: async () => ({ path: { id: (await who('ann').token()).id } }),
  },
  'GET /api/scheduler/jobs': {},
  'GET /api/scheduler/jobs/:id': job(),
  'GET /api/scheduler/jobs/:id/runs': job(),
  'GET /api/scheduler/kinds': {},
  'GET /api/scheduler/kinds/:kind': { make: () => ({ path: { kind: 'query' } }) },
  'GET /api/scheduler/runs': {},
  'GET /api/scheduler/runs/:id': jobRun(),
  'GET /api/scheduler/runs/:id/outputs/:name': jobRun(),
  'GET /api/schema-watch': {},
  'GET /api/schema-watch/:connection_id/changes': connection(),
  'GET /api/schema-watch/:connection_id/changes/:change_id/impact': connection({ make: aChange }),
  'GET /api/schema-watch/:connection_id/snapshots': connection(),
  'GET /api/schema-watch/:connection_id/status': connection(),
  'GET /api/schema-watch/:connection_id/tables': connection(),
  'GET /api/settings/copilot': {},
  'GET /api/settings/snippets': {},
  'GET /api/settings/studio': {},
  'GET /api/studio/catalog-version': { isAboutConnection: true, make: () => ({ query: { connection_id: 'open' } }) },
  'GET /api/studio/completion-values': {
    isAboutConnection: true,
    make: () => ({ query: { connection_id: 'open', schema: 'pg_catalog', table: 'pg_class', column: 'relname' } }),
  },
  'GET /api/studio/referenced-rows': {
    isAboutConnection: true,
    make: () => ({ query: { connection_id: 'open', schema: 'pg_catalog', table: 'pg_class', column: 'relname' } }),
  },
  'GET /api/studio/completion': { isAboutConnection: true, make: () => ({ query: { connection_id: 'open' } }) },
  'GET /api/studio/exports': {},
  'GET /api/studio/exports/:id': exported,
  'GET /api/studio/exports/:id/file': exported,
  'GET /api/studio/files': {},
  'GET /api/studio/files/:id': { isOwned: true, make: async () => ({ path: { id: (await aFile()).id } }) },
  'GET /api/studio/files/browse': {},
  'GET /api/studio/history': {},
  'GET /api/studio/history/:id': { ...run },
  'GET /api/studio/queries': {},
  'GET /api/studio/queries/:id': query,
  'GET /api/studio/queries/:id/versions': query,
  'GET /api/studio/queries/:id/versions/:version': {
    isOwned: true,
    make: async () => {
      const { id, name } = await aQuery();
      await who('ann')
        .put(`/api/studio/queries/${id}`, onOpen({ name, sql: 'SELECT 2', version: 1 }))
        .expect(200);
      return { path: { id, version: '1' } };
    },
  },
  'GET /api/studio/runs': {},
  'GET /api/studio/runs/:id': run,
  'GET /api/studio/runs/:id/events': run,
  'GET /api/studio/runs/:id/statements/:index/editable': run,
  'GET /api/studio/runs/:id/statements/:index/export': {
    ...run,
    make: async () => ({ path: { id: (await aRun()).id, index: '0' }, query: { format: 'csv' } }),
  },
  'GET /api/studio/runs/:id/statements/:index/columns/:column/statistics': {
    isOwned: true,
    make: async () => ({ path: { id: (await aRun()).id, index: '0', column: '0' } }),
  },
  'GET /api/studio/runs/:id/statements/:index/matches': {
    isOwned: true,
    make: async () => ({ path: { id: (await aRun()).id, index: '0' }, query: { text: '1' } }),
  },
  'GET /api/studio/runs/:id/statements/:index/positions': {
    isOwned: true,
    make: async () => ({ path: { id: (await aRun()).id, index: '0' }, query: { column: '0' } }),
  },
  'GET /api/studio/runs/:id/statements/:index/rows': run,
  'GET /api/studio/sessions': {},
  'GET /api/studio/tabs': {},
  'GET /api/studio/tabs/:id': { isOwned: true, make: async () => ({ path: { id: await aTab() } }) },
  'GET /mcp': { status: 405 },
  'GET /metrics': {},
  'GET /api/tiles/:query_id/:z/:x/:y': { ...layer, status: 204 },
  'GET /api/tiles/:query_id/hint': layer,
  'GET /api/tiles/:query_id/layer': layer,
  'GET /api/tiles/:query_id/tilejson': layer,
  'GET /api/users': {},
  'POST /api/admin/:connection_id/activity/:pid/cancel': {
    make: async () => {
      const { rows } = await database.execute('SELECT pg_backend_pid() AS pid');
      const path = { connection_id: 'open', pid: String(rows[0]?.pid) };
      return { path, body: { started_at: '2026-01-01T00:00:00.000000Z' } };
    },
    // It runs no such statement.
    status: 404,
  },
  'POST /api/admin/secret-key': { status: 409 },
  'POST /api/admin/storage/:area/clean-up': { make: () => ({ path: { area: 'results' } }) },
  'POST /api/auth/accept': {
    make: () => ({ body: { code: 'x'.repeat(43), password: 'long enough to be one' } }),
    status: 401,
  },
  'POST /api/auth/login': { make: () => ({ body: { email: 'nobody@example.org', password: 'x' } }), status: 401 },
  'POST /api/auth/logout': { isByAnybody: true },
  'POST /api/auth/set-up': {
    make: () => ({ body: { code: 'x', email: 'a@example.org', password: 'long enough to be one' } }),
    status: 409,
  },
  'POST /api/connections': { make: async () => ({ body: { ...(await settings()), id: `c-${randomUUID()}` } }) },
  'POST /api/connections/:id/reconnect': connection(),
  'POST /api/connections/:id/test': connection(),
  'POST /api/connections/test': { needsManage: true, make: async () => ({ body: await settings() }) },
  'POST /api/contracts/:connection_id/check': connection({
    make: async () => ({ ...(await frozen()), body: { sql: 'SELECT 1' } }),
  }),
  'POST /api/contracts/:connection_id/freeze': connection({
    needsManage: true,
    make: () => ({ path: { connection_id: 'open' }, body: {} }),
  }),
  'POST /api/contracts/:connection_id/freeze/preview': connection({
    needsManage: true,
    make: () => ({ path: { connection_id: 'open' }, body: {} }),
  }),
  'POST /api/copilot/explain-plan': inBody({ sql: 'SELECT 1', raw: AN_EXPLAIN }, { status: 422 }),
  'POST /api/copilot/explain-plan/payload': inBody({ sql: 'SELECT 1', raw: AN_EXPLAIN }, { status: 422 }),
  'POST /api/copilot/sql': inBody({ task: 'write', question: 'x' }, { status: 422 }),
  'POST /api/copilot/sql/payload': inBody({ task: 'write', question: 'x' }, { status: 422 }),
  'POST /api/explore/:connection_id/positions': connection({
    make: () => ({ path: { connection_id: 'open' }, body: { items: [] } }),
  }),
  'POST /api/imports': { make: () => ({ body: NEW_FILE }) },
  'POST /api/imports/:id/cancel': imported(),
  'POST /api/imports/:id/copy': imported({ body: { connection_id: 'open', file_name: 'a.csv', replaces: false } }, 409),
  'POST /api/imports/:id/read': imported(
    { body: { encoding: 'auto', header: null, delimiter: null, sheet: null } },
    409,
  ),
  'POST /api/imports/:id/start': imported({ body: onOpen(toThings) }, 409),
  'POST /api/notifications/channels': { make: () => ({ body: { name: 'hook', ...hook } }) },
  'POST /api/notifications/channels/:id/enable': channel(),
  'POST /api/notifications/channels/:id/rotate-secret': channel(),
  'POST /api/notifications/channels/:id/test': channel(),
  'POST /api/notifications/deliveries/:id/resend': { isOwned: true, isSharedWithAdmins: true, make: aDelivery },
  'POST /api/notifications/inbox/read': { make: anInboxItem },
  'POST /api/notifications/subscriptions': {
    ...{ isOwned: true, isSharedWithAdmins: true },
    make: async () => ({ body: await subscribed() }),
  },
  'POST /api/pipelines': { make: () => ({ body: { name: randomUUID(), definition: DEFINITION } }) },
  'POST /api/pipelines/import': {
    make: () => ({ body: { yaml: JSON.stringify({ pipeline: randomUUID(), ...DEFINITION }) } }),
  },
  'POST /api/pipelines/preview': { make: () => ({ body: { definition: DEFINITION } }) },
  'POST /api/profile/tokens': { make: () => ({ body: { name: 'x' } }) },
  'POST /api/profile/tokens/:id/rotate': {
    isOwned: true,
    make: async () => ({ path: { id: (await who('ann').token()).id } }),
  },
  'POST /api/scheduler/jobs/:id/pause': job(),
  'POST /api/scheduler/jobs/:id/resume': job(),
  'POST /api/scheduler/jobs/:id/run': job(),
  'POST /api/scheduler/jobs/:kind': {
    isAboutConnection: true,
    make: () => ({ path: { kind: 'query' }, body: onOpen({ ...JOB, settings: { sql: 'SELECT 1' } }) }),
  },
  'POST /api/scheduler/pause-all': {},
  'POST /api/scheduler/resume-all': {},
  'POST /api/scheduler/runs/:id/cancel': { ...jobRun(20), status: 200 },
  'POST /api/scheduler/triggers/preview': { make: () => ({ body: JOB.trigger }) },
  'POST /api/schema-watch/:connection_id/run': connection(),
  'POST /api/studio/complete': inBody({ sql: 'SELECT ', offset: 7 }),
  'POST /api/studio/exports': inBody({ sql: 'SELECT 1', format: 'csv' }),
  'POST /api/studio/explain': inBody({ sql: 'SELECT 1' }),
  'POST /api/studio/files': {
    make: () => {
      const path = join(folder, `${randomUUID()}.sql`);
      writeFileSync(path, 'SELECT 1');
      return { body: { path } };
    },
  },
  'POST /api/studio/format': inBody({ sql: 'select 1' }),
  'POST /api/studio/lint': inBody({ sql: 'select 1' }),
  'POST /api/studio/writes': inBody({ sql: 'select 1' }),
  'POST /api/studio/queries': {
    isAboutConnection: true,
    make: () => ({ body: onOpen({ name: randomUUID(), sql: 'x' }) }),
  },
  'POST /api/studio/queries/:id/restore': query,
  'POST /api/changes': inBody({ items: [] }),
  'POST /api/changes/from-sql': inBody({ sql: 'DELETE FROM things' }),
  // An author approves and refuses nothing of their own, and a draft was not applied.
  'POST /api/changes/:id/apply': changeSet({ make: aRehearsal }),
  'POST /api/changes/:id/approve': changeSet({ status: 409 }, { hash: '' }),
  'POST /api/changes/:id/comments': changeSet({}, { text: 'Why?' }),
  'POST /api/changes/:id/items': changeSet({}, { items: [], version: 1 }),
  'POST /api/changes/:id/propose': changeSet({}, { hash: '' }),
  'POST /api/changes/:id/refuse': changeSet({ status: 409 }, { reason: 'No.' }),
  'POST /api/changes/:id/rehearse': changeSet(),
  'POST /api/changes/:id/settle': changeSet({}, { choices: [], version: 1 }),
  'POST /api/changes/:id/undo': changeSet({ status: 409 }),
  'PUT /api/changes/:id': changeSet({}, { title: 'Another', version: 1 }),
  'POST /api/studio/rows': {
    isAboutConnection: true,
    make: () => ({ body: onOpen({ table: 'things', values: { id: String(Math.trunc(Math.random() * 1e9)) } }) }),
  },
  'POST /api/studio/runs': inBody({ sql: 'SELECT 1' }),
  'POST /api/studio/runs/:id/cancel': run,
  // Nothing was begun in it.
  'POST /api/studio/sessions/:id/commit': { ...session, status: 409 },
  'POST /api/studio/sessions/:id/keep': session,
  'POST /api/studio/sessions/:id/rollback': session,
  'POST /api/tiles': inBody({ sql: 'SELECT 1 AS lat, 2 AS lng', latitude_column: 'lat', longitude_column: 'lng' }),
  'POST /api/users': { make: () => ({ body: { email: `${randomUUID()}@example.org` } }) },
  'POST /api/users/:id/reset': { make: invitee },
  'POST /api/users/:id/sign-out': { make: invitee },
  // Hidden connections are checked for the tools in server/src/mcp/mcp.db.spec.ts: the protocol answers 200.
  'POST /mcp': { make: () => ({ body: { jsonrpc: '2.0', id: 1, method: 'ping' } }), status: 406 },
  'PUT /api/connections/:id': connection({
    needsManage: true,
    make: async () => ({ path: { id: 'open' }, body: await settings() }),
  }),
  'PUT /api/connections/:id/access': connection({
    needsManage: true,
    make: async () => {
      const { items } = bodyOf<{ items: object[] }>(await who('admin').get('/api/connections/open/access').expect(200));
      return { path: { id: 'open' }, body: { items } };
    },
  }),
  'PUT /api/imports/:id/file': imported({ query: { offset: '0' } }),
  'PUT /api/notifications/channels/:id': channel({ body: { name: 'hook', ...hook } }),
  'PUT /api/notifications/subscriptions/:id': { isOwned: true, isSharedWithAdmins: true, make: aSubscription },
  'PUT /api/pipelines/:id': pipeline({ name: 'other', definition: DEFINITION, version: 1 }),
  'PUT /api/profile/password': {
    make: () => ({ body: { current_password: 'wrong', new_password: 'long enough to be one' } }),
    status: 400,
  },
  'POST /api/settings/copilot/test': { make: () => ({ body: COPILOT_TEST }) },
  'PUT /api/settings/copilot': { make: () => ({ body: COPILOT }) },
  'PUT /api/settings/snippets/:name': { make: () => ({ path: { name: 'one' }, body: { name: 'one', text: '1' } }) },
  'PUT /api/settings/studio': { make: () => ({ body: { preview_limit: 50 } }) },
  'PUT /api/scheduler/jobs/:id': job({ name: 'other' }),
  'PUT /api/scheduler/jobs/:id/trigger': job(JOB.trigger),
  'PUT /api/schema-watch/:connection_id/tables': connection({
    needsManage: true,
    make: () => ({ path: { connection_id: 'open' }, body: { tables: [] } }),
  }),
  'PUT /api/studio/files/:id': {
    isOwned: true,
    make: async () => {
      const file = await aFile();
      return { path: { id: file.id }, body: { sql: 'SELECT 2', etag: file.etag } };
    },
  },
  'PUT /api/studio/queries/:id': {
    isOwned: true,
    make: async () => {
      const { id, name, version } = await aQuery();
      return { path: { id }, body: onOpen({ name, sql: 'SELECT 3', version }) };
    },
  },
  'PUT /api/studio/tabs/:id': {
    isOwned: true,
    make: async () => ({ path: { id: await aTab() }, body: { ...TAB, version: 1 } }),
  },
  'PUT /api/tiles/:query_id/layer': { ...layer, make: async () => ({ ...(await layer.make?.()), body: {} }) },
  'PUT /api/users/:id': { make: async () => ({ ...(await invitee()), body: { name: 'Somebody' } }) },
};

/** The status of a call; a stream is left as soon as it has begun. */
async function statusOf(caller: Caller, route: Route, filling: Filling): Promise<number> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(filling.path?.[name] ?? '-'));
  const address = new URL(path, app.origin);
  for (const [name, value] of Object.entries(filling.query ?? {})) address.searchParams.set(name, value);
  const leaving = new AbortController();
  const body = filling.body === undefined ? {} : { body: JSON.stringify(filling.body) };
  const headers = { ...caller.headers, ...(filling.body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  const answer = await fetch(address, {
    ...{ method: route.method, headers, redirect: 'manual', signal: leaving.signal },
    ...body,
  });
  leaving.abort();
  return answer.status;
}

function aboutVault({ path, query, body }: Filling): Filling {
  const vault = { id: 'vault', connection_id: 'vault' };
  return {
    ...(path ? { path: { ...path, ...vault } } : {}),
    ...(query ? { query: 'connection_id' in query ? { ...query, connection_id: 'vault' } : query } : {}),
    ...(body && 'connection_id' in body ? { body: { ...body, connection_id: 'vault' } } : body ? { body } : {}),
  };
}

describe('every route of the running application', () => {
  it('has a rule, and stands in the table of this test', () => {
    expect(routes.filter(({ rule }) => rule === null).map(({ name }) => name)).toEqual([]);
    expect(routes.map(({ name }) => name)).toEqual(Object.keys(USES).sort());
  });

  it.each(Object.keys(USES))('%s', async (name) => {
    const route = routes.find((candidate) => candidate.name === name);
    if (!route?.rule) throw new Error('There is no such route.');
    const { rule } = route;
    const use = USES[name] ?? {};
    const filling = (await use.make?.()) ?? {};
    const isOpen = rule.who === 'anyone';
    const isAdmins = rule.who === 'admin';
    const isForTokens = rule.who === 'token';
    const seen: Record<string, number> = {};
    const expected: Record<string, number | string> = {};
    const ask = async (title: string, caller: Caller, status: number | string, what = filling): Promise<void> => {
      const actual = await statusOf(caller, route, what);
      seen[title] = actual;
      expected[title] = status === 'let in' && actual !== 401 && actual !== 403 ? actual : status;
    };
    if (!isOpen) {
      // An address may send sixty invalid tokens in a minute, and each route gets one.
      app.advance(2000);
      await ask('nobody', app.anybody, 401);
      await ask('a person who is disabled', who('disabled'), 401);
      await ask('the token of a person who is disabled', who('disabledToken'), 401);
      await ask('a token without a scope', who('scopeless'), 403);
      if (isForTokens) await ask('a person without a token', who('ann'), 401);
      const others = use.isOwned === true ? 404 : 'let in';
      await ask(
        'somebody else',
        who(isForTokens ? 'bobToken' : 'bob'),
        isAdmins || use.needsManage === true ? 403 : others,
      );
      if (use.isAboutConnection === true) await ask('Ann at a hidden connection', who('ann'), 404, aboutVault(filling));
      if (use.isOwned === true && use.isSharedWithAdmins !== true)
        await ask('an administrator at what is not theirs', who('admin'), 404);
    }
    const status = await statusOf(
      use.isByAnybody === true ? app.anybody : who(isForTokens ? 'annToken' : 'ann'),
      route,
      filling,
    );
    const wanted = isAdmins ? 403 : (use.status ?? (status < 400 ? status : 'a success'));
    expect({ ...seen, Ann: status }).toEqual({ ...expected, Ann: wanted });
    if (!isAdmins) return;
    const answered = await statusOf(who('admin'), route, filling);
    if (use.status === undefined) expect(answered).toBeLessThan(300);
    else expect(answered).toBe(use.status);
  });
});

/** Routes that write to the state and are not for a caller whose rights may end meanwhile. */
const FOR_NO_CALLER = [
  // By callers of whom nothing is known yet.
  ...['POST /api/auth/accept', 'POST /api/auth/login', 'POST /api/auth/logout', 'POST /api/auth/set-up'],
  // A run can be stopped while the state takes no writes.
  'POST /api/scheduler/runs/:id/cancel',
];
const WRITING = Object.keys(USES).filter((name) => !name.startsWith('GET ') && !FOR_NO_CALLER.includes(name));
/** The writer is held for a shorter time than others wait for it. */
const HELD_MS = 3_000;

describe('a request that waits for the writer behind the revocation of its token', () => {
  /** The token of the request that the running work is done for. */
  const caller = new AsyncLocalStorage<string | null>();

  /** The status of a request, and whether it waited for the writer: what it leaves behind it may ask for it, too. */
  async function behindRevocation(owner: 'ann' | 'admin', tokenId: string, send: () => Promise<number>) {
    const { app: nest } = app.workbench;
    const [state, requests] = [nest.get(State), nest.get(OpenRequests)];
    const userId = (await who(owner).me()).user.id;
    const [held, over] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const ahead = state.transaction(() => {
      held.resolve(null);
      return over.promise;
    });
    await held.promise;
    const revoked = nest.get(TokensService).revoke({ ...LOCAL_ACTOR, userId }, tokenId);
    const waits = Promise.withResolvers<boolean>();
    const asked = { isSo: false };
    const run = requests.run.bind(requests);
    const [transaction, transactionFor] = [state.transaction.bind(state), state.transactionFor.bind(state)];
    requests.run = (response, work) => {
      caller.run(response.req.actor?.tokenId ?? null, () => run(response, work));
    };
    state.transaction = (work) => {
      asked.isSo ||= caller.getStore() === tokenId;
      return transaction(work);
    };
    state.transactionFor = (actor, work) => {
      const waiting = transactionFor(actor, work);
      if (actor.tokenId === tokenId) waits.resolve(false);
      return waiting;
    };
    // An answer that has begun when the token is revoked is cut off: the refusal, where it comes first.
    const answer = send().catch(() => 401);
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, HELD_MS, false).unref());
    const isAnswered = await Promise.race([waits.promise, answer.then(() => true), late]);
    over.resolve(null);
    await Promise.all([ahead, revoked]);
    const status = await answer;
    Object.assign(requests, { run });
    Object.assign(state, { transaction, transactionFor });
    return { status, hasWaited: asked.isSo && !isAnswered };
  }

  it.each(WRITING)('does nothing: %s', async (name) => {
    const route = routes.find((candidate) => candidate.name === name);
    const use = USES[name] ?? {};
    if (!route?.rule) throw new Error('There is no such route.');
    const filling = (await use.make?.()) ?? {};
    const owner = route.rule.who === 'admin' ? 'admin' : 'ann';
    const { id, token } = await who(owner).token();
    const { status, hasWaited } = await behindRevocation(owner, id, () => statusOf(app.bearer(token), route, filling));
    // What waits for no turn writes nothing to the state for its caller.
    expect(hasWaited ? status : 401).toBe(401);
  });
});

describe('a job', () => {
  it('is gone, with its runs and outputs, for whom its connection is hidden from', async () => {
    const { id, job_id: jobId, outputs } = await aJobRun();
    const paths = [`jobs/${jobId}`, `jobs/${jobId}/runs`, `runs/${id}`, `runs/${id}/outputs/${outputs[0]?.name ?? ''}`];
    const at = '/api/connections/open/access';
    const { items } = bodyOf<{ items: object[] }>(await who('admin').get(at).expect(200));
    for (const path of paths) await who('ann').get(`/api/scheduler/${path}`).expect(200);
    await who('admin').put(at, { items: [] }).expect(200);
    for (const path of paths) await who('ann').get(`/api/scheduler/${path}`).expect(404);
    await who('ann').post(`/api/scheduler/jobs/${jobId}/run`).expect(404);
    const lists = [await who('ann').get('/api/scheduler/jobs'), await who('ann').get('/api/scheduler/runs')];
    expect(lists.map(({ text }) => text.includes(jobId))).toEqual([false, false]);
    await who('admin').get(`/api/scheduler/jobs/${jobId}`).expect(200);
    await who('admin').put(at, { items }).expect(200);
    await who('ann').get(`/api/scheduler/jobs/${jobId}`).expect(200);
  });
});

/** Jobs of each kind that is here without a plugin, with what they do. */
const JOBS_BY_KIND: Readonly<Record<string, { readonly work: JobWork; readonly settings: object }>> = {
  query: { work: 'read-data', settings: { sql: 'SELECT 1' } },
  'query that writes': { work: 'write-data', settings: { sql: 'SELECT 1', read_only: false } },
  backup: { work: 'read-data', settings: {} },
  'backup with a proof': { work: 'write-data', settings: { proof: true } },
  vacuum: { work: 'maintain', settings: { tables: ['things'] } },
  analyze: { work: 'maintain', settings: { tables: ['things'] } },
  schema_watch: { work: 'read-schema', settings: {} },
};
const SCOPE_SETS: readonly (readonly Scope[])[] = [
  ...SCOPES.map((scope) => [scope]),
  ...SCOPES.filter((scope) => scope !== 'manage').map((scope) => ['manage', scope] as const),
  ['manage', 'query', 'write', 'read'],
];

describe.each(Object.entries(JOBS_BY_KIND))('a job of the kind %s', (title, { work, settings }) => {
  const kind = title.split(' ', 1)[0] ?? '';
  const body = () => onOpen({ ...JOB, name: randomUUID(), settings });
  it('is saved, scheduled, resumed and run by tokens that may do its work, and by no others', async () => {
    const { id } = await made<Job>(`/api/scheduler/jobs/${kind}`, body());
    const ofAnn = SCOPE_SETS.filter((scopes) => !scopes.includes('admin'));
    for (const scopes of ofAnn) {
      const program = app.bearer((await who('ann').token({ scopes: [...scopes] })).token);
      const isEnough = scopes.includes('manage') && missingJobScopes({ scopes }, work).length === 0;
      const answers = [
        await program.post(`/api/scheduler/jobs/${kind}`, body()),
        await program.put(`/api/scheduler/jobs/${id}`, { settings }),
        await program.put(`/api/scheduler/jobs/${id}/trigger`, JOB.trigger),
        await program.post(`/api/scheduler/jobs/${id}/resume`),
        // A run of each would take minutes of dumps; the rule is the one of resuming.
        ...(kind === 'query' || !isEnough ? [await program.post(`/api/scheduler/jobs/${id}/run`)] : []),
      ];
      const expected = answers.map(({ status }) => (isEnough ? Math.min(status, 299) : 403));
      expect({ scopes, statuses: answers.map(({ status }) => status) }).toEqual({ scopes, statuses: expected });
      await who('ann').put(`/api/scheduler/jobs/${id}`, { name: randomUUID() }).expect(200);
    }
  });
});

describe('a pipeline', () => {
  it('reveals nothing of a connection that is hidden from its owner, and creates nothing on it', async () => {
    const { id, name } = await aPipeline();
    const at = '/api/connections/open/access';
    const { items } = bodyOf<{ items: object[] }>(await who('admin').get(at).expect(200));
    const job = await made<Job>('/api/scheduler/jobs/pipeline', { ...JOB, settings: { pipeline_id: id } });
    await who('admin').put(at, { items: [] }).expect(200);
    const seen = await Promise.all(
      ['', `/${id}`, `/${id}/export.yaml`].map((path) => who('ann').get(`/api/pipelines${path}`).expect(200)),
    );
    for (const { text } of seen)
      expect([text.includes(name), /connection_id"?: ?"?open/.test(text)]).toEqual([true, false]);
    const [, one, yaml] = seen;
    const { definition } = JSON.parse(one?.text ?? '{}') as Pipeline;
    expect(definition.inputs).toEqual([{ name: 'one', kind: 'query', connection_id: null, sql: 'SELECT 1 AS a' }]);
    for (const given of [DEFINITION, definition]) {
      const refused = await who('ann').post('/api/pipelines/preview', { definition: given }).expect(404);
      expect(refused.body).toMatchObject({ code: 'connection-not-found' });
      await who('ann').put(`/api/pipelines/${id}`, { name, definition: given, version: 1 }).expect(404);
    }
    await who('ann').post('/api/pipelines/import', { yaml: yaml?.text }).expect(404);
    const { id: runId } = bodyOf<JobRun>(await who('ann').post(`/api/scheduler/jobs/${job.id}/run`).expect(202));
    const run = await endOf(runId);
    expect([run.status, run.error]).toEqual(['error', HIDDEN_ERROR]);
    expect(JSON.stringify(run)).not.toContain('open');
    await who('admin').put(at, { items }).expect(200);
    expect(bodyOf<Pipeline>(await who('ann').get(`/api/pipelines/${id}`).expect(200)).definition).toMatchObject(
      DEFINITION,
    );
  });
});

describe('a sign-in', () => {
  it('is ended by nobody but its person', async () => {
    const id = await anotherSession();
    await who('bob').delete(`/api/profile/sessions/${id}`);
    await who('admin').delete(`/api/profile/sessions/${id}`);
    const { items } = bodyOf<SignInSessionList>(await who('ann').get('/api/profile/sessions').expect(200));
    expect(items.map((one) => one.id)).toContain(id);
  });
});
