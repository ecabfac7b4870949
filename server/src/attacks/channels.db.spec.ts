import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Scope } from '#libs/access';
import type { AuditList, NewChannel } from '#libs/api';
import { bodyOf } from '../auth/testing/auth-app.js';
import type { Caller } from '../auth/testing/auth-app.js';
import { AttackApp } from './testing/attack-app.js';

/**
 * Tokens without the right to read rows that choose where messages go, and addresses that lead inside. An attempt
 * succeeds where a row, a stored secret or a request reaches the attacker's listener or the internal one.
 */
const ROW = 'row-in-an-error-41aa';
const SECRET = 'a-stored-secret-77bc';

let app: AttackApp;
let inside: Server;
let port: number;
/** What reached 127.0.0.2, which is allowed, and what reached 127.0.0.1, which is not. */
const hits: { to: string; text: string }[] = [];
const insideHits = () => hits.filter(({ to }) => to.endsWith('127.0.0.1') || to === '::1');

beforeAll(async () => {
  inside = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = JSON.stringify(request.headers);
      const to = request.socket.localAddress ?? '';
      hits.push({ to, text: `${request.url ?? ''} ${headers} ${Buffer.concat(parts).toString('utf8')}` });
      if (to.endsWith('127.0.0.2')) response.writeHead(307, { Location: `http://127.0.0.1:${port}/inside` });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => inside.listen(0, '0.0.0.0', resolve));
  ({ port } = inside.address() as AddressInfo);
  app = await AttackApp.start({ WORKBENCH_OUTBOUND_ALLOW: '127.0.0.2/32' });
});
afterAll(async () => {
  await app.stop();
  inside.close();
});
beforeEach(() => {
  hits.splice(0);
});

const attacker = () => `http://127.0.0.2:${port}/attacker`;
const webhook = (more: object = {}) => ({ name: 'x', kind: 'webhook', settings: { url: attacker() }, ...more });
const CHANNELS = '/api/notifications/channels';

/** Runs a job of Ann's that fails with a row in its error, and waits until everything was delivered. */
async function failWithRow(): Promise<void> {
  const sql = `SELECT CAST('${ROW}' AS int)`;
  const body = { name: 'fails', connection_id: 'open', trigger: { type: 'interval', every: 8000, unit: 'hours' } };
  const job = await app.made<{ id: string }>('/api/scheduler/jobs/query', {
    ...{ ...body, settings: { sql }, notify: { on_error: true } },
  });
  expect((await app.runOf(job.id)).error).toContain(ROW);
  await wait(500);
}

describe('a token that may not read rows', () => {
  const SCOPES: readonly (readonly Scope[])[] = [['manage'], ['manage', 'read'], ['manage', 'write', 'read']];

  async function program(scopes: readonly Scope[]): Promise<Caller> {
    return app.program(scopes);
  }
  async function expectNoRow(): Promise<void> {
    await failWithRow();
    expect(hits.filter(({ text }) => text.includes(ROW))).toEqual([]);
  }

  it.each(SCOPES.map((scopes) => [scopes]))('%j makes no channel that errors of jobs go to', async (scopes) => {
    const by = await program(scopes);
    expect((await by.post(CHANNELS, webhook({ for_jobs: true }))).status).toBe(403);
    const made = await by.post(CHANNELS, webhook()).expect(201);
    await expectNoRow();
    await app.ann.delete(`${CHANNELS}/${bodyOf<NewChannel>(made).id}`).expect(204);
  });

  it.each(SCOPES.map((scopes) => [scopes]))('%j leads no channel with errors of jobs elsewhere', async (scopes) => {
    const by = await program(scopes);
    const own = webhook({ settings: { url: 'http://127.0.0.2:9/own' } });
    const forJobs = await app.made<NewChannel>(CHANNELS, { ...own, for_jobs: true });
    const subscribed = await app.made<NewChannel>(CHANNELS, { ...own, for_jobs: false });
    const subscription = { channel_id: subscribed.id, events: ['scheduler.job.error'] };
    await app.made('/api/notifications/subscriptions', subscription);
    expect((await by.put(`${CHANNELS}/${forJobs.id}`, webhook())).status).toBe(403);
    for (const more of [{}, { for_jobs: false }]) {
      expect((await by.put(`${CHANNELS}/${subscribed.id}`, webhook(more))).status).toBe(403);
    }
    expect((await by.post('/api/notifications/subscriptions', subscription)).status).toBe(403);
    await expectNoRow();
    for (const { id } of [forJobs, subscribed]) await app.ann.delete(`${CHANNELS}/${id}`).expect(204);
  });

  it('with the scope query may, and the audit says who did', async () => {
    const by = await program(['manage', 'query', 'read']);
    const made = bodyOf<NewChannel>(await by.post(CHANNELS, webhook({ for_jobs: true })).expect(201));
    await failWithRow();
    expect(hits.some(({ text }) => text.includes(ROW))).toBe(true);
    const { items } = bodyOf<AuditList>(await app.admin.get('/api/audit?action=notification.channel_create&limit=5'));
    expect(items[0]).toMatchObject({ object: { id: made.id }, actor: { kind: 'token' } });
    await app.ann.delete(`${CHANNELS}/${made.id}`).expect(204);
  });
});

