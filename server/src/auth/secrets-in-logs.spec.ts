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
