import { HttpClient, provideHttpClient, withInterceptors } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Me, SignInOptions } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { meSample, PASSWORD_SIGN_IN } from '../../../testing/identity-samples';
import { providePage, requestTo, settle } from '../../../testing/page-set-up';
import { TabChannel } from '../../../testing/tab-channel';
import { Identity } from './identity';
import { PAGE_LOADER } from './page-loader';
import { waitForSignIn } from './wait-for-sign-in';

const ME = '/api/auth/me';
const UNKNOWN = { status: 401, statusText: '' };
const REFUSAL = problemDocument('unauthenticated', 'r1');

describe('Identity', () => {
  let identity: Identity;
  let loaded: string[];

  beforeEach(() => {
    Object.assign(globalThis, { BroadcastChannel: TabChannel });
    loaded = [];
    const pages = { open: (path: string) => loaded.push(path), reload: () => loaded.push('reload') };
    const http = [provideHttpClient(withInterceptors([waitForSignIn])), provideHttpClientTesting()];
    const page = [...providePage(), ...http, { provide: PAGE_LOADER, useValue: pages }];
    TestBed.configureTestingModule({ providers: page });
    identity = TestBed.inject(Identity);
  });

  afterEach(() => {
    TestBed.inject(HttpTestingController).verify();
    TestBed.resetTestingModule();
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  });

  async function load(options: SignInOptions, me: Me | null): Promise<void> {
    const done = identity.load();
    requestTo('GET', '/api/auth/options').flush(options);
    if (me) requestTo('GET', ME).flush(me);
    else requestTo('GET', ME).flush(REFUSAL, UNKNOWN);
    await done;
  }

  function ask(): string[] {
    const answers: string[] = [];
    TestBed.inject(HttpClient)
      .get<string>('/api/studio/tabs')
      .subscribe({ next: (body) => answers.push(body), error: () => answers.push('refused') });
    return answers;
  }

  it('asks nobody at a workbench for one person', async () => {
    await load({ sign_in: 'none', provider: null }, meSample({ id: 'local', role: 'admin' }));
    expect([identity.asksForSignIn(), identity.hasUsers(), identity.isAdmin()]).toEqual([false, false, true]);
  });

  it('knows who has signed in, and who has not', async () => {
    await load(PASSWORD_SIGN_IN, meSample());
    expect([identity.asksForSignIn(), identity.me()?.user.id, identity.isRestricted()]).toEqual([true, 'ann', true]);
  });

  it('reads again what could not be read', async () => {
    const done = identity.load();
    requestTo('GET', '/api/auth/options').error(new ProgressEvent('error'));
    requestTo('GET', ME).error(new ProgressEvent('error'));
    await done;
    expect(identity.options()).toBeNull();
    await load(PASSWORD_SIGN_IN, null);
    expect([identity.asksForSignIn(), identity.me()]).toEqual([true, null]);
  });

  it('keeps what the browser remembers apart for each person', async () => {
    await load(PASSWORD_SIGN_IN, meSample());
    expect(identity.personalKey('dw.studio.tabs')).toBe('@ann.dw.studio.tabs');
  });

  it('keeps for the first administrator what was kept before there were others', async () => {
    await load(PASSWORD_SIGN_IN, meSample({ id: 'local' }));
    expect(identity.personalKey('dw.studio.tabs')).toBe('dw.studio.tabs');
  });

  it('holds a refused request until the person is back, and sends it again', async () => {
    await load(PASSWORD_SIGN_IN, meSample());
    const answers = ask();
    requestTo('GET', '/api/studio/tabs').flush(REFUSAL, UNKNOWN);
    requestTo('GET', ME).flush(REFUSAL, UNKNOWN);
    await settle();
    expect([identity.isLost(), answers]).toEqual([true, []]);
    identity.take(meSample());
    await settle();
    requestTo('GET', '/api/studio/tabs').flush('"text"');
    expect([identity.isLost(), answers, loaded]).toEqual([false, ['"text"'], []]);
  });

  it('asks one time for all that waits', async () => {
    await load(PASSWORD_SIGN_IN, meSample());
    const [first, second] = [ask(), ask()];
    const tabs = TestBed.inject(HttpTestingController).match('/api/studio/tabs');
    for (const request of tabs) request.flush(REFUSAL, UNKNOWN);
    requestTo('GET', ME).flush(REFUSAL, UNKNOWN);
    await settle();
    identity.take(meSample());
    await settle();
    for (const request of TestBed.inject(HttpTestingController).match('/api/studio/tabs')) request.flush('1');
    expect([first, second]).toEqual([['1'], ['1']]);
  });

  it('goes on without a word when another tab has signed in meanwhile', async () => {
    await load(PASSWORD_SIGN_IN, meSample());
    const answers = ask();
    requestTo('GET', '/api/studio/tabs').flush(REFUSAL, UNKNOWN);
    requestTo('GET', ME).flush(meSample({ role: 'admin' }));
    await settle();
    requestTo('GET', '/api/studio/tabs').flush('1');
    expect([identity.isLost(), identity.isAdmin(), answers]).toEqual([false, true, ['1']]);
  });

  it('loads the page anew for another person', async () => {
    await load(PASSWORD_SIGN_IN, meSample());
    const answers = ask();
    requestTo('GET', '/api/studio/tabs').flush(REFUSAL, UNKNOWN);
    requestTo('GET', ME).flush(REFUSAL, UNKNOWN);
    await settle();
    identity.take(meSample({ id: 'bob' }));
    await settle();
    expect([loaded, answers, identity.me()?.user.id]).toEqual([['reload'], [], 'ann']);
  });

  it('knows a sign-out in another tab from a sign-in that has ended', async () => {
    await load(PASSWORD_SIGN_IN, meSample());
    const answers = ask();
    requestTo('GET', '/api/studio/tabs').flush(REFUSAL, UNKNOWN);
    requestTo('GET', ME).flush(REFUSAL, UNKNOWN);
    await settle();
    expect([identity.isLost(), identity.isSignedOutElsewhere()]).toEqual([true, false]);
    const otherTab = new TabChannel('dw-identity');
    otherTab.postMessage('signed out');
    otherTab.close();
    await settle();
    requestTo('GET', ME).flush(REFUSAL, UNKNOWN);
    expect(identity.isSignedOutElsewhere()).toBe(true);
    identity.take(meSample());
    await settle();
    requestTo('GET', '/api/studio/tabs').flush('1');
    expect([answers, identity.isSignedOutElsewhere()]).toEqual([['1'], false]);
  });

  it('does not hold the refusals of sign-in itself', async () => {
    await load(PASSWORD_SIGN_IN, null);
    const attempt = identity.signIn({ email: 'ann@example.org', password: 'wrong' });
    requestTo('POST', '/api/auth/login').flush(problemDocument('sign-in-failed', 'r2'), UNKNOWN);
    await expect(attempt).rejects.toMatchObject({ code: 'sign-in-failed' });
    const answers = ask();
    requestTo('GET', '/api/studio/tabs').flush(REFUSAL, UNKNOWN);
    expect(answers).toEqual(['refused']);
  });

  it.each([
    [false, []],
    [true, ['profile/sessions']],
  ])('signs out, everywhere: %p', async (isEverywhere, before) => {
    await load(PASSWORD_SIGN_IN, meSample());
    const done = identity.signOut(isEverywhere);
    for (const path of before) requestTo('DELETE', `/api/${path}`).flush(null);
    await settle();
    requestTo('POST', '/api/auth/logout').flush(null);
    await done;
    expect(loaded).toEqual(['/sign-in']);
  });
});
