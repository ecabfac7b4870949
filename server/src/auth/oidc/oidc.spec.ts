import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { UserList } from '#libs/api';
import { SecretKeys } from '../../platform/index.js';
import { ADMIN, AuthApp, bodyOf } from '../testing/auth-app.js';
import { ProviderApp, failedAt, pathOf } from '../testing/provider-app.js';
import { TestBrowser } from '../testing/test-browser.js';
import { jsonAnswer } from '../testing/test-provider.js';
import type { Account, TestProvider } from '../testing/test-provider.js';
import { TransactionSeal } from './sealed-transaction.js';

const ANN: Account = { sub: 'ann', email: 'ann@example.org', email_verified: true, name: 'Ann', groups: ['staff'] };

let bench: ProviderApp;
let provider: TestProvider;
let app: AuthApp;
let browser: TestBrowser;

async function start(codeTtlS?: number): Promise<void> {
  bench = await ProviderApp.start(codeTtlS);
  ({ app, provider, browser } = bench);
}

async function stop(): Promise<void> {
  await bench.stop();
}

// The provider warns that it keeps everything in memory, which is what a test wants.
beforeAll(() => void jest.spyOn(console, 'warn').mockReturnValue(undefined));

const login = () => bench.login();
const isCallback = ({ pathname }: URL) => pathname.endsWith('/callback');
const isPage = (url: URL) => bench.isPage(url);
const me = () => app.browser(browser.cookiesOf(app.origin)).me();

/** Signs in as `account`, with a fresh browser; answers where it ends up. */
async function signInAs(account: Account, returnTo?: string): Promise<string> {
  const path = await bench.signInAs(account, returnTo);
  browser = bench.browser;
  return path;
}

const isKnown = async () => (await app.browser(browser.cookiesOf(app.origin)).get('/api/auth/me')).status === 200;
const usersOf = async () => bodyOf<UserList>(await (await app.signIn()).get('/api/users').expect(200)).items;

