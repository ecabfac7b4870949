import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChangeItem, ChangeRow, ChangeRowList, ChangeSetDetails, ChangeSetList, Cell, RowEdit } from '#libs/api';
import type { Actor } from '#libs/access';
import { TokenRecord } from '../../auth/tokens/token.entity.js';
import { Identification, State } from '../../platform/index.js';
import { userActor } from '../../platform/testing/test-actor.js';
import type { TestWorkbench } from '../../platform/testing/test-workbench.js';

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
  blind: userActor('ann', { kind: 'token', tokenId: 't3', scopes: ['read', 'write', 'changes'] }),
  agent: userActor('ann', { kind: 'agent', tokenId: 't', scopes: ['read', 'changes', 'mcp'] }),
} as const;

export type Asker = keyof typeof ACTORS;

/** Several people who ask a workbench about change sets on one connection, by the header `x-actor`. */
export class ChangesCaller {
  private keeping: Promise<void> | null = null;

  constructor(
    readonly workbench: TestWorkbench,
    private readonly connection: string,
  ) {
    workbench.app.get(Identification).use((request_) => ACTORS[(request_.header('x-actor') ?? 'ann') as Asker]);
  }

  /** Sends a request on a line of its own. */
  async send<T>(method: string, path: string, body?: object, asker: Asker = 'ann'): Promise<Answer<T>> {
    await (this.keeping ??= this.keepTokens());
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

  create(items: readonly ChangeItem[], asker: Asker = 'ann', connection = this.connection): Promise<ChangeSetDetails> {
    return this.ask('POST', '/api/changes', { connection_id: connection, items }, asker);
  }

  step(id: string, step: string, body?: object, asker: Asker = 'ann'): Promise<ChangeSetDetails> {
    return this.ask('POST', `/api/changes/${id}/${step}`, body, asker);
  }

  /** Makes and rehearses a change set. */
  async rehearsed(
    items: readonly ChangeItem[],
    asker: Asker = 'ann',
    connection = this.connection,
  ): Promise<ChangeSetDetails> {
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

  /** Deletes the unapplied change sets of everybody: one person may have five hundred. */
  async deleteDrafts(): Promise<void> {
    for (const asker of ['ann', 'bob', 'eve'] as const) {
      for (const state of ['draft', 'proposed', 'approved', 'conflicted', 'refused']) {
        for (;;) {
          const path = `/api/changes?author=${asker}&state=${state}&limit=200`;
          const { items } = await this.ask<ChangeSetList>('GET', path, undefined, asker);
          for (const { id } of items) await this.ask('DELETE', `/api/changes/${id}`, undefined, asker);
          if (items.length === 0) break;
        }
      }
    }
  }

  /** The tokens that programs ask with, which steps look up before they write. */
  private async keepTokens(): Promise<void> {
    const { manager } = this.workbench.app.get(State);
    for (const { tokenId: id, userId, scopes } of Object.values<Actor>(ACTORS)) {
      if (id === null) continue;
      const token = { id, userId, parentId: null, name: id, secretHash: id, hint: id, scopes: scopes && [...scopes] };
      const dates = { createdAt: '', expiresAt: null, lastUsedAt: null, revokedAt: null };
      await manager.upsert(TokenRecord, { ...token, ...dates, connectionIds: null }, ['id']);
    }
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
}

/** What says that this is what was looked at. */
export function seen({ hash, rehearsal }: ChangeSetDetails): { hash: string; effect_hash?: string } {
  const effect = rehearsal?.effect_hash ?? null;
  return { hash, ...(effect !== null && { effect_hash: effect }) };
}

/** Edits of a table. */
export function editsOf(table: string, schema = 'public') {
  const place = { schema, table };
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
