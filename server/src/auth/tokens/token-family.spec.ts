import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LOCAL_USER_ID, MAX_TOKENS_OF_PERSON, MAX_TOKEN_LEVELS } from '#libs/access';
import type { NewApiToken } from '#libs/api';
import { State } from '../../platform/index.js';
import { AuthApp, bodyOf, problemOf } from '../testing/auth-app.js';
import type { Caller } from '../testing/auth-app.js';
import { TokenRecord } from './token.entity.js';

const ROUTE = '/api/profile/tokens';

let app: AuthApp;
let admin: Caller;
beforeAll(async () => {
  app = await AuthApp.startWithAdmin();
  admin = await app.signIn();
});
afterAll(() => app.stop());

/** Tokens as the state may hold them, each made with the one before. */
async function chainBelow(parent: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const rows = ids.map((id, at) => ({
    ...{ id, userId: LOCAL_USER_ID, parentId: ids[at - 1] ?? parent, name: 'below', secretHash: id, hint: 'svc_…' },
    ...{ scopes: null, connectionIds: null, createdAt: new Date().toISOString() },
    ...{ expiresAt: null, lastUsedAt: null, revokedAt: null },
  }));
  await app.workbench.app.get(State).manager.insert(TokenRecord, rows);
  return ids;
}

it('revokes every token of a long chain', async () => {
  const { id } = await admin.token();
  const ids = await chainBelow(id, 1000);
  await admin.get(`${ROUTE}/${id}/saved`).expect(200);
  await admin.delete(`${ROUTE}/${id}`).expect(204);
  const { manager } = app.workbench.app.get(State);
  const rows = await manager.findBy(TokenRecord, { userId: LOCAL_USER_ID });
  expect(rows.filter((row) => ids.includes(row.id) && row.revokedAt !== null)).toHaveLength(ids.length);
});

it('makes tokens with tokens to a number of levels', async () => {
  let made = await admin.token();
  const first = made.id;
  for (let level = 2; level <= MAX_TOKEN_LEVELS; level += 1) {
    made = bodyOf<NewApiToken>(await app.bearer(made.token).post(ROUTE, { name: 'nested' }).expect(201));
  }
  await app.bearer(made.token).post(ROUTE, { name: 'nested' }).expect(403);
  await admin.delete(`${ROUTE}/${first}`).expect(204);
});

it('makes no token where a person has as many as one revocation ends', async () => {
  const { id } = await admin.token();
  await chainBelow(id, MAX_TOKENS_OF_PERSON - 1);
  const refused = await admin.post(ROUTE, { name: 'one more' }).expect(429);
  expect(problemOf(refused).code).toBe('person-limit');
  await admin.delete(`${ROUTE}/${id}`).expect(204);
  await admin.token();
});