describe('signing in at an identity provider', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('is offered, and goes where one wanted to go', async () => {
    expect(bodyOf(await app.anybody.get('/api/auth/options'))).toEqual({
      sign_in: 'password',
      provider: { name: 'Example ID' },
    });
    expect(await signInAs(ANN)).toBe('/studio?tab=2');
    expect(await me()).toMatchObject({ user: { email: ANN.email, name: 'Ann', role: 'user' }, has_password: false });
    expect(browser.cookiesOf(app.origin)).toMatch(/^workbench_session=[\w-]{43}$/);
    const [ann] = await usersOf();
    expect(ann).toMatchObject({ email: ANN.email, is_external: true, state: 'active' });
    expect(app.takeFacts()).toEqual(['auth.sign_in', 'auth.sign_in']);
  });

  it('asks with PKCE, state and nonce', async () => {
    const asked = await browser.step(login());
    const parameters = Object.fromEntries(asked?.searchParams ?? []);
    expect(parameters).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['code_challenge', 'state', 'nonce']) expect(parameters[name]).toMatch(/^[\w-]{43}$/);
    expect(browser.cookiesOf(app.origin)).not.toContain(parameters.state);
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'does not go on to %s',
    async (returnTo) => {
      expect(await signInAs(ANN, returnTo)).toBe('/');
    },
  );

  it('goes to the start where the way back is too long', async () => {
    expect(await signInAs(ANN, `/studio?sql=${'x'.repeat(3000)}`)).toBe('/');
    expect(await signInAs(ANN, `/studio?sql=${'ü'.repeat(1900)}`)).toBe('/');
  });

  it('gives the role that the groups give, each time anew', async () => {
    await signInAs(ANN);
    const first = await me();
    await signInAs({ ...ANN, groups: ['ops'] });
    expect((await me()).user).toEqual({ ...first.user, role: 'admin' });
    await signInAs(ANN);
    expect((await me()).user.role).toBe('user');
    expect(app.takeFacts().filter((fact) => fact === 'user.change')).toHaveLength(2);
  });

  it('keeps out who is in no group that may come in, and who has left', async () => {
    await signInAs(ANN);
    for (const groups of [['sales'], []]) {
      expect(await signInAs({ ...ANN, groups })).toBe(failedAt('not-allowed'));
      expect(await isKnown()).toBe(false);
    }
    expect(app.takeFacts()).toContain('auth.sign_in denied');
  });

  it('finds the group that counts behind thousands of others', async () => {
    const others = Array.from({ length: 3000 }, (_, index) => `team-${index}`);
    expect(await signInAs({ ...ANN, groups: [...others, 'ops'] })).toBe('/studio?tab=2');
    expect((await me()).user.role).toBe('admin');
  });

  it('keeps out who is disabled', async () => {
    await signInAs(ANN);
    const { id } = (await me()).user;
    await (await app.signIn()).put(`/api/users/${id}`, { disabled: true }).expect(200);
    expect(await isKnown()).toBe(false);
    expect(await signInAs(ANN)).toBe(failedAt('not-allowed'));
  });

  it('is a way in for somebody who was invited by that address, if the provider has checked it', async () => {
    const admin = await app.signIn();
    await admin.post('/api/users', { email: 'ANN@example.org', name: 'Ann Invited' }).expect(201);
    expect(await signInAs({ ...ANN, email_verified: false })).toBe(failedAt('not-allowed'));
    expect(await signInAs(ANN)).toBe('/studio?tab=2');
    expect((await me()).user.name).toBe('Ann Invited');
    expect(await usersOf()).toHaveLength(2);
  });

  it.each<Partial<Account>>([{ email_verified: false }, {}])('leaves an address free with %j', async (claim) => {
    const squatter: Account = {
      sub: 'squatter',
      email: 'ann@example.org',
      name: 'Squatter',
      groups: ['staff'],
      ...claim,
    };
    expect(await signInAs(squatter)).toBe('/studio?tab=2');
    expect(app.facts.at(-1)?.actor?.name).toBe('ann@example.org (not verified)');
    const admin = await app.signIn();
    await admin.post('/api/users', { email: ANN.email, name: 'Ann Invited', role: 'admin' }).expect(201);
    expect(await signInAs(ANN)).toBe('/studio?tab=2');
    expect((await me()).user.name).toBe('Ann Invited');
    expect(await signInAs(squatter)).toBe('/studio?tab=2');
    expect((await me()).user.name).toBe('Squatter');
    const found = (await usersOf()).map(({ name, is_email_unverified }) => [name, is_email_unverified]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['Ann Invited', false],
        ['Squatter', true],
      ]),
    );
    expect(found).toHaveLength(3);
  });

  it('gives an address to its account once it is verified, and frees it where it no longer is', async () => {
    const isUnverified = async () => (await usersOf()).find(({ email }) => email === ANN.email)?.is_email_unverified;
    for (const isVerified of [false, true, false, true]) {
      expect(await signInAs({ ...ANN, email_verified: isVerified })).toBe('/studio?tab=2');
      expect(await isUnverified()).toBe(!isVerified);
    }
    await (await app.signIn()).post('/api/users', { email: ANN.email }).expect(409);
  });

  it('takes an address and whether it is verified from one answer', async () => {
    await (await app.signIn()).post('/api/users', { email: 'chief@example.org', role: 'admin' }).expect(201);
    provider.idToken = { email: 'chief@example.org' };
    expect(await signInAs({ ...ANN, sub: 'mallory', email: 'mallory@example.org' })).toBe('/studio?tab=2');
    expect((await me()).user).toMatchObject({ email: 'mallory@example.org', role: 'user' });
    const chief = (await usersOf()).find(({ email }) => email === 'chief@example.org');
    expect(chief).toMatchObject({ state: 'invited', is_external: false });
  });

  it('reads whether an address is verified in the user information, where the ID token does not say so', async () => {
    await (await app.signIn()).post('/api/users', { email: ANN.email, name: 'Ann Invited' }).expect(201);
    provider.idToken = { email: 'ann@example.org', groups: ['staff'] };
    expect(await signInAs(ANN)).toBe('/studio?tab=2');
    expect((await me()).user.name).toBe('Ann Invited');
  });

  it('refuses user information on another subject', async () => {
    provider.instead.set('/me', jsonAnswer({ ...ANN, sub: 'boss' }));
    expect(await signInAs(ANN)).toBe(failedAt('failed'));
    expect(await isKnown()).toBe(false);
  });

  it('is no way into the account of somebody who has a password', async () => {
    expect(await signInAs({ ...ANN, sub: 'evil', email: ADMIN.email })).toBe(failedAt('not-allowed'));
    expect(await usersOf()).toHaveLength(1);
  });

  it('needs an e-mail address of somebody new', async () => {
    const { sub, groups } = ANN;
    expect(await signInAs({ sub, groups: groups ?? [] })).toBe(failedAt('not-allowed'));
  });
});

