import { TestBed } from '@angular/core/testing';
import { ActivatedRoute, Router } from '@angular/router';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BehaviorSubject } from 'rxjs';
import { problemDocument } from '#libs/problem';
import { meSample, PASSWORD_SIGN_IN } from '../../testing/identity-samples';
import { identify } from '../../testing/identity-set-up';
import { providePage, requestTo } from '../../testing/page-set-up';
import { Part } from '../../testing/part';
import { PAGE_LOADER } from '../shared/identity/page-loader';
import { SetUpPage } from './set-up-page';
import { SignInPage } from './sign-in-page';
import { WelcomePage } from './welcome-page';

const LONG = 'long enough a password';

describe('the pages before sign-in', () => {
  let opened: string[];
  let fragment: BehaviorSubject<string | null>;

  beforeEach(() => {
    opened = [];
    fragment = new BehaviorSubject<string | null>('CODE');
    const pages = { open: (path: string) => opened.push(path), reload: () => undefined };
    TestBed.configureTestingModule({
      providers: [
        ...providePage(),
        { provide: PAGE_LOADER, useValue: pages },
        { provide: ActivatedRoute, useValue: { fragment } },
      ],
    });
  });
  afterEach(() => Part.clear());

  it('brings back to where a person wanted to go', async () => {
    await identify(null);
    const part = await Part.show(SignInPage, { return_to: '/audit?outcome=denied' });
    await part.type('Email', 'ann@example.org');
    await part.type('Password', LONG);
    await part.press('Sign in');
    requestTo('POST', '/api/auth/login').flush(meSample());
    await part.settled();
    expect(TestBed.inject(Router).url).toBe('/audit?outcome=denied');
  });

  it('sends to the identity provider with the way back, and says what it answered', async () => {
    await identify(null, { ...PASSWORD_SIGN_IN, provider: { name: 'Example ID' } });
    const part = await Part.show(SignInPage, { return_to: '//evil.example', error: 'not-allowed' });
    expect(part.text).toContain("isn't allowed to use this workbench");
    await part.press('Sign in with Example ID');
    expect(opened).toEqual(['/api/auth/oidc/login?return_to=%2F']);
  });

  it('offers the identity provider where there is no administrator yet', async () => {
    await identify(null, { sign_in: 'set-up', provider: { name: 'Example ID' } });
    const part = await Part.show(SetUpPage, { return_to: '/studio', error: 'not-allowed' });
    expect(part.text).toContain("isn't allowed to use this workbench");
    await part.press('Sign in with Example ID');
    expect(opened).toEqual(['/api/auth/oidc/login?return_to=%2Fstudio']);
  });

  it('makes the first administrator with the printed code', async () => {
    await identify(null, { sign_in: 'set-up', provider: null });
    const part = await Part.show(SetUpPage);
    await part.press('Create administrator');
    expect(part.text).toMatch(/Enter the code.*Enter an email address.*at least 8 characters/);
    expect(document.activeElement).toBe(part.control('Set-up code'));
    await part.type('Set-up code', ' ABCD ');
    await part.type('Email', 'boss@example.org');
    await part.type('Password', LONG);
    await part.press('Create administrator');
    const request = requestTo('POST', '/api/auth/set-up');
    expect(request.request.body).toEqual({ code: 'ABCD', email: 'boss@example.org', password: LONG });
    const refusal = problemDocument('sign-in-failed', 'r', 'That is not the code.');
    request.flush(refusal, { status: 401, statusText: '' });
    await part.settled();
    expect(part.text).toContain('That is not the code.');
  });

  it('chooses a password by the link of an invitation', async () => {
    const part = await Part.show(WelcomePage);
    await part.type('Password', 'short');
    await part.press('Set password and sign in');
    expect(part.text).toContain('at least 8 characters');
    await part.type('Password', LONG);
    await part.press('Set password and sign in');
    const request = requestTo('POST', '/api/auth/accept');
    expect(request.request.body).toEqual({ code: 'CODE', password: LONG });
    request.flush(meSample());
    await part.settled();
    expect(opened).toEqual(['/']);
  });

  it('begins anew with another link in the same tab', async () => {
    const part = await Part.show(WelcomePage);
    await part.type('Password', LONG);
    await part.press('Set password and sign in');
    const refusal = problemDocument('sign-in-failed', 'r', 'The link is no longer valid.');
    requestTo('POST', '/api/auth/accept').flush(refusal, { status: 401, statusText: '' });
    await part.settled();
    expect(part.text).toContain('no longer valid');
    fragment.next('SECOND');
    await part.settled();
    expect(part.text).not.toContain('no longer valid');
    expect(part.control('Password').value).toBe('');
    await part.type('Password', LONG);
    await part.press('Set password and sign in');
    expect(requestTo('POST', '/api/auth/accept').request.body).toEqual({ code: 'SECOND', password: LONG });
  });

  it('shows no refusal of a link that another one has followed', async () => {
    const part = await Part.show(WelcomePage);
    await part.type('Password', LONG);
    await part.press('Set password and sign in');
    const request = requestTo('POST', '/api/auth/accept');
    fragment.next('SECOND');
    await part.settled();
    const refusal = problemDocument('sign-in-failed', 'r', 'The link is no longer valid.');
    request.flush(refusal, { status: 401, statusText: '' });
    await part.settled();
    expect(part.text).not.toContain('no longer valid');
    expect(opened).toEqual([]);
  });

  it('says that a link is not whole', async () => {
    fragment.next(null);
    const part = await Part.show(WelcomePage);
    expect(part.text).toContain('The link is incomplete');
  });
});
