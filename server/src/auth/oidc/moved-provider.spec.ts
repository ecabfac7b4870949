import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Invitation, UserList } from '#libs/api';
import { State } from '../../platform/index.js';
import { ADMIN, AuthApp, bodyOf, codeIn } from '../testing/auth-app.js';
import { ProviderApp, failedAt } from '../testing/provider-app.js';
import type { Account } from '../testing/test-provider.js';
import { UserRecord } from '../users/user.entity.js';

const OLD_ISSUER = 'https://old-id.example.org';
const ANN: Account = {
  sub: 'ann-at-new',
  email: 'ann@example.org',
  email_verified: true,
  name: 'Ann',
  groups: ['staff'],
};

/** Writes a person down who came by a provider that is no longer configured. */
async function cameByOldProvider(app: AuthApp, email: string, role: 'admin' | 'user'): Promise<void> {
  await app.workbench.app.get(State).manager.insert(UserRecord, {
    ...{ id: `old ${email}`, email, emailKey: email, name: 'Kept name', role, passwordHash: null },
    ...{ issuer: OLD_ISSUER, subject: email, codeHash: null, codeExpiresAt: null },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', lastSignInAt: '2026-02-01T00:00:00.000Z', disabledAt: null },
  });
}

describe('a person of a provider that is no longer configured', () => {
  let bench: ProviderApp;
  beforeEach(async () => {
    bench = await ProviderApp.start();
    await cameByOldProvider(bench.app, 'ann@example.org', 'user');
  });
  afterEach(() => bench.stop());

  const ann = async () => {
    const { items } = bodyOf<UserList>(await (await bench.app.signIn()).get('/api/users').expect(200));
    return items.find(({ email }) => email === 'ann@example.org');
  };

  it('comes in by an address that the provider of now has checked, to what they had', async () => {
    expect(await ann()).toMatchObject({ state: 'invited', is_external: false });
    expect(await bench.signInAs({ ...ANN, email_verified: false })).toBe(failedAt('not-allowed'));
    expect(await bench.signInAs(ANN)).toBe('/studio?tab=2');
    expect(await ann()).toMatchObject({
      id: 'old ann@example.org',
      name: 'Kept name',
      state: 'active',
      is_external: true,
    });
  });

  it('gets a password by the link of an administrator', async () => {
    const reset = `/api/users/${encodeURIComponent('old ann@example.org')}/reset`;
    const { link } = bodyOf<Invitation>(await (await bench.app.signIn()).post(reset).expect(200));
    await bench.app.anybody.post('/api/auth/accept', { code: codeIn(link), password: 'another password' }).expect(200);
    expect(await ann()).toMatchObject({ state: 'active', is_external: false });
  });
});

describe('an administrator of a provider that is no longer configured', () => {
  let app: AuthApp;
  beforeEach(async () => {
    app = await AuthApp.startWithAdmin();
    await cameByOldProvider(app, 'chief@example.org', 'admin');
  });
  afterEach(() => app.stop());

  const restartWith = async (env: Record<string, string>) => {
    const { home } = app.workbench;
    await app.workbench.app.get(State).manager.delete(UserRecord, { id: 'local' });
    await app.stop({ keepHome: true });
    app = await AuthApp.start({ home, env });
  };

  it('does not count as one who can sign in', async () => {
    const admin = await app.signIn();
    await admin.put('/api/users/local', { role: 'user' }).expect(409);
  });

  it('leaves the set-up to a code, by which they come back to what they had', async () => {
    await restartWith({});
    expect(app.setUpCode).not.toBeNull();
    const input = { code: app.setUpCode, email: 'Chief@example.org', password: 'another password' };
    const me = await app.browserAfter(await app.anybody.post('/api/auth/set-up', input).expect(200)).me();
    expect(me.user).toMatchObject({ id: 'old chief@example.org', role: 'admin', name: 'Kept name' });
  });

  it('leaves the set-up to the administrator of the environment', async () => {
    const email = 'chief@example.org';
    await restartWith({ WORKBENCH_ADMIN_EMAIL: email, WORKBENCH_ADMIN_PASSWORD: ADMIN.password });
    expect(app.setUpCode).toBeNull();
    expect((await (await app.signIn({ email, password: ADMIN.password })).me()).user.id).toBe('old chief@example.org');
  });
});
