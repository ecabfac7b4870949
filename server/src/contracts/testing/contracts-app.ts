import type { Type } from '@nestjs/common';
import type { ContractView, SchemaChangeList, SchemaWatchRun, SchemaWatchStatus, ViolationList } from '#libs/api';
import type { EventMap, EventName } from '#libs/events';
import type { ProblemDocument } from '#libs/problem';
import { createTestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import type { TestDatabase } from '../../connections/engines/postgres/testing/test-database.js';
import { EventBus } from '../../platform/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { SchemaWatchModule } from '../../schema-watch/index.js';
import { ContractsModule } from '../contracts.module.js';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A workbench of Schema Watch and contracts over a database of its own (`db`) and a DuckDB file (`duck`). */
export class ContractsApp {
  private constructor(
    readonly workbench: TestWorkbench,
    readonly database: TestDatabase,
  ) {}

  /** `more` are features beside those two. */
  static async start(more: readonly Type[] = []): Promise<ContractsApp> {
    const database = await createTestDatabase();
    const { host, port, user, password, database: name } = database.config;
    const connections = `connections:
  - { id: db, name: Shop, kind: postgres, host: ${host}, port: ${port}, database: ${name}, user: ${user}, password: "${password ?? ''}" }
  - { id: gone, name: Gone, kind: postgres, host: 127.0.0.1, port: 1, database: x, user: x }
  - { id: duck, name: Lake, kind: duckdb, path: ./a.duckdb }
  - { id: folder, name: Folder, kind: files, path: . }
`;
    const features = [SchemaWatchModule, ContractsModule, ...more];
    return new ContractsApp(await TestWorkbench.start({ features, connections }), database);
  }

  /** Runs DDL outside of the workbench. */
  async ddl(sql: string): Promise<void> {
    await this.database.execute(sql);
  }

  /** Sends a request; a body that is no JSON is answered as text. */
  async send<T = ProblemDocument>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const response = await fetch(new URL(path, await this.workbench.app.getUrl()), { method, ...init });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false;
    return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T };
  }

  async run(connection = 'db'): Promise<SchemaWatchRun> {
    const { status, body } = await this.send<SchemaWatchRun>('POST', `/api/schema-watch/${connection}/run`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }

  async status(connection = 'db'): Promise<SchemaWatchStatus> {
    return (await this.send<SchemaWatchStatus>('GET', `/api/schema-watch/${connection}/status`)).body;
  }

  async changes(query = ''): Promise<SchemaChangeList> {
    return (await this.send<SchemaChangeList>('GET', `/api/schema-watch/db/changes${query}`)).body;
  }

  /** Every page of the changes that a query asks for, one after the other. */
  async changePages(query: string): Promise<SchemaChangeList[]> {
    const pages = [await this.changes(query)];
    for (let last = pages[0]; last?.next_cursor; last = pages.at(-1)) {
      pages.push(await this.changes(`${query}&cursor=${last.next_cursor}`));
    }
    return pages;
  }

  async freeze(input: object = {}): Promise<Answer<ContractView>> {
    return this.send<ContractView>('POST', '/api/contracts/db/freeze', input);
  }

  async contract(): Promise<ContractView> {
    return (await this.send<ContractView>('GET', '/api/contracts/db')).body;
  }

  async violations(): Promise<ViolationList['violations']> {
    return (await this.send<ViolationList>('GET', '/api/contracts/db/violations')).body.violations;
  }

  /** The payloads of an event from now on, as they are delivered. */
  heard<N extends EventName>(name: N): EventMap[N][] {
    const payloads: EventMap[N][] = [];
    this.workbench.app.get(EventBus).subscribe(name, (payload) => payloads.push(payload));
    return payloads;
  }

  async stop(): Promise<void> {
    await this.workbench.stop();
    await this.database.dispose();
  }
}
