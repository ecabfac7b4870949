import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { IsNull, Not } from 'typeorm';
import type { SavedQuery, UserList } from '#libs/api';
import { FEATURES } from '../../app.module.js';
import { AuthModule } from '../../auth/index.js';
import { AuthApp, bodyOf } from '../../auth/testing/auth-app.js';
import type { Caller } from '../../auth/testing/auth-app.js';
import { EventBus, State } from '../../platform/index.js';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { WatchedTree } from './watched-tree.js';

/** Who attacks: a stranger, people who may only read or also write, and programs with their tokens. */
export type Attacker = 'stranger' | 'viewer' | 'writer' | 'viewerToken' | 'tilesToken' | 'admin';

/** One request, as it goes over the wire. */
export interface Shot {
  readonly method?: string;
  /** Sent as it is: nothing is normalized. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Objects are sent as JSON. */
  readonly body?: object | string | Buffer;
  readonly as?: Attacker;
}

/** What came back. Status 0: the connection was cut off. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Stands where only the administrator may read it: seen in an answer, it is a breach. */
export const CANARY = 'canary-7f3a91c2';

/**
 * A workbench for several people, with everything that an attack could reach for: an administrator's things with a
 * canary in them, connections of each kind, files inside and outside of the allowed folders.
 */
