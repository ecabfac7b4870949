import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LOCAL_USER_ID } from '#libs/access';
import type { SignInOptions } from '#libs/api';
import { State } from '../../platform/index.js';
import { ADMIN, bodyOf, problemOf } from '../testing/auth-app.js';
import { ProviderApp } from '../testing/provider-app.js';
import { UserRecord } from '../users/user.entity.js';

const CHIEF = { sub: 'chief', email: 'chief@example.org', email_verified: true, name: 'Chief' };

describe('a new workbench with an identity provider and no administrator in the environment', () => {
  let bench: ProviderApp;
  beforeEach(async () => {
    bench = await ProviderApp.start(60, { WORKBENCH_ADMIN_EMAIL: '', WORKBENCH_ADMIN_PASSWORD: '' });
  });
  afterEach(() => bench.stop());

  const wayIn = async () => bodyOf<SignInOptions>(await bench.app.anybody.get('/api/auth/options')).sign_in;
  const setUp = () => bench.app.anybody.post('/api/auth/set-up', { ...ADMIN, code: bench.app.setUpCode });

  it('is set up by the first administrator who comes by the provider', async () => {
    expect(await wayIn()).toBe('set-up');
    expect(await bench.signInAs({ ...CHIEF, groups: ['ops'] })).toBe('/studio?tab=2');
    expect(await wayIn()).toBe('password');
    // What was kept before there was sign-in is theirs.
    const { manager } = bench.app.workbench.app.get(State);
    expect(await manager.findBy(UserRecord, { role: 'admin' })).toMatchObject([
      { id: LOCAL_USER_ID, subject: CHIEF.sub },
    ]);
    expect(problemOf(await setUp())).toMatchObject({ code: 'already-set-up' });
  });

  it('is not set up by a user of the provider', async () => {
    expect(await bench.signInAs({ ...CHIEF, groups: ['staff'] })).toBe('/studio?tab=2');
    expect(await wayIn()).toBe('set-up');
    await setUp().expect(200);
  });
});
