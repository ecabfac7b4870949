import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import type { PerformedAction } from '#libs/audit';
import type { Connection, ConnectionInput, ConnectionList } from '#libs/api';
import { EventBus } from '../../platform/index.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { ConnectionsModule } from '../connections.module.js';
import { ConnectionsQueries } from '../connections.queries.js';
import { ConnectorRegistry } from '../connector-registry.js';

/** A workbench of connections alone, on a port and in a folder of its own. */
export class ConnectionsApp {
  /** Ids reported by `connections.changed`, an entry an event. */
  readonly changes: string[][] = [];
  /** What was done, as the audit gets it. */
  readonly facts: PerformedAction[] = [];

  private constructor(private readonly workbench: TestWorkbench) {
    const events = this.app.get(EventBus);
    events.subscribe('connections.changed', (event) => this.changes.push(event.connection_ids));
    events.subscribe('action.performed', (fact) => this.facts.push(fact));
  }

  /** Starts; `text` is the configuration file's, or null for none. */
  static async start(text: string | null = null, logLevel: 'trace' | 'silent' = 'silent'): Promise<ConnectionsApp> {
    return new ConnectionsApp(
      await TestWorkbench.start({ features: [ConnectionsModule], connections: text, logLevel }),
    );
  }

  get home(): string {
    return this.workbench.home;
  }

  get http() {
    return request(this.app.getHttpServer());
  }

  get queries(): ConnectionsQueries {
    return this.app.get(ConnectionsQueries);
  }

  get registry(): ConnectorRegistry {
    return this.app.get(ConnectorRegistry);
  }

  get file(): string {
    return join(this.home, 'connections.yaml');
  }

  get text(): string {
    return readFileSync(this.file, 'utf8');
  }

  /** `GET /api/connections`. */
  async list(): Promise<ConnectionList> {
    return bodyOf(await this.http.get('/api/connections').expect(200)) as ConnectionList;
  }

  /** `POST /api/connections`, which has to succeed. */
  async create(input: object): Promise<Connection> {
    return bodyOf(await this.http.post('/api/connections').send(input).expect(201)) as Connection;
  }

  stop(): Promise<void> {
    return this.workbench.stop();
  }

  private get app(): NestExpressApplication {
    return this.workbench.app;
  }
}

/** The body of an answer, of which nothing is known yet. */
export function bodyOf(answer: { body: unknown }): unknown {
  return answer.body;
}

/** The server that `TEST_POSTGRES_URL` names, as a person would type it in. */
export function testPostgres(): ConnectionInput & { host: string; port: number; user: string; password: string } {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  return {
    name: 'Test',
    kind: 'postgres',
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}
