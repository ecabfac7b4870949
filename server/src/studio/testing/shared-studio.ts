import { LOCAL_ACTOR } from '#libs/access';
import type { Actor, ConnectionGrant } from '#libs/access';
import type { Run } from '#libs/api';
import { ConnectionAccess } from '../../connections/index.js';
import { LiveModule } from '../../live/index.js';
import { Identification, State } from '../../platform/index.js';
import { userActor } from '../../platform/testing/test-actor.js';
import { TestWorkbench } from '../../platform/testing/test-workbench.js';
import { StudioModule } from '../studio.module.js';

const CONNECTIONS = `connections:
  - { id: shop, name: Shop, kind: duckdb, path: ./shop.duckdb }
  - { id: vault, name: Vault, kind: duckdb, path: ./vault.duckdb }
`;

/** Who may ask in a studio that several people share. */
const ACTORS = {
  ann: userActor('ann'),
  bob: userActor('bob'),
  admin: userActor('root', { role: 'admin' }),
  /** A token of Ann's that is for one connection only. */
  annsVaultToken: userActor('ann', { kind: 'token', tokenId: 't-vault', connectionIds: ['vault'] }),
  annsShopToken: userActor('ann', { kind: 'token', tokenId: 't-shop', connectionIds: ['shop'] }),
} as const;

export type Asker = keyof typeof ACTORS;

export interface Answer {
  readonly status: number;
  /** Parsed; null where there is none, the text where it is no JSON. */
  readonly body: unknown;
}

/** A studio with the live stream on two DuckDB files, and several people who ask by the header `x-actor`. */
export class SharedStudio {
  private constructor(readonly workbench: TestWorkbench) {
    workbench.app.get(Identification).use((request) => actorOf(request.header('x-actor')));
  }

  static async start(): Promise<SharedStudio> {
    const workbench = await TestWorkbench.start({ features: [StudioModule, LiveModule], connections: CONNECTIONS });
    for (const { tokenId, userId, connectionIds } of [ACTORS.annsVaultToken, ACTORS.annsShopToken])
      await workbench.app.get(State).manager.query(
        `INSERT INTO auth_token (id, user_id, name, secret_hash, hint, connection_ids, created_at)
         VALUES (?, ?, ?, ?, '', ?, '2026-01-01T00:00:00.000Z')`,
        [tokenId, userId, tokenId, tokenId, JSON.stringify(connectionIds)],
      );
    return new SharedStudio(workbench);
  }

  /** Sends a request as one of the callers. */
  async send(asker: Asker, method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = { 'x-actor': asker, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const response = await fetch(new URL(path, await this.workbench.app.getUrl()), {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  }

  /** As `send`, for what has to succeed. */
  async ask<T>(asker: Asker, method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.send(asker, method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body as T;
  }

  /** Runs a text to its end. */
  async run(asker: Asker, body: { connection_id: string; sql: string; session_id?: string }): Promise<Run> {
    let run = await this.ask<Run>(asker, 'POST', '/api/studio/runs', body);
    while (run.status === 'running') run = await this.ask<Run>(asker, 'GET', `/api/studio/runs/${run.id}`);
    return run;
  }

  /** Says who may use a connection; administrators only where nothing is granted. */
  grant(connectionId: string, ...grants: readonly ConnectionGrant[]): Promise<void> {
    return this.workbench.app.get(ConnectionAccess).change(LOCAL_ACTOR, connectionId, grants);
  }

  /** Follows a stream as one of the callers; `heard` grows until `stop` is called or the server ends it. */
  async follow(asker: Asker, path: string): Promise<{ heard: () => string; ended: Promise<void>; stop: () => void }> {
    const leaving = new AbortController();
    const response = await fetch(new URL(path, await this.workbench.app.getUrl()), {
      headers: { 'x-actor': asker },
      signal: leaving.signal,
    });
    let text = '';
    const ended = (async () => {
      for await (const part of response.body ?? []) text += Buffer.from(part as Uint8Array).toString();
    })().catch(() => undefined);
    return { heard: () => text, ended, stop: () => leaving.abort() };
  }

  stop(): Promise<void> {
    return this.workbench.stop();
  }
}

function actorOf(name = ''): Actor | null {
  return new Map<string, Actor>(Object.entries(ACTORS)).get(name) ?? null;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
