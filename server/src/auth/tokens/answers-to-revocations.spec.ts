import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { NewApiToken } from '#libs/api';
import { EventBus, State } from '../../platform/index.js';
import { AuthApp, bodyOf } from '../testing/auth-app.js';
import type { Caller } from '../testing/auth-app.js';

/** Longer than the time for answers that are about to be sent. */
const OTHERS_HEAR_MS = 1_500;

describe('while another process is slow to hear of a revocation', () => {
  let app: AuthApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await AuthApp.startWithAdmin();
    admin = await app.signIn();
    const state = app.workbench.app.get(State);
    app.workbench.app.get(EventBus).onBeforeCommit('access.revoked', () => {
      state.beforeReturn(() => wait(OTHERS_HEAR_MS));
      return Promise.resolve();
    });
  });
  afterAll(() => app.stop());

  it('a token that rotates itself gets its new secret', async () => {
    const { id, token } = await admin.token();
    const answer = await app.bearer(token).post(`/api/profile/tokens/${id}/rotate`).expect(200);
    await app.bearer(bodyOf<NewApiToken>(answer).token).get('/api/auth/me').expect(200);
    await app.bearer(token).get('/api/auth/me').expect(401);
  });

  it('a browser that signs out hears that it is signed out', async () => {
    const other = await app.signIn();
    await other.post('/api/auth/logout').expect(204);
  });

  it('a person who is disabled by themselves gets the answer', async () => {
    const { caller, id } = await app.admit(admin, 'second@example.org', 'admin');
    await caller.put(`/api/users/${id}`, { disabled: true }).expect(200);
  });
});
