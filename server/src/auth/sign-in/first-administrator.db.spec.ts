import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { SignInOptions } from '#libs/api';
import { AuditModule } from '../../audit/index.js';
import { dropStateDatabaseOf, stateDatabaseOf } from '../../platform/testing/state-database.js';
import { ADMIN, AuthApp } from '../testing/auth-app.js';
import { eventually } from '../../platform/testing/eventually.js';

process.env.TEST_STATE = 'postgres';

const NEWCOMER = { email: 'second@example.org', password: 'another long password' };

describe('the first administrator of several processes on one state', () => {
  let home: string;
  let apps: AuthApp[];
  let state: Record<string, string>;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'first-administrator-'));
    state = await stateDatabaseOf(home);
    apps = [];
  });
  afterEach(async () => {
    for (const app of apps) await app.workbench.stop();
    await dropStateDatabaseOf(home);
  });

  const start = async (count: number, env: Record<string, string> = {}) => {
    const options = { features: [AuditModule], env: { ...state, ...env } };
    apps = await Promise.all(Array.from({ length: count }, () => AuthApp.start(options)));
    return apps;
  };
  const post = (app: AuthApp, path: string, body: object) =>
    request(app.origin).post(path).set('Origin', app.origin).send(body);

  it('is made once by three that start at once, and all of them come up', async () => {
    const env = { WORKBENCH_ADMIN_EMAIL: ADMIN.email, WORKBENCH_ADMIN_PASSWORD: ADMIN.password };
    for (const app of await start(3, env)) {
      const answer = await post(app, '/api/auth/login', ADMIN);
      expect([app.setUpCode, answer.status]).toEqual([null, 200]);
    }
  });

  it('takes the set-up code of one process at another one, as long as that runs', async () => {
    const [first, second, third] = await start(3);
    if (first === undefined || second === undefined || third === undefined) throw new Error('Three were to start.');
    const setUp = (code: string | null) => post(third, '/api/auth/set-up', { code, ...ADMIN });
    await second.workbench.stop();
    apps = [first, third];
    expect((await setUp(second.setUpCode)).status).toBe(401);
    expect((await setUp('AAAA-AAAA-AAAA')).status).toBe(401);
    expect((await setUp(first.setUpCode)).status).toBe(200);
  });

  it('makes the set-up codes of all processes worthless', async () => {
    const [first, second] = await start(2);
    if (first === undefined || second === undefined) throw new Error('Two were to start.');
    expect([typeof first.setUpCode, typeof second.setUpCode]).toEqual(['string', 'string']);
    await post(first, '/api/auth/set-up', { code: first.setUpCode, ...ADMIN }).expect(200);
    const answer = await post(second, '/api/auth/set-up', { code: second.setUpCode, ...NEWCOMER });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([409, 'already-set-up']);
    const options = async () => ((await request(second.origin).get('/api/auth/options')).body as SignInOptions).sign_in;
    await eventually(options, (way) => way === 'password');
  });
});
