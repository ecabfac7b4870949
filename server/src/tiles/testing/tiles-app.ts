import type { SavedQuery, TileLayerInfo } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import type { TileJson } from '#libs/tiles';
import { ConnectionsModule } from '../../connections/index.js';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { StudioModule } from '../../studio/index.js';
import { TilesModule } from '../index.js';

/** A tile as it was answered. */
export interface TileAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** What a failed answer says. */
  readonly problem: ProblemDocument | null;
}

/** What the API said. */
export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A workbench without sign-in over a database of its own: `db`, and `hasty` with a short limit to statements. */
export class TilesApp {
  #count = 0;

  private constructor(
    readonly workbench: TestWorkbench,
    readonly database: TestDatabase,
    readonly address: string,
  ) {}

  static async start(): Promise<TilesApp> {
    const database = await createTestDatabase();
    const { host, port, user, password, database: name } = database.config;
    const login = `kind: postgres, host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
    const connections = `connections:
  - { id: db, name: Maps, ${login} }
  - { id: hasty, name: Hasty, ${login}, statement_timeout_ms: 300 }
  - { id: duck, name: Lake, kind: duckdb, path: ./a.duckdb }
  - { id: gone, name: Gone, kind: postgres, host: 127.0.0.1, port: 1, database: x, user: x }
`;
    const features = [ConnectionsModule, StudioModule, TilesModule];
    const workbench = await TestWorkbench.start({ features, connections });
    return new TilesApp(workbench, database, await workbench.app.getUrl());
  }

  async send<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(new URL(path, this.address), { method, headers, ...init });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }

  /** Saves a query and answers it. */
  async saved(sql: string, connection = 'db'): Promise<SavedQuery> {
    const input = { name: `Query ${String((this.#count += 1))}`, connection_id: connection, sql };
    const { status, body } = await this.send<SavedQuery>('POST', '/api/studio/queries', input);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }

  /** Changes a saved query's text. */
  async change(query: SavedQuery, sql: string): Promise<SavedQuery> {
    const { name, connection_id, version } = query;
    const input = { name, connection_id, version, sql };
    return (await this.send<SavedQuery>('PUT', `/api/studio/queries/${query.id}`, input)).body;
  }

  async tile(
    queryId: string,
    place = '0/0/0',
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ): Promise<TileAnswer> {
    const init = { headers: { 'Accept-Encoding': 'identity', ...headers }, ...(signal ? { signal } : {}) };
    const response = await fetch(new URL(`/api/tiles/${queryId}/${place}`, this.address), init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const problem = response.status >= 400 ? (JSON.parse(bytes.toString()) as ProblemDocument) : null;
    return { status: response.status, headers: response.headers, bytes, problem };
  }

  async tileJson(queryId: string): Promise<TileJson> {
    return (await this.send<TileJson>('GET', `/api/tiles/${queryId}/tilejson`)).body;
  }

  async layer(queryId: string): Promise<TileLayerInfo> {
    return (await this.send<TileLayerInfo>('GET', `/api/tiles/${queryId}/layer`)).body;
  }

  /** How many statements sleep in the database now. */
  async sleeping(): Promise<number> {
    const { rows } = await this.database.execute(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
    );
    return Number(rows[0]?.n);
  }

  async stop(): Promise<void> {
    await this.workbench.stop();
    await this.database.dispose();
  }
}