describe('an answer of the provider', () => {
  beforeEach(async () => {
    await start();
    provider.account = ANN;
  });
  afterEach(stop);

  it('with another nonce is refused', async () => {
    const asked = await browser.step(login());
    asked?.searchParams.set('nonce', 'planted');
    expect(pathOf(await browser.follow(asked ?? login(), isPage))).toBe(failedAt('failed'));
    expect(await isKnown()).toBe(false);
  });

  it('with another state is refused', async () => {
    const callback = await browser.follow(login(), isCallback);
    callback.searchParams.set('state', 'planted');
    expect(pathOf(await browser.step(callback))).toBe('/sign-in?error=expired');
  });

  it('counts once', async () => {
    const callback = await browser.follow(login(), isCallback);
    const cookies = browser.cookiesOf(app.origin);
    expect(pathOf(await browser.step(callback))).toBe('/studio?tab=2');
    browser.restore(app.origin, cookies);
    expect(pathOf(await browser.step(callback))).toBe(failedAt('failed'));
  });

  it('is refused in another browser, and with a cookie that was made up', async () => {
    const callback = await browser.follow(login(), isCallback);
    expect(pathOf(await new TestBrowser().step(callback))).toBe('/sign-in?error=expired');
    const forger = new TestBrowser();
    const [name] = /workbench_provider_[\w-]{16}/.exec(browser.cookiesOf(app.origin)) ?? [];
    expect(name).toBeDefined();
    forger.restore(app.origin, `${name}=${'A'.repeat(200)}`);
    expect(pathOf(await forger.step(callback))).toBe('/sign-in?error=expired');
  });

  it('in one tab leaves that of another one alone', async () => {
    const first = await browser.step(login());
    const second = await browser.step(bench.login('/explore'));
    expect(pathOf(await browser.follow(first ?? login(), isPage))).toBe('/studio?tab=2');
    expect(pathOf(await browser.follow(second ?? login(), isPage))).toBe('/explore');
  });

  it('is kept for the three newest tabs that wait', async () => {
    const waiting: (URL | null)[] = [];
    for (let tab = 0; tab < 5; tab++) {
      waiting.push(await browser.step(bench.login(`/explore?tab=${tab}`)));
      app.advance(1000);
    }
    expect(browser.cookiesOf(app.origin).match(/workbench_provider_/g)).toHaveLength(3);
    const ends: string[] = [];
    for (const url of waiting) ends.push(pathOf(await browser.follow(url ?? login(), isPage)));
    const expired = '/sign-in?error=expired';
    expect(ends).toEqual([expired, expired, ...[2, 3, 4].map((tab) => `/explore?tab=${tab}`)]);
  });

  it('of another state is not opened by the cookie of this one', async () => {
    const first = await browser.follow(login(), isCallback);
    const [, sealed = ''] = /workbench_provider_[\w-]{16}=([\w-]+)/.exec(browser.cookiesOf(app.origin)) ?? [];
    const victim = new TestBrowser();
    const second = await victim.follow(login(), isCallback);
    const [name = ''] = /workbench_provider_[\w-]{16}/.exec(victim.cookiesOf(app.origin)) ?? [];
    victim.restore(app.origin, `${name}=${sealed}`);
    expect(pathOf(await victim.step(second))).toBe(failedAt('failed'));
    expect(pathOf(await browser.step(first))).toBe('/studio?tab=2');
  });

  it('is known to every process that has the same key', async () => {
    const keys = app.workbench.app.get(SecretKeys);
    const transaction = { state: 's', nonce: 'n', codeVerifier: 'v', returnTo: '/', expiresAt: 2 };
    const sealed = await new TransactionSeal(keys).seal(transaction);
    expect(await new TransactionSeal(keys).open(sealed, 1)).toEqual(transaction);
  });

  it('is refused after ten minutes', async () => {
    const callback = await browser.follow(login(), isCallback);
    app.advance(10 * 60_000);
    expect(pathOf(await browser.step(callback))).toBe('/sign-in?error=expired');
  });

  it('that says no is no sign-in', async () => {
    const callback = await browser.follow(login(), isCallback);
    callback.searchParams.delete('code');
    callback.searchParams.set('error', 'access_denied');
    expect(pathOf(await browser.step(callback))).toBe(failedAt('failed'));
    expect(app.takeFacts()).toEqual(['auth.sign_in failed']);
  });

  it('whose code has expired is refused', async () => {
    await stop();
    await start(1);
    provider.account = ANN;
    const callback = await browser.follow(login(), isCallback);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(pathOf(await browser.step(callback))).toBe(failedAt('failed'));
  });

  it('is needed: without the provider nobody comes in by it', async () => {
    await provider.stop();
    expect(pathOf(await browser.step(login()))).toBe(failedAt('unreachable'));
    await app.signIn();
  });
});

it('is no way in where none is configured', async () => {
  const plain = await AuthApp.startWithAdmin();
  await plain.anybody.get('/api/auth/oidc/login').expect(404);
  await plain.anybody.get('/api/auth/oidc/callback?code=x&state=y').expect(404);
  await plain.stop();
});
