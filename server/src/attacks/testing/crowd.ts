import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_GRANTS, LOCAL_ACTOR } from '#libs/access';
import type { Actor, ConnectionGrant } from '#libs/access';
import type { Run } from '#libs/api';
import { ConnectionAccess } from '../../connections/index.js';
import { LiveModule } from '../../live/index.js';
import { Identification } from '../../platform/index.js';
import { userActor } from '../../platform/testing/test-actor.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { PipelinesModule } from '../../pipelines/index.js';
import { StudioModule } from '../../studio/index.js';
import { TilesModule } from '../../tiles/index.js';

/** Mallory attacks, in three shapes; Ann and Bob want to work; Meg manages. */
const ACTORS = {
  ann: userActor('ann'),
  bob: userActor('bob'),
  meg: userActor('meg'),
  viewer: userActor('mallory'),
  writer: userActor('mallory-writes'),
  token: userActor('mallory', { kind: 'token', tokenId: 't-mallory', scopes: ['read', 'query'] }),
  stranger: null,
} as const;

/** One of these, or `p-1`, `p-2` …: as many people as there are. */
export type Who = keyof typeof ACTORS | `p-${number}`;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed; the text where it is no JSON. */
  readonly body: never;
  readonly ms: number;
}

/** A stream that is being read. */
export interface Stream {
  readonly status: number;
  readonly heard: () => string;
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

const GRANTS: readonly ConnectionGrant[] = [
  { subject: { kind: 'user', userId: 'meg' }, level: 'manage' },
  { subject: { kind: 'user', userId: 'mallory' }, level: 'query' },
  ...DEFAULT_GRANTS,
];

/** A workbench that people share, one of whom means no good. */
export class Crowd {
  private readonly agent = new Agent({ keepAlive: false, maxSockets: 2000 });

  private constructor(
    readonly workbench: TestWorkbench,
    private readonly data: string,
  ) {
    workbench.app.get(Identification).use((request) => actorOf(request.header('x-actor') ?? 'stranger'));
  }

  static async start(env: Readonly<Record<string, string>> = {}): Promise<Crowd> {
    const data = mkdtempSync(join(tmpdir(), 'crowd-'));
    const { hostname, port, username, password, pathname } = new URL(process.env.TEST_POSTGRES_URL ?? '');
    const login = `kind: postgres, host: ${hostname}, port: ${port}, database: ${pathname.slice(1)}, user: ${username}, password: "${decodeURIComponent(password)}"`;
    const connections = `connections:
  - { id: pg, name: Postgres, ${login} }
  - { id: small, name: Small, ${login}, pool: { max: 3 } }
  - { id: one, name: One, ${login}, pool: { max: 1 } }
  - { id: duck, name: Duck, kind: duckdb, path: ${join(data, 'a.duckdb')} }
`;
    const workbench = await TestWorkbench.start({
      features: [StudioModule, LiveModule, TilesModule, PipelinesModule],
      connections,
      env: { WORKBENCH_MODE: 'multi', WORKBENCH_PERSON_REQUESTS_PER_SECOND: '100', ...env },
    });
    const crowd = new Crowd(workbench, data);
    const access = workbench.app.get(ConnectionAccess);
    for (const id of ['pg', 'small', 'one', 'duck']) await access.change(LOCAL_ACTOR, id, GRANTS);
    return crowd;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.workbench.app.getHttpServer().address() as AddressInfo).port}`;
  }

  /** Sends a request as a person; resolves with the whole answer. */
  send(who: Who, method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const type = payload ? { 'Content-Type': 'application/json', 'Content-Length': payload.length } : {};
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const headers = { 'x-actor': who, ...type };
      const outgoing = request(`${this.url}${path}`, { method, headers, agent: this.agent, signal }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const ms = performance.now() - startedAt;
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed(text) as never, ms });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  }

  /** Attacks as a person from a process of their own, so that only the server shares this one; answers how to stop it. */
  async attackApart(who: Who, attack: string): Promise<() => Promise<void>> {
    const env = { ...process.env, ATTACK_HEADERS: JSON.stringify({ 'x-actor': who }) };
    const program = join(import.meta.dirname, '../../../../bench/parts/attack.mjs');
    const child = spawn(process.execPath, [program, attack, this.url], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    return async () => {
      child.stdin.end();
      await exited;
    };
  }

  /** Begins to read a stream as a person. */
  stream(who: Who, path: string): Promise<Stream> {
    return new Promise((resolve, reject) => {
      const outgoing = request(`${this.url}${path}`, { headers: { 'x-actor': who }, agent: false }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += part.toString()));
        const ended = new Promise<void>((done) => response.once('close', done));
        resolve({ status: response.statusCode ?? 0, heard: () => text, stop: () => outgoing.destroy(), ended });
      });
      outgoing.on('error', reject);
      outgoing.end();
    });
  }

  /** Starts a run, which may still be running or waiting when this resolves. */
  start(who: Who, sql: string, more: object = {}): Promise<Answer> {
    return this.send(who, 'POST', '/api/studio/runs', { connection_id: 'pg', sql, ...more });
  }

  /** Runs a text to its end; the run as it is then, or the problem that kept it from running. */
  async run(who: Who, sql: string, more: object = {}): Promise<Run & { code?: string }> {
    let answer = await this.start(who, sql, more);
    const { id } = answer.body as Run;
    while ((answer.body as Run).status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      answer = await this.send(who, 'GET', `/api/studio/runs/${id}`);
    }
    return answer.body;
  }

  /** Cancels and forgets everything that a person runs, and ends their sessions. */
  async calm(...people: readonly Who[]): Promise<void> {
    for (const who of people) {
      const { items } = (await this.send(who, 'GET', '/api/studio/runs')).body as { items?: Run[] };
      await Promise.all((items ?? []).map(({ id }) => this.send(who, 'DELETE', `/api/studio/runs/${id}`)));
      const { items: sessions } = (await this.send(who, 'GET', '/api/studio/sessions')).body as {
        items?: { id: string }[];
      };
      await Promise.all(
        [...new Set((sessions ?? []).map(({ id }) => id))].map((id) =>
          this.send(who, 'DELETE', `/api/studio/sessions/${id}`),
        ),
      );
    }
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    await this.workbench.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

function actorOf(name: string): Actor | null {
  if (/^p-\d+$/.test(name)) return userActor(name);
  return new Map<string, Actor | null>(Object.entries(ACTORS)).get(name) ?? null;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
