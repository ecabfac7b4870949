import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Run, RunStatus } from '#libs/api';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { StudioModule } from '../studio.module.js';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
}

/** A workbench of the studio with a Postgres, a DuckDB file and an empty folder as its connections; both databases are playgrounds. */
export class StudioApp {
  private constructor(
    readonly workbench: TestWorkbench,
    private readonly data: string,
  ) {}

  /** `more` adds entries to the list of connections; it gets the login part of a Postgres entry and the data folder. */
  static async start(
    more: (login: string, data: string) => string = () => '',
    env: Readonly<Record<string, string>> = {},
  ): Promise<StudioApp> {
    const data = mkdtempSync(join(tmpdir(), 'studio-data-'));
    const { hostname, port, username, password, pathname } = new URL(process.env.TEST_POSTGRES_URL ?? '');
    const login = `user: ${username}, password: "${decodeURIComponent(password)}"`;
    const connections = `connections:
  - { id: pg, name: Postgres, kind: postgres, host: ${hostname}, port: ${port}, database: ${pathname.slice(1)}, ${login}, confirm_destructive: false }
  - { id: wrong, name: Wrong, kind: postgres, host: ${hostname}, port: ${port}, database: x, user: nobody, password: "open-sesame" }
  - { id: gone, name: Gone, kind: postgres, host: 127.0.0.1, port: 1, database: x, user: x }
  - { id: duck, name: Duck, kind: duckdb, path: ${join(data, 'a.duckdb')}, confirm_destructive: false }
  - { id: folder, name: Folder, kind: files, path: ${data} }
${more(`kind: postgres, host: ${hostname}, port: ${port}, database: ${pathname.slice(1)}, ${login}`, data)}`;
    return new StudioApp(await TestWorkbench.start({ features: [StudioModule], connections, env }), data);
  }

  /** Reads what is at a path, to its end, on a line of its own. */
  download(path: string): Promise<Answer<Buffer>> {
    return this.receive('GET', path);
  }

  /**
   * Sends a request and parses what comes back as JSON. On a line of its own: one that is kept may be closed by the
   * server at the very moment in which it is used again.
   */
  async send<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const { status, body: bytes } = await this.receive(method, path, body);
    return { status, body: (bytes.length === 0 ? null : JSON.parse(bytes.toString())) as T };
  }

  private receive(method: string, path: string, body?: unknown): Promise<Answer<Buffer>> {
    const { port } = this.workbench.app.getHttpServer().address() as AddressInfo;
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = payload ? { 'Content-Type': 'application/json', 'Content-Length': payload.length } : {};
    return new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts) }));
        response.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }

  /** Starts a run, which may still be running when this resolves. */
  async start(sql: string, connectionId = 'pg'): Promise<Run> {
    const { status, body } = await this.send<Run>('POST', '/api/studio/runs', { connection_id: connectionId, sql });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }

  /** Runs a text to its end. */
  async run(sql: string, connectionId = 'pg'): Promise<Run> {
    const { id } = await this.start(sql, connectionId);
    return this.whenOver(id);
  }

  async get(id: string): Promise<Run> {
    return (await this.send<Run>('GET', `/api/studio/runs/${id}`)).body;
  }

  async whenOver(id: string): Promise<Run> {
    return this.until(
      () => this.get(id),
      (run) => run.status !== 'running',
    );
  }

  async whenStatus(id: string, status: RunStatus): Promise<Run> {
    return this.until(
      () => this.get(id),
      (run) => run.status === status,
    );
  }

  /** Asks until the answer is right; the test's own time limit ends it. */
  async until<T>(ask: () => Promise<T>, isRight: (answer: T) => boolean): Promise<T> {
    for (;;) {
      const answer = await ask();
      if (isRight(answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    await this.workbench.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}
