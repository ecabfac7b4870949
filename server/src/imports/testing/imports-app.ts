import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { DataImport, ImportRequest, ImportStatus, NewImport, ResultRow, Run } from '#libs/api';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { StudioModule } from '../../studio/index.js';
import { ImportsModule } from '../imports.module.js';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

const BUSY: ReadonlySet<ImportStatus> = new Set(['reading', 'importing']);

/** A workbench with a Postgres, a DuckDB and a SQLite file, a read-only Postgres, and an empty folder by two connections. */
export class ImportsApp {
  private constructor(
    readonly workbench: TestWorkbench,
    readonly database: TestDatabase,
    readonly data: string,
    readonly drop: string,
  ) {}

  /** `home` is a folder to keep the state in, which stays the caller's. */
  static async start({ home }: { home?: string } = {}): Promise<ImportsApp> {
    const data = mkdtempSync(join(tmpdir(), 'imports-data-'));
    const lite = new Database(join(data, 'lite.sqlite'));
    lite.prepare('CREATE TABLE made (a)').run();
    lite.close();
    const fresh = new Database(join(data, 'fresh.sqlite'));
    fresh.prepare('CREATE TABLE kept (id INTEGER PRIMARY KEY, name TEXT)').run();
    fresh.close();
    const drop = mkdtempSync(join(tmpdir(), 'imports-drop-'));
    const database = await createTestDatabase();
    const { host, port, user, password, database: name } = database.config;
    const login = `kind: postgres, host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}"`;
    const connections = `connections:
  - { id: pg, name: Postgres, ${login} }
  - { id: reader, name: Reader, ${login}, read_only: true }
  - { id: guarded, name: Guarded, ${login}, writes: review }
  - { id: duck, name: Duck, kind: duckdb, path: ${join(data, 'a.duckdb')} }
  - { id: lite, name: Lite, kind: files, path: ${join(data, 'lite.sqlite')}, read_only: false }
  - { id: fresh, name: Fresh, kind: files, path: ${join(data, 'fresh.sqlite')}, read_only: false }
  - { id: drop, name: Drop folder, kind: files, path: ${drop}, read_only: false }
  - { id: kept, name: Kept folder, kind: files, path: ${drop} }
`;
    const features = [StudioModule, ImportsModule];
    return new ImportsApp(
      await TestWorkbench.start({ features, connections, ...(home === undefined ? {} : { home }) }),
      database,
      data,
      drop,
    );
  }

  /** Sends a request on a line of its own; a text or bytes go as they are. */
  send<T>(method: string, path: string, body?: Buffer | object): Promise<Answer<T>> {
    const payload = body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
    const headers = payload ? { 'Content-Type': type, 'Content-Length': payload.length } : {};
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port: this.port, method, path, headers, agent: false },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(parts).toString();
            const isJson = response.headers['content-type']?.includes('json') === true;
            resolve({ status: response.statusCode ?? 0, body: (isJson ? JSON.parse(text) : text) as T });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }

  get port(): number {
    return (this.workbench.app.getHttpServer().address() as AddressInfo).port;
  }

  /** Sends a file in two parts and waits until it was read. */
  async upload(fileName: string, content: string | Buffer): Promise<DataImport> {
    const bytes = Buffer.from(content);
    await this.makeRoom();
    const made = await this.ask<DataImport>('POST', '/api/imports', {
      file_name: fileName,
      size_bytes: bytes.length,
    } satisfies NewImport);
    const half = Math.floor(bytes.length / 2);
    if (half > 0) await this.ask('PUT', `/api/imports/${made.id}/file?offset=0`, bytes.subarray(0, half));
    await this.ask('PUT', `/api/imports/${made.id}/file?offset=${half}`, bytes.subarray(half));
    return this.settled(made.id);
  }

  /** Removes the oldest file where a person can have no other one. */
  async makeRoom(): Promise<void> {
    const { items } = await this.ask<{ items: DataImport[] }>('GET', '/api/imports');
    const oldest = items.length < 8 ? undefined : items.at(-1);
    if (oldest !== undefined) await this.ask('DELETE', `/api/imports/${oldest.id}`);
  }

  /** Imports the rows and waits for the end. */
  async load(id: string, body: ImportRequest): Promise<DataImport> {
    await this.ask('POST', `/api/imports/${id}/start`, body);
    return this.settled(id);
  }

  async settled(id: string): Promise<DataImport> {
    for (;;) {
      const found = await this.ask<DataImport>('GET', `/api/imports/${id}`);
      if (!BUSY.has(found.status)) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** As `send`, for what has to succeed. */
  async ask<T>(method: string, path: string, body?: Buffer | object): Promise<T> {
    const answer = await this.send<T>(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** The rows of a query, run by the studio. */
  async query(sql: string, connectionId = 'pg'): Promise<ResultRow[]> {
    let run = await this.ask<Run>('POST', '/api/studio/runs', {
      connection_id: connectionId,
      sql,
      confirm_destructive: true,
    });
    while (run.status === 'running') run = await this.ask<Run>('GET', `/api/studio/runs/${run.id}`);
    const failed = run.statements.find(({ error }) => error !== null)?.error ?? run.error;
    if (failed) throw new Error(failed.message);
    return run.statements.at(-1)?.rows ?? [];
  }

  async stop(): Promise<void> {
    await this.workbench.stop();
    await this.database.dispose();
    for (const folder of [this.data, this.drop]) rmSync(folder, { recursive: true, force: true });
  }
}

/** A request for a new table with a column for each of the file, of these types. */
export function newTable(connectionId: string, table: string, columns: Record<string, string>): ImportRequest {
  const schema = connectionId === 'pg' || connectionId === 'reader' ? 'public' : 'main';
  return {
    ...{ connection_id: connectionId, schema, table, is_new: true, on_reject: 'stop' },
    columns: Object.entries(columns).map(([source, type]) => ({ source, target: source, type })),
  };
}
