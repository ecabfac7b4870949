import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SignInSessionList } from '#libs/api';
import { ADMIN, AuthApp, bodyOf, cookieOf, problemOf } from '../testing/auth-app.js';
import type { Caller } from '../testing/auth-app.js';

const HOUR_MS = 3_600_000;
const FAILED = { status: 401, code: 'sign-in-failed', detail: 'The sign-in failed' };

describe('a workbench of several users that is new', () => {
  let app: AuthApp;
  beforeEach(async () => {
    app = await AuthApp.start();
  });
  afterEach(() => app.stop());

  const setUp = (code: string) => app.anybody.post('/api/auth/set-up', { ...ADMIN, code, name: 'Boss' });

  it('has a code by which one person becomes its administrator, once', async () => {
    expect(app.setUpCode).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/);
    expect(bodyOf(await app.anybody.get('/api/auth/options'))).toEqual({ sign_in: 'set-up', provider: null });
    const answer = await setUp(app.setUpCode?.toLowerCase().replaceAll('-', ' ') ?? '').expect(200);
    const who = { id: 'local', email: ADMIN.email, name: 'Boss', role: 'admin' };
    expect(bodyOf(answer)).toMatchObject({ user: who, scopes: null, has_password: true });
    expect((await app.browserAfter(answer).me()).user).toEqual(who);
    expect(bodyOf(await app.anybody.get('/api/auth/options'))).toMatchObject({ sign_in: 'password' });
    expect(problemOf(await setUp(app.setUpCode ?? ''))).toMatchObject({ status: 409, code: 'already-set-up' });
    expect(app.takeFacts()).toEqual(['auth.set_up', 'auth.sign_in']);
  });

  it('makes one administrator of two who come at once', async () => {
    const answers = await Promise.all([setUp(app.setUpCode ?? ''), setUp(app.setUpCode ?? '')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('refuses another code, and stops guessing', async () => {
    for (let round = 0; round < 100; round++) {
      expect(problemOf(await setUp('ABCD-EFGH-JKLM'))).toMatchObject({ status: 401, code: 'sign-in-failed' });
    }
    const stopped = await setUp(app.setUpCode ?? '').expect(429);
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(5);
  });

  it.each(['/api/auth/me', '/api/users', '/api/profile/tokens', '/api/openapi.json', '/metrics', '/api/nowhere-else'])(
    'shows nothing at %s',
    async (path) => {
      const { status } = await app.anybody.get(path);
      expect(path === '/api/nowhere-else' ? [401, 404] : [401]).toContain(status);
    },
  );

  it('keeps its health in the open', async () => {
    expect(bodyOf(await app.anybody.get('/api/health').expect(200))).toMatchObject({ mode: 'multi' });
  });
});

describe('signing in', () => {
  let app: AuthApp;
  beforeEach(async () => {
    app = await AuthApp.startWithAdmin();
  });
  afterEach(() => app.stop());

  const login = (body: object, caller: Caller = app.anybody) => caller.post('/api/auth/login', body);

  it('needs the right e-mail address, in any case, and the right password', async () => {
    const answer = await login({ ...ADMIN, email: ' BOSS@example.org' }).expect(200);
    expect(cookieOf(answer)).toMatch(/^workbench_session=[\w-]{43}$/);
    expect(answer.get('Set-Cookie')?.[0]).toMatch(/; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(app.takeFacts()).toEqual(['auth.sign_in']);
  });

  it.each([
    ['a wrong password', { ...ADMIN, password: 'wrong' }],
    ['an unknown address', { ...ADMIN, email: 'nobody@example.org' }],
    ['SQL', { ...ADMIN, email: "' OR 1=1 --" }],
  ])('fails in the same words for %s', async (_, body) => {
    expect(problemOf(await login(body))).toMatchObject(FAILED);
    expect(app.takeFacts()).toEqual(['auth.sign_in failed']);
  });

  it.each([
    [{}, ['/email', '/password']],
    [{ email: ADMIN.email }, ['/password']],
    [{ ...ADMIN, email: '' }, ['/email']],
    [{ ...ADMIN, password: '' }, ['/password']],
    [{ email: null, password: 1 }, ['/email', '/password']],
    [{ ...ADMIN, password: 'x'.repeat(257) }, ['/password']],
    [{ ...ADMIN, role: 'admin' }, ['/role']],
  ])('reports what is wrong with %j', async (body, pointers) => {
    const { errors } = problemOf(await login(body).expect(400));
    expect([...new Set(errors?.map(({ pointer }) => pointer))]).toEqual(pointers);
  });

  it('refuses a body that is larger than any sign-in', async () => {
    await login({ ...ADMIN, password: 'x'.repeat(70_000) }).expect(413);
  });

  it('takes about the same time for an unknown address as for a wrong password', async () => {
    // In turns, and the quickest of each: what else the machine does only ever adds.
    const quickest = { known: Infinity, unknown: Infinity };
    const emails = { known: ADMIN.email, unknown: 'nobody@example.org' };
    for (let round = 0; round < 7; round++) {
      for (const which of ['known', 'unknown'] as const) {
        const startedAt = performance.now();
        await login({ email: emails[which], password: 'wrong' }).expect(401);
        quickest[which] = Math.min(quickest[which], performance.now() - startedAt);
      }
    }
    const { known, unknown } = quickest;
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(2);
  });

  it('begins a sign-in of its own each time and ends the one before: nobody can have planted it', async () => {
    const planted = 'A'.repeat(43);
    const first = await login(ADMIN, app.browser(`workbench_session=${planted}`)).expect(200);
    expect(cookieOf(first)).not.toContain(planted);
    const second = await login(ADMIN, app.browserAfter(first)).expect(200);
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    await app.browserAfter(first).get('/api/auth/me').expect(401);
    await app.browserAfter(second).get('/api/auth/me').expect(200);
  });

  it('ends with signing out, for good', async () => {
    const admin = await app.signIn();
    const answer = await admin.post('/api/auth/logout').expect(204);
    expect(cookieOf(answer)).toBe('workbench_session=');
    await admin.get('/api/auth/me').expect(401);
    await admin.post('/api/auth/logout').expect(204);
    expect(app.takeFacts()).toEqual(['auth.sign_in', 'auth.sign_out']);
  });

  it('ends after a day without use, and after thirty days at the latest', async () => {
    const [idle, busy] = [await app.signIn(), await app.signIn()];
    for (let day = 0; day < 31; day++) {
      app.advance(23 * HOUR_MS);
      await busy.get('/api/auth/me').expect(200);
    }
    await idle.get('/api/auth/me').expect(401);
    app.advance(8 * HOUR_MS);
    await busy.get('/api/auth/me').expect(401);
  });

  it('outlives the process, as do passwords that were changed', async () => {
    const admin = await app.signIn();
    const changed = { current_password: ADMIN.password, new_password: 'another password' };
    await admin.put('/api/profile/password', changed).expect(204);
    const { home } = app.workbench;
    await app.stop({ keepHome: true });
    app = await AuthApp.startWithAdmin({ home });
    expect(app.setUpCode).toBeNull();
    await app
      .browser(admin.headers.Cookie ?? '')
      .get('/api/auth/me')
      .expect(200);
    expect(problemOf(await login(ADMIN))).toMatchObject(FAILED);
    await login({ ...ADMIN, password: 'another password' }).expect(200);
  });

  it('slows down guesses of the password of an account, also the right one', async () => {
    for (let round = 0; round < 10; round++) await login({ ...ADMIN, password: 'wrong' }).expect(401);
    const refused = await login(ADMIN).expect(429);
    expect(problemOf(refused).code).toBe('too-many-requests');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(5);
    expect(app.takeFacts().filter((fact) => fact.startsWith('auth.throttled'))).toEqual(['auth.throttled denied']);
    app.advance(5_000);
    await login({ ...ADMIN, password: 'wrong' }).expect(401);
    const again = await login(ADMIN).expect(429);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(5);
    app.advance(10_000);
    await login(ADMIN).expect(200);
  });

  it('takes no credentials from the address, where no guess of an account would be counted', async () => {
    const { email, password } = ADMIN;
    const to = (query: Record<string, string>) => `/api/auth/login?${new URLSearchParams(query).toString()}`;
    const answers = [
      await app.anybody.post(to({ email, password }), {}),
      await app.anybody.post(to({ email, password }), { email: '', password: '' }),
      await app.anybody.post(to({ email }), { email: '', password }),
      await app.anybody.post(to({ password }), { email, password: '' }),
      await app.anybody.post(to({ email, password }), { email: 'nobody@example.org', password: 'wrong' }),
    ];
    const pointers = answers.map((answer) => problemOf(answer).errors?.map(({ pointer }) => pointer));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 401]);
    const both = ['/email', '/password'];
    expect(pointers).toEqual([both, both, ['/email'], ['/password'], undefined]);
  });

  it('counts guesses at one moment one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => login({ ...ADMIN, password: 'wrong' })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  });

  it('begins anew with a sign-in that succeeds', async () => {
    for (let round = 0; round < 25; round++) {
      if (round % 9 === 8) await login(ADMIN).expect(200);
      else await login({ ...ADMIN, password: 'wrong' }).expect(401);
    }
  });

  it('answers ten thousand attempts without letting one in or running out of anything', async () => {
    const statuses = new Map<number, number>();
    for (let round = 0; round < 100; round++) {
      const bodies = Array.from({ length: 100 }, (_, at) => ({ email: `a${at % 50}@example.org`, password: 'guess' }));
      for (const { status } of await Promise.all(bodies.map((body) => app.anybody.postMany('/api/auth/login', body)))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    // A hundred are free; then one is let through after each delay that passes meanwhile.
    const failed = statuses.get(401) ?? 0;
    expect([...statuses].sort()).toEqual([
      [401, failed],
      [429, 10_000 - failed],
    ]);
    expect(failed).toBeGreaterThanOrEqual(100);
    expect(failed).toBeLessThan(107);
    // At most one and a count in a minute.
    expect(app.takeFacts().filter((fact) => fact.startsWith('auth.throttled')).length).toBeLessThan(15);
  });

  it.each([
    ['trusts a forwarded address where configured', '1', 200],
    ['takes a forwarded address for a lie otherwise', '', 429],
  ])('%s', async (_, WORKBENCH_TRUST_PROXY, status) => {
    await app.stop();
    app = await AuthApp.startWithAdmin({ env: { WORKBENCH_TRUST_PROXY } });
    const from = (address: string) => app.anybody.with({ 'X-Forwarded-For': address });
    const guess = { code: 'guess', password: 'long enough' };
    for (let round = 0; round < 100; round++) {
      await from(`198.51.100.${round}`).post('/api/auth/accept', guess).expect(401);
    }
    const answer = await login(ADMIN, from('203.0.113.9')).expect(status);
    const { items } = bodyOf<SignInSessionList>(await app.browserAfter(answer).get('/api/profile/sessions'));
    if (status === 200) expect(items[0]?.address).toBe('203.0.113.9');
  });
});

describe('a cookie', () => {
  it('is kept from everything but https and its own host behind https', async () => {
    const app = await AuthApp.startWithAdmin({ env: { WORKBENCH_PUBLIC_URL: 'https://bench.example.org' } });
    const answer = await app.anybody.post('/api/auth/login', ADMIN).expect(200);
    expect(answer.get('Set-Cookie')?.[0]).toMatch(/^__Host-workbench_session=.*; Path=\/; .*Secure; SameSite=Lax$/);
    await app.stop();
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['a foreign page', { Origin: 'https://evil.example' }, 403, 'host-not-allowed'],
    ['a page without an origin', { Origin: 'null' }, 403, 'host-not-allowed'],
    ['nobody knows where', { Origin: '' }, 403, 'cross-site'],
    ['a sister site', { 'Sec-Fetch-Site': 'same-site' }, 403, 'cross-site'],
    ['a rebound name', { Host: 'evil.example' }, 403, 'host-not-allowed'],
  ])('does nothing for a request from %s', async (_, headers, status, code) => {
    const app = await AuthApp.startWithAdmin();
    const admin = await app.signIn();
    const forged = admin.with(headers);
    const invite = () => forged.post('/api/users', { email: 'evil@example.org', role: 'admin' });
    expect(problemOf(await invite())).toMatchObject({ status, code });
    expect(problemOf(await forged.post('/api/auth/logout'))).toMatchObject({ status, code });
    await admin.get('/api/auth/me').expect(200);
    await app.stop();
  });

  it.each(['', 'workbench_session=', 'workbench_session=%00', `workbench_session=${'x'.repeat(5000)}`, 'a; b=;;=c'])(
    'that says %j is nobody',
    async (cookie) => {
      const app = await AuthApp.start();
      await app.browser(cookie).get('/api/auth/me').expect(401);
      await app.stop();
    },
  );
});
