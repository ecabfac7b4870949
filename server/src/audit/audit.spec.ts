import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canonicalJson } from '#libs/audit';
import type { PerformedAction } from '#libs/audit';
import type { AuditEntry } from '#libs/api';
import type { ProblemDocument } from '#libs/problem';
import { AuditApp } from './testing/audit-app.js';
import { sha256 } from './sha256.js';

const bob = { kind: 'token', userId: 'bob', name: 'Nightly_Import', tokenId: 't-7' } as const;

/** What happened, oldest first: an id, and how it differs from a change of a user by Ann. */
const HAPPENED: readonly (readonly [string, Partial<PerformedAction>])[] = [
  ['invite', { action: 'user.invite' }],
  ['throttled', { action: 'auth.throttled', actor: null, outcome: 'denied' }],
  ['sign-in', { action: 'auth.sign_in', actor: null, outcome: 'failed' }],
  ['shop', { action: 'connection.change', actor: bob, object: { kind: 'connection', id: 'shop', name: 'Shop 100%' } }],
  [
    'lake',
    { action: 'connection.change', actor: bob, object: { kind: 'connection', id: 'lake', name: '=HYPERLINK("x")' } },
  ],
  [
    'route',
    { action: 'access.denied', outcome: 'denied', object: { kind: 'route', id: 'GET /api/users', name: null } },
  ],
];

describe('the audit over HTTP', () => {
  let app: AuditApp;
  beforeAll(async () => {
    app = await AuditApp.start();
    for (const [id, change] of HAPPENED) app.publish(id, change);
    await app.ids();
  });
  afterAll(() => app.stop());

  const names = async (query: string) =>
    (await app.list(query)).items.map(({ sequence }) => HAPPENED[sequence - 1]?.[0]).reverse();

  it.each([
    ['', ['invite', 'throttled', 'sign-in', 'shop', 'lake', 'route']],
    ['action=user.invite', ['invite']],
    ['action=auth', ['throttled', 'sign-in']],
    ['action=user.inv', []],
    ['action=use', []],
    ['actor=ann', ['invite', 'route']],
    ['actor=ANN@', ['invite', 'route']],
    ['actor=bob', ['shop', 'lake']],
    ['actor=nightly', ['shop', 'lake']],
    ['actor=nightly_', ['shop', 'lake']],
    ['actor=nightl_i', []],
    ['actor=%25', []],
    ['object=connection', ['shop', 'lake']],
    ['object=lake', ['lake']],
    ['object=100%25', ['shop']],
    ['object=api/users', ['route']],
    ['outcome=denied', ['throttled', 'route']],
    ['outcome=denied&action=auth', ['throttled']],
    ['actor=&object=&action=connection.change', ['shop', 'lake']],
    ['from=2000-01-01', ['invite', 'throttled', 'sign-in', 'shop', 'lake', 'route']],
    ['to=2000-01-01T00:00:00%2B02:00', []],
    ['from=9999-01-01', []],
  ])('finds by "%s"', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  it('compares times as instants, from inclusive and to exclusive', async () => {
    const at = (await app.list('limit=1')).items[0]?.at ?? '';
    const later = new Date(Date.parse(at) + 1).toISOString();
    const inBerlin = at.replace('Z', '+01:00');
    expect((await names(`from=${at}`)).at(-1)).toBe('route');
    expect((await names(`to=${at}`)).includes('route')).toBe(false);
    expect((await names(`to=${later}`)).at(-1)).toBe('route');
    expect((await names(`from=${encodeURIComponent(inBerlin)}`)).length).toBe(6);
  });

  it('is read page by page, newest first, whatever is added meanwhile', async () => {
    const first = await app.list(`limit=2&outcome=done&cursor=${'9'.repeat(15)}`);
    app.publish('added');
    const second = await app.list(`limit=2&outcome=done&cursor=${first.next_cursor ?? ''}`);
    expect([first, second].map(({ items }) => items.map(({ sequence }) => sequence))).toEqual([[5, 4], [1]]);
    expect(second.next_cursor).toBeNull();
  });

  it.each([
    ['limit=0', '/limit'],
    ['limit=501', '/limit'],
    ['limit=x', '/limit'],
    ['cursor=x', '/cursor'],
    ['cursor=-1', '/cursor'],
    ['outcome=maybe', '/outcome'],
    ['action=a%25', '/action'],
    ['from=yesterday', '/from'],
    ['from=2026-13-01', '/from'],
    ['from=2026-11-20T10:00', '/from'],
    ['to=2026-11-20T10:00Z&to=2026-11-21', '/to'],
    [`actor=${'x'.repeat(201)}`, '/actor'],
    ['actor[a]=x', '/actor[a]'],
    ['colour=red', '/colour'],
  ])('refuses "%s"', async (query, pointer) => {
    const answer = await app.get(`/api/audit?${query}`);
    const problem = (await answer.json()) as ProblemDocument;
    const pointers = new Set(problem.errors?.map((error) => error.pointer));
    expect([answer.status, [...pointers]]).toEqual([400, [pointer]]);
  });

  it.each([
    ['nobody', '', 401],
    ['a user', 'ann', 403],
    ["an administrator's token without the scope", 'limited', 403],
  ])('is not for %s, also not as a file or for checking', async (_, actor, status) => {
    for (const path of ['/api/audit', '/api/audit/export?format=csv', '/api/audit/verification'])
      expect((await app.get(path, actor)).status).toBe(status);
  });

  it('has who was refused it', async () => {
    const { items } = await app.list('action=access.denied&actor=reader');
    expect(items.map(({ object }) => object.id)).toEqual([
      'GET /api/audit/verification',
      'GET /api/audit/export',
      'GET /api/audit',
    ]);
  });

  it('is exported as NDJSON from which anybody can check the chain', async () => {
    const answer = await app.get('/api/audit/export?format=ndjson');
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{8}-\d{6}\.ndjson"$/);
    const entries = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry);
    let previous = '0'.repeat(64);
    for (const { hash, ...entry } of entries) {
      previous = sha256(`${previous}\n${canonicalJson(entry)}`);
      expect(hash).toBe(previous);
    }
    expect((await app.list('action=export.download')).items[0]).toMatchObject({
      sequence: entries.length,
      actor: { user_id: 'root' },
      object: { kind: 'audit' },
      details: { format: 'ndjson', filter: [] },
    });
  });

  it('is exported as CSV, filtered, with nothing that a spreadsheet would run', async () => {
    const answer = await app.get('/api/audit/export?format=csv&object=connection');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [head, shop, lake, rest] = (await answer.text()).split('\n');
    expect(head).toMatch(/^sequence,at,action,outcome,actor_kind,/);
    expect(shop).toMatch(/^4,.*,connection,shop,Shop 100%,\{\},[0-9a-f]{64}$/);
    expect(lake).toMatch(/^5,.*,connection,lake,"'=HYPERLINK\(""x""\)",\{\},[0-9a-f]{64}$/);
    expect(rest).toBe('');
    expect((await app.list('action=export.download')).items[0]?.details.filter).toEqual(['object: connection']);
  });

  it.each(['', 'format=xlsx', 'format=csv&limit=5'])('refuses to export by "%s"', async (query) => {
    expect((await app.get(`/api/audit/export?${query}`)).status).toBe(400);
  });
});