describe('a stored secret', () => {
  it.each<[string, object, object]>([
    [
      'telegram',
      { bot_token: `123456:${SECRET}-aaaaaaaaaaaaaaaaaaaaa`, chat_id: '1', api_url: 'http://127.0.0.2:9' },
      { chat_id: '1', api_url: 'ATTACKER' },
    ],
    [
      'email',
      { host: '127.0.0.2', port: 9, from: 'a@b.example', to: ['a@b.example'], user: 'u', password: SECRET },
      { host: '127.0.0.2', port: 'PORT', from: 'a@b.example', to: ['a@b.example'], user: 'u' },
    ],
  ])('of %s goes to no other address', async (kind, settings, moved) => {
    const body = { name: 's', kind, settings, for_jobs: false };
    const made = await app.ann.post(CHANNELS, body);
    expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, '']);
    const { id } = bodyOf<NewChannel>(made);
    const by = await app.program(['manage', 'read', 'query']);
    const text = JSON.stringify(moved).replace('ATTACKER', attacker()).replace('"PORT"', String(port));
    const change = { ...body, settings: JSON.parse(text) as object };
    expect((await by.put(`${CHANNELS}/${id}`, change)).body).toMatchObject({ code: 'secret-needed' });
    await by.post(`${CHANNELS}/${id}/test`);
    expect(hits.filter((hit) => hit.text.includes(SECRET))).toEqual([]);
  });
});

describe('an address that leads inside', () => {
  const HOSTS = ['127.0.0.1', '2130706433', '0x7f.1', '017700000001', '[::ffff:127.0.0.1]', 'localhost', '127.0.0.2'];
  const KINDS: Readonly<Record<string, (url: string) => object>> = {
    slack: (url) => ({ url }),
    discord: (url) => ({ url }),
    teams: (url) => ({ url }),
    mattermost: (url) => ({ url }),
    telegram: (url) => ({ bot_token: '123456:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', chat_id: '1', api_url: url }),
  };
  const CASES = Object.keys(KINDS).flatMap((kind) => HOSTS.map((host) => [kind, host] as const));

  it.each(CASES)('is not called by %s: %s', async (kind, host) => {
    const settings = KINDS[kind]?.(`http://${host}:${port}`);
    const made = await app.ann.post(CHANNELS, { name: 'x', kind, settings, for_jobs: false });
    if (made.status !== 201) {
      expect(made.status).toBe(400);
      return;
    }
    const { id } = bodyOf<NewChannel>(made);
    await app.ann.post(`${CHANNELS}/${id}/test`);
    expect(insideHits()).toEqual([]);
    await app.ann.delete(`${CHANNELS}/${id}`).expect(204);
  });

  it.each(HOSTS)('is not called as the provider of the Copilot: %s', async (host) => {
    const settings = { provider: 'openai-compatible', base_url: `http://${host}:${port}/v1`, model: 'x', timeout_s: 5 };
    const more = { token_budget: 8000, audit_text: false, connections: {}, default_level: 'names', key: SECRET };
    await app.ann.post('/api/settings/copilot/test', { ...settings, ...more }).expect(403);
    await app.admin.post('/api/settings/copilot/test', { ...settings, ...more });
    expect(insideHits()).toEqual([]);
  });

  it.each([...HOSTS.map((host) => host.replace(/[[\]]/g, '')), '127.0.0.2,127.0.0.1', '/var/run/postgresql'])(
    'is no database to be tested by people: %s',
    async (host) => {
      const body = { kind: 'postgres', host, port, database: 'd', user: 'u', password: SECRET };
      for (const by of [app.ann, await app.program(['manage', 'read', 'query', 'write'])]) {
        const answer = await by.post('/api/connections/test', body);
        expect([400, 403]).toContain(answer.status);
        const stored = await by.post('/api/connections/test', { ...body, id: 'open' });
        expect([400, 403]).toContain(stored.status);
      }
      expect(insideHits()).toEqual([]);
    },
  );
});
