import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { ADMIN, AuthApp } from '../testing/auth-app.js';
import type { Caller } from '../testing/auth-app.js';

const MINUTE_MS = 60_000;
const WRONG = { ...ADMIN, password: 'wrong' };
const TOKEN = 'an access token of ours';

const cookieNamed = (answer: Response, name: string): string => {
  const cookies = (answer.get('Set-Cookie') ?? []).map((text) => text.split(';', 1)[0] ?? '');
  return cookies.find((text) => text.startsWith(`${name}=`)) ?? '';
};

describe('sign-in under attack', () => {
  let app: AuthApp;
  beforeEach(async () => {
    app = await AuthApp.startWithAdmin({ env: { WORKBENCH_TRUST_PROXY: '1' } });
  });
  afterEach(() => app.stop());

  const from = (address: string, cookie = ''): Caller =>
    app.anybody.with({ 'X-Forwarded-For': address, Cookie: cookie });
  const login = (caller: Caller, body: object = ADMIN) => caller.post('/api/auth/login', body);
  const signInFrom = async (address: string): Promise<string> =>
    cookieNamed(await login(from(address)).expect(200), 'workbench_device');

  /** Guesses from as many addresses as it takes until the account is delayed for strangers. */
  async function attack(): Promise<void> {
    for (let at = 0; at < 60; at++) await login(from(`198.51.100.${at}`), WRONG);
    await login(from('198.51.100.250'), WRONG).expect(429);
  }

  it('lets the owner in from a known device, and others after a delay', async () => {
    const device = await signInFrom('203.0.113.1');
    await attack();
    await login(from('203.0.113.1', device)).expect(200);
    await login(from('192.0.2.77', device)).expect(200);
    await login(from('203.0.113.1')).expect(429);
    app.advance(5 * MINUTE_MS);
    await login(from('203.0.113.1')).expect(200);
  });

  it('lets the owner in from a known device at the address of the attacker', async () => {
    const device = await signInFrom('203.0.113.1');
    for (let at = 0; at < 10; at++) await login(from('203.0.113.1'), WRONG).expect(401);
    await login(from('203.0.113.1')).expect(429);
    await login(from('203.0.113.1', device)).expect(200);
  });

  it('delays a known device for its own wrong guesses alone', async () => {
    const [lost, own] = [await signInFrom('203.0.113.1'), await signInFrom('203.0.113.2')];
    for (let at = 0; at < 10; at++) await login(from('203.0.113.1', lost), WRONG).expect(401);
    await login(from('203.0.113.9', lost)).expect(429);
    await login(from('203.0.113.2', own)).expect(200);
    await login(from('203.0.113.3')).expect(200);
  });

  it('gives the cookie to browsers only, for one account, and to last', async () => {
    const answer = await login(from('203.0.113.1')).expect(200);
    const text = (answer.get('Set-Cookie') ?? []).find((one) => one.startsWith('workbench_device='));
    expect(text).toMatch(
      /^workbench_device=[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=34560000; Path=\/; .*HttpOnly; SameSite=Lax$/,
    );
    const device = cookieNamed(answer, 'workbench_device');
    const again = await login(from('203.0.113.1', device)).expect(200);
    expect(cookieNamed(again, 'workbench_device')).toBe('');
  });

  it.each<[string, (device: string) => string]>([
    ['of another account', (device) => device],
    ['with another id', (device) => device.replace(/=.{4}/, '=AAAA')],
    ['with another time', (device) => device.replace(/\.(\d+)\./, '.1$1.')],
    ['with another signature', (device) => `${device.slice(0, -4)}AAAA`],
    ['cut off', (device) => device.slice(0, -1)],
    ['empty', () => 'workbench_device='],
  ])('takes a cookie %s for none', async (name, change) => {
    const device = await signInFrom('203.0.113.1');
    await app.admit(app.browserAfter(await login(from('203.0.113.2')).expect(200)), 'ann@example.org');
    const ann = { email: 'ann@example.org', password: 'password of ann@example.org' };
    const right = name === 'of another account' ? ann : ADMIN;
    for (let at = 0; at < 10; at++) await login(from('203.0.113.1'), { ...right, password: 'wrong' }).expect(401);
    await login(from('203.0.113.1', change(device)), right).expect(429);
  });

  it('counts the same in every process on one state, and after a restart', async () => {
    const { home } = app.workbench;
    const other = await AuthApp.startWithAdmin({ home });
    for (let at = 0; at < 10; at++) await app.anybody.post('/api/auth/login', WRONG).expect(401);
    await other.anybody.post('/api/auth/login', ADMIN).expect(429);
    await other.stop({ keepHome: true });
    await app.stop({ keepHome: true });
    app = await AuthApp.startWithAdmin({ home });
    await app.anybody.post('/api/auth/login', ADMIN).expect(429);
  });

  it('lets the owner change their password from where they are signed in', async () => {
    const admin = app.browserAfter(await login(from('203.0.113.1')).expect(200));
    await attack();
    const change = { current_password: ADMIN.password, new_password: 'another password' };
    await admin.put('/api/profile/password', change).expect(204);
  });
});

describe('the access token of a workbench for one person', () => {
  let app: AuthApp;
  beforeEach(async () => {
    const env = { WORKBENCH_MODE: 'single', WORKBENCH_ACCESS_TOKEN: TOKEN, WORKBENCH_TRUST_PROXY: '1' };
    app = await AuthApp.start({ env });
  });
  afterEach(() => app.stop());

  const byBearer = (token: string, address: string) =>
    app.bearer(token).with({ 'X-Forwarded-For': address }).get('/api/auth/me');
  const byForm = (access_token: string, address: string, cookie = '') =>
    app.anybody.with({ 'X-Forwarded-For': address, Cookie: cookie }).post('/api/auth/login', { access_token });

  it.each<[string, (token: string, address: string) => PromiseLike<Response>]>([
    ['the header', (token, address) => byBearer(token, address)],
    ['the form', (token, address) => byForm(token, address)],
  ])('is guessed in %s with growing delays, by address', async (_, attempt) => {
    const status = async (token: string, address = '198.51.100.1') => (await attempt(token, address)).status;
    for (let at = 0; at < 10; at++) expect(await status(`a guess ${at} of the token`)).toBe(401);
    expect([await status('one more guess'), await status(TOKEN), await status(TOKEN, '203.0.113.1')]).toEqual([
      ...[429, 429, 200],
    ]);
    app.advance(5_000);
    expect([await status('one more guess'), await status(TOKEN)]).toEqual([401, 429]);
    app.advance(5_000);
    expect(await status(TOKEN)).toBe(429);
    app.advance(5_000);
    expect(await status(TOKEN)).toBe(200);
  });

  it('lets a known device in from an address with delays', async () => {
    const device = cookieNamed(await byForm(TOKEN, '198.51.100.1').expect(200), 'workbench_device');
    for (let at = 0; at < 10; at++) await byForm('a guess of the token', '198.51.100.1').expect(401);
    await byForm(TOKEN, '198.51.100.1').expect(429);
    await byForm(TOKEN, '198.51.100.1', device).expect(200);
  });

  it('stands in no address, and no page passes addresses on', async () => {
    await app.anybody.get(`/api/auth/me?access_token=${encodeURIComponent(TOKEN)}`).expect(401);
    await app.anybody.get(`/api/auth/me?token=${encodeURIComponent(TOKEN)}`).expect(401);
    for (const path of ['/', '/api/health', '/api/auth/me']) {
      expect((await app.anybody.get(path)).headers['referrer-policy']).toBe('no-referrer');
    }
  });
});