export class AttackedWorkbench {
  private constructor(
    readonly app: AuthApp,
    readonly root: string,
    readonly database: TestDatabase,
    readonly callers: Readonly<Record<Attacker, Caller>>,
    readonly viewerId: string,
    /** Things of the administrator by kind. */
    readonly secretIds: Readonly<Record<string, string>>,
    private readonly tree: WatchedTree,
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<AttackedWorkbench> {
    const root = mkdtempSync(join(tmpdir(), 'attacked-'));
    const database = await createTestDatabase();
    const folders = plantFiles(root);
    const app = await AuthApp.startWithAdmin({
      features: FEATURES.filter((feature) => feature !== AuthModule),
      connections: connectionsText(root, database),
      env: { WORKBENCH_FILES: folders.allowed, WORKBENCH_BACKUPS: folders.backups, ...env },
      home: folders.home,
    });
    const { callers, viewerId } = await admit(app);
    const secretIds = await plantSecrets(callers.admin, folders.allowed);
    const tree = new WatchedTree(root, [folders.home, join(root, 'lake.duckdb'), join(root, 'lake.duckdb.wal')]);
    return new AttackedWorkbench(app, root, database, callers, viewerId, secretIds, tree);
  }

  get port(): number {
    return (this.app.workbench.app.getHttpServer().address() as AddressInfo).port;
  }

  /** Sends one request over a connection of its own. */
  send({ method = 'GET', path, headers = {}, body, as = 'stranger' }: Shot): Promise<Answer> {
    const isJson = body !== undefined && typeof body === 'object' && !Buffer.isBuffer(body);
    const payload = isJson ? JSON.stringify(body) : body;
    const all = {
      ...this.callers[as].headers,
      ...(isJson ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
    const options = { host: '127.0.0.1', port: this.port, method, path, headers: sent as never, agent: false as const };
    return new Promise((resolve) => {
      const outgoing = request(options, (incoming) => {
        let text = '';
        const settle = () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
        incoming.setEncoding('utf8').on('data', (part: string) => (text += part));
        incoming.on('end', settle).on('error', settle);
      });
      outgoing.on('error', (error) => resolve({ status: 0, headers: {}, text: error.message }));
      outgoing.end(payload);
    });
  }

  /** Sends bytes that no client would, and reads until the server is done or a second has passed. */
  raw(bytes: string): Promise<string> {
    return new Promise((resolve) => {
      let text = '';
      const socket = connect(this.port, '127.0.0.1', () => socket.write(bytes));
      const end = () => {
        clearTimeout(timer);
        socket.destroy();
        resolve(text);
      };
      const timer = setTimeout(end, 1000);
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      socket.on('close', end).on('error', end);
    });
  }

  /** Everything that is not as it was before the attacks: people, connections, files. Empty where nothing happened. */
  async breaches(): Promise<string[]> {
    const { items } = bodyOf<UserList>(await this.callers.admin.get('/api/users').expect(200));
    const people = items.map(({ email, role, state }) => `${email} ${role} ${state}`).sort();
    const expected = ['ann@example.org user active', 'bob@example.org user active', 'boss@example.org admin active'];
    const file = readFileSync(join(this.app.workbench.home, 'connections.yaml'), 'utf8');
    const isPolluted = Reflect.get({}, 'polluted') !== undefined || Reflect.get({}, 'role') !== undefined;
    return [
      ...(people.join() === expected.join() ? [] : [`people: ${people.join()}`]),
      ...(file === connectionsText(this.root, this.database) ? [] : ['connections.yaml changed']),
      ...(isPolluted ? ['Object.prototype is polluted'] : []),
      ...this.tree.changes(),
    ];
  }

  /** Lets every open invitation be too old. */
  async expireInvitations(): Promise<void> {
    const expired = { codeExpiresAt: '2000-01-01T00:00:00.000Z' };
    await this.app.workbench.app.get(State).manager.update('auth_user', { codeHash: Not(IsNull()) }, expired);
  }

  /** Takes people away whom a test has let in, so that the next one finds those it knows. */
  async removeUsers(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { app } = this.app.workbench;
    await app.get(State).manager.delete('auth_user', [...ids]);
    for (const id of ids)
      app.get(EventBus).publish('access.revoked', { user_id: id, token_id: null, session_id: null });
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.database.dispose();
    rmSync(this.root, { recursive: true, force: true });
  }
}

function plantFiles(root: string): { home: string; allowed: string; backups: string } {
  const [home, allowed, backups, outside] = ['home', 'allowed', 'backups', 'outside'].map((name) => join(root, name));
  if (home === undefined || allowed === undefined || backups === undefined || outside === undefined) throw new Error();
  for (const folder of [home, allowed, backups, outside, join(root, 'drop')]) mkdirSync(folder, { mode: 0o700 });
  writeFileSync(join(outside, 'secret.sql'), `SELECT '${CANARY}'`);
  writeFileSync(join(outside, 'secret.csv'), `a\n${CANARY}\n`);
  writeFileSync(join(allowed, 'report.sql'), 'SELECT 1');
  writeFileSync(join(root, 'drop', 'rows.csv'), 'a\n1\n');
  symlinkSync(join(outside, 'secret.sql'), join(allowed, 'link.sql'));
  symlinkSync(outside, join(allowed, 'folder'));
  symlinkSync(outside, join(backups, 'folder'));
  symlinkSync(join(outside, 'secret.csv'), join(root, 'drop', 'link.csv'));
  const rows = new Database(join(root, 'rows.sqlite'));
  rows.prepare('CREATE TABLE t (a)').run();
  rows.close();
  return { home, allowed, backups };
}

function connectionsText(root: string, { config }: TestDatabase): string {
  const { host, port, user, database, password } = config;
  const login = `kind: postgres, host: ${host}, port: ${port}, database: ${database}, user: ${user}, password: "${password ?? ''}"`;
  return `connections:
  - { id: pg, name: Postgres, ${login} }
  - { id: pg-ro, name: Read-only Postgres, read_only: true, ${login} }
  - { id: lake, name: Lake, kind: duckdb, path: ${join(root, 'lake.duckdb')} }
  - { id: lite, name: SQLite, kind: files, path: ${join(root, 'rows.sqlite')} }
  - { id: drop, name: Drop, kind: files, path: ${join(root, 'drop')} }
  - { id: vault, name: ${CANARY}, kind: files, path: ${join(root, 'outside')} }
  - { id: pg-vault, name: ${CANARY}, ${login} }
`;
}

async function admit(app: AuthApp) {
  const admin = await app.signIn();
  const [ann, bob] = [await app.admit(admin, 'ann@example.org'), await app.admit(admin, 'bob@example.org')];
  for (const id of ['pg', 'pg-ro', 'lake', 'lite', 'drop']) {
    const items = [
      { subject: 'everybody', level: 'query' },
      { subject: `user:${bob.id}`, level: 'write' },
    ];
    await admin.put(`/api/connections/${id}/access`, { items }).expect(200);
  }
  for (const id of ['vault', 'pg-vault']) await admin.put(`/api/connections/${id}/access`, { items: [] }).expect(200);
  const viewerToken = app.bearer((await ann.caller.token({ scopes: ['read'] })).token);
  const tilesToken = app.bearer((await ann.caller.token({ scopes: ['tiles'] })).token);
  const people = { stranger: app.anybody, viewer: ann.caller, writer: bob.caller, admin };
  return { callers: { ...people, viewerToken, tilesToken }, viewerId: ann.id };
}

async function plantSecrets(admin: Caller, allowed: string): Promise<Record<string, string>> {
  const id = async (path: string, body: object, status = 201): Promise<string> =>
    bodyOf<{ id: string }>(await admin.post(path, body).expect(status)).id;
  const query = bodyOf<SavedQuery>(
    await admin
      .post('/api/studio/queries', { name: CANARY, sql: `SELECT '${CANARY}'`, connection_id: 'pg' })
      .expect(201),
  );
  const run = { connection_id: 'pg', sql: `SELECT '${CANARY}' AS a` };
  const trigger = { type: 'interval', every: 8000, unit: 'hours' };
  const hook = { name: CANARY, kind: 'webhook', settings: { url: 'https://example.org/' } };
  const tab = '6f1d8f0e-92a5-4c1e-8f0a-0d6f7f3a91c2';
  const tabBody = { title: CANARY, sql: CANARY, cursor: 0, connection_id: null, position: 0, version: 0 };
  await admin.put(`/api/studio/tabs/${tab}`, tabBody).expect(200);
  return {
    query: query.id,
    tab,
    run: await id('/api/studio/runs', run),
    export: await id('/api/studio/exports', { ...run, format: 'csv' }),
    job: await id('/api/scheduler/jobs/query', {
      ...{ name: CANARY, connection_id: 'pg', trigger, settings: { sql: 'SELECT 1' } },
    }),
    channel: await id('/api/notifications/channels', hook),
    token: await id('/api/profile/tokens', { name: CANARY }),
    file: await id('/api/studio/files', { path: join(allowed, 'report.sql') }),
  };
}
