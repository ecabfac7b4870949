import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { ChangeItem, ChangeRow, ChangeRowList, ChangeSetDetails, Cell, RowEdit } from '#libs/api';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { Identification } from '../../platform/index.js';
import { userActor } from '../../platform/testing/test-actor.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { CommitCutter } from './commit-cutter.js';
import { ChangesModule } from '../changes.module.js';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** Who may ask. */
const ACTORS = {
  root: userActor('root', { role: 'admin' }),
  ann: userActor('ann'),
  bob: userActor('bob'),
  eve: userActor('eve'),
  token: userActor('ann', { kind: 'token', tokenId: 't2', scopes: ['read', 'query', 'write'] }),
  agent: userActor('ann', { kind: 'agent', tokenId: 't', scopes: ['read', 'changes', 'mcp'] }),
} as const;

export type Asker = keyof typeof ACTORS;

/** A workbench with a Postgres of its own, and several people who ask by the header `x-actor`. */
export class ChangesApp {
  private constructor(
    readonly workbench: TestWorkbench,
    readonly database: TestDatabase,
    private readonly client: pg.Client,
    readonly cutter: CommitCutter,
  ) {
    workbench.app.get(Identification).use((request_) => ACTORS[(request_.header('x-actor') ?? 'ann') as Asker]);
  }

  static async start(): Promise<ChangesApp> {
    const database = await createTestDatabase();
    const { host, port, user, password, database: name } = database.config;
    const login = `kind: postgres, host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
    const cutter = await CommitCutter.start(host, port);
    const connections = `connections:
  - { id: pg, name: Postgres, ${login} }
  - { id: cut, name: Cut, ${login.replace(`port: ${port}`, `port: ${cutter.port}`).replace(`host: ${host}`, 'host: 127.0.0.1')} }
  - { id: reader, name: Reader, ${login}, read_only: true }
  - { id: hasty, name: Hasty, ${login}, statement_timeout_ms: 500 }
  - { id: limited, name: Limited, ${login.replace(/user: .*/, `user: ${roleOf(name)}, password: x`)} }
  - { id: guarded, name: Guarded, ${login}, writes: review }
  - { id: closed, name: Closed, ${login}, writes: none }
`;
    await database.execute(
      `CREATE ROLE ${roleOf(name)} LOGIN PASSWORD 'x'; GRANT ALL ON SCHEMA public TO ${roleOf(name)}`,
    );
    const client = new pg.Client({ host, port, user, database: name, password: password ?? '' });
    await client.connect();
    const workbench = await TestWorkbench.start({ features: [ChangesModule], connections });
    return new ChangesApp(workbench, database, client, cutter);
  }

  /** Sends a request on a line of its own. */
  send<T>(method: string, path: string, body?: object, asker: Asker = 'ann'): Promise<Answer<T>> {
    const { port } = this.workbench.app.getHttpServer().address() as AddressInfo;
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const type = payload && { 'Content-Type': 'application/json', 'Content-Length': payload.length };
    const headers = { 'x-actor': asker, ...type };
    return new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({ status: response.statusCode ?? 0, body: (text === '' ? null : JSON.parse(text)) as T });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }

  /** As `send`, for what has to succeed. */
  async ask<T>(method: string, path: string, body?: object, asker: Asker = 'ann'): Promise<T> {
    const answer = await this.send<T>(method, path, body, asker);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  create(items: readonly ChangeItem[], asker: Asker = 'ann', connection = 'pg'): Promise<ChangeSetDetails> {
    return this.ask('POST', '/api/changes', { connection_id: connection, items }, asker);
  }

  step(id: string, step: string, body?: object, asker: Asker = 'ann'): Promise<ChangeSetDetails> {
    return this.ask('POST', `/api/changes/${id}/${step}`, body, asker);
  }

  /** Makes and rehearses a change set. */
  async rehearsed(items: readonly ChangeItem[], asker: Asker = 'ann', connection = 'pg'): Promise<ChangeSetDetails> {
    const { id } = await this.create(items, asker, connection);
    return this.step(id, 'rehearse', undefined, asker);
  }

  apply(change: ChangeSetDetails, asker: Asker = 'ann'): Promise<Answer<ChangeSetDetails>> {
    return this.send('POST', `/api/changes/${change.id}/apply`, seen(change), asker);
  }

  /** Makes, rehearses and applies a change set. */
  async applied(items: readonly ChangeItem[]): Promise<ChangeSetDetails> {
    const { status, body } = await this.apply(await this.rehearsed(items));
    if (status !== 200 || body.state !== 'applied') throw new Error(JSON.stringify([status, body]));
    return body;
  }

  /** Takes an applied change set back. */
  async undone(change: ChangeSetDetails): Promise<ChangeSetDetails> {
    const draft = await this.step(change.id, 'undo');
    const { status, body } = await this.apply(await this.step(draft.id, 'rehearse'));
    if (status !== 200 || body.state !== 'applied') throw new Error(JSON.stringify([status, body]));
    return this.ask('GET', `/api/changes/${change.id}`);
  }

  async rowsOf(id: string): Promise<ChangeRow[]> {
    const rows: ChangeRow[] = [];
    for (let cursor: string | null = '0'; cursor !== null;) {
      const page: ChangeRowList = await this.ask('GET', `/api/changes/${id}/rows?cursor=${cursor}`);
      rows.push(...page.items);
      cursor = page.next_cursor;
    }
    return rows;
  }

  /** The rows of a query as texts, outside of what is tested. */
  async cells(sql: string): Promise<Cell[][]> {
    const types = { getTypeParser: () => (text: unknown) => text };
    return (await this.client.query<Cell[]>({ text: sql, rowMode: 'array', types })).rows;
  }

  async stop(): Promise<void> {
    await this.client.end();
    await this.workbench.stop();
    await this.cutter.stop();
    const role = roleOf(this.database.config.database);
    await this.database.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    await this.database.dispose();
  }
}

/** A role that is no superuser, so that policies hold for it. */
function roleOf(database: string): string {
  return `${database}_limited`;
}

/** What says that this is what was looked at. */
export function seen({ hash, rehearsal }: ChangeSetDetails): { hash: string; effect_hash?: string } {
  const effect = rehearsal?.effect_hash ?? null;
  return { hash, ...(effect !== null && { effect_hash: effect }) };
}

/** Edits of a table of the schema `public`. */
export function editsOf(table: string) {
  const place = { schema: 'public', table };
  return {
    insert: (values: Extract<RowEdit, { kind: 'insert' }>['values']): RowEdit => ({ kind: 'insert', ...place, values }),
    update: (
      key: Record<string, string>,
      before: Record<string, Cell>,
      values: Extract<RowEdit, { kind: 'insert' }>['values'],
    ): RowEdit => ({ kind: 'update', ...place, key, before, values }),
    remove: (key: Record<string, string>, before: Record<string, Cell>): RowEdit => ({
      ...{ kind: 'delete', ...place, key, before },
    }),
  };
}
