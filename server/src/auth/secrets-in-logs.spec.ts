import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Invitation } from '#libs/api';
import { CapturedLog } from '../platform/testing/captured-log.js';
import { ADMIN, AuthApp, bodyOf, codeIn } from './testing/auth-app.js';
import { ProbeModule } from './testing/probe.js';

const log = new CapturedLog();
let app: AuthApp;

beforeAll(async () => {
  log.start();
  app = await AuthApp.startWithAdmin({ features: [ProbeModule], logLevel: 'trace' });
});
afterAll(async () => {
  await app.stop();
  log.stop();
});

it('logs requests without passwords, cookies, codes and tokens', async () => {
  const admin = await app.signIn();
  const { token } = await admin.token({ scopes: ['tiles'] });
  await app.anybody.get(`/api/probe/tile?token=${token}`).expect(200);
  await app.bearer(token).get('/api/probe/tile').expect(200);
  await app.anybody.get(`/api/probe/other?token=${token}`).expect(401);
  const { link } = bodyOf<Invitation>(await admin.post('/api/users', { email: 'ann@example.org' }).expect(201));
  await app.anybody.post('/api/auth/accept', { code: codeIn(link), password: 'a fine password' }).expect(200);
  await app.anybody.post('/api/auth/login', { ...ADMIN, password: 'a slip of the pen' }).expect(401);
  expect(log.text).toContain('/api/probe/tile');
  expect(log.text).toContain('/api/auth/accept');
  for (const secret of [token, codeIn(link), 'a fine password', ADMIN.password, 'a slip of the pen']) {
    expect(log.text).not.toContain(secret);
  }
  expect(log.text).not.toContain(admin.headers.Cookie);
  expect(log.text).not.toMatch(/workbench_session=[\w-]{20}/);
});

it('logs no access token of a workbench for one person, right or wrong', async () => {
  const accessToken = 'an access token of ours';
  const env = { WORKBENCH_MODE: 'single', WORKBENCH_ACCESS_TOKEN: accessToken };
  const single = await AuthApp.start({ env, logLevel: 'trace' });
  await single.bearer(accessToken).get('/api/auth/me').expect(200);
  await single.bearer('a guess of the token').get('/api/auth/me').expect(401);
  await single.anybody.post('/api/auth/login', { access_token: accessToken }).expect(200);
  await single.anybody.post('/api/auth/login', { access_token: 'another guess' }).expect(401);
  await single.anybody.get(`/api/auth/me?access_token=${encodeURIComponent(accessToken)}`).expect(401);
  await single.stop();
  expect(log.text).toContain('/api/auth/login');
  for (const secret of [accessToken, encodeURIComponent(accessToken), 'a guess of the token', 'another guess']) {
    expect(log.text).not.toContain(secret);
  }
  expect(log.text).not.toMatch(/workbench_device=[\w-]{20}/);
});
