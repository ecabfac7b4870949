import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Me, SignInOptions } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { meSample, PASSWORD_SIGN_IN } from '../../../../testing/identity-samples';
import { providePage, requestTo } from '../../../../testing/page-set-up';
import { Part } from '../../../../testing/part';
import { SignInForm } from './sign-in-form';

const LOGIN = '/api/auth/login';

describe('the form of sign-in', () => {
  let part: Part<SignInForm>;
  let signedIn: Me[];
  let asked: number;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
  });
  afterEach(() => Part.clear());

  async function show(options: SignInOptions = PASSWORD_SIGN_IN, knownEmail = ''): Promise<void> {
    [signedIn, asked] = [[], 0];
    part = await Part.show(SignInForm, { options, knownEmail });
    part.fixture.componentInstance.signedIn.subscribe((me) => signedIn.push(me));
    part.fixture.componentInstance.providerAsked.subscribe(() => asked++);
  }

  it('signs in with e-mail and password', async () => {
    await show();
    await part.type('Email', ' ann@example.org ');
    await part.type('Password', ' kept as typed ');
    await part.press('Sign in');
    const request = requestTo('POST', LOGIN);
    expect(request.request.body).toEqual({ email: 'ann@example.org', password: ' kept as typed ' });
    request.flush(meSample());
    await part.settled();
    expect(signedIn).toEqual([meSample()]);
  });

  it('is filled in by password managers', async () => {
    await show();
    expect(['Email', 'Password'].map((label) => part.control(label).autocomplete)).toEqual([
      'username',
      'current-password',
    ]);
  });

  it('asks for what is missing and sends nothing', async () => {
    await show();
    await part.press('Sign in');
    expect(part.text).toMatch(/Enter your email address\..*Enter your password\./);
    expect(document.activeElement).toBe(part.control('Email'));
  });

  it('says that one of the two is wrong, and lets the password be typed again', async () => {
    await show(PASSWORD_SIGN_IN, 'ann@example.org');
    await part.type('Password', 'wrong');
    await part.press('Sign in');
    requestTo('POST', LOGIN).flush(problemDocument('sign-in-failed', 'r'), { status: 401, statusText: '' });
    await part.settled();
    expect(part.text).toContain('Wrong email address or password.');
    expect(document.activeElement).toBe(part.control('Password'));
    expect(signedIn).toEqual([]);
  });

  it('says when it may be tried again after too many attempts', async () => {
    await show(PASSWORD_SIGN_IN, 'ann@example.org');
    await part.type('Password', 'wrong');
    await part.press('Sign in');
    const headers = { 'Retry-After': '600' };
    requestTo('POST', LOGIN).flush(problemDocument('too-many-requests', 'r'), { status: 429, statusText: '', headers });
    await part.settled();
    expect(part.text).toContain('Try again in 10 min.');
  });

  it('shows the password on demand', async () => {
    await show();
    await part.press('Show the password');
    expect(part.control('Password').type).toBe('text');
    await part.press('Hide the password');
    expect(part.control('Password').type).toBe('password');
  });

  it('asks for the access token of a workbench that has one', async () => {
    await show({ sign_in: 'access-token', provider: null });
    await part.type('Access token', 'a token of some length');
    await part.press('Sign in');
    expect(requestTo('POST', LOGIN).request.body).toEqual({ access_token: 'a token of some length' });
  });

  it('offers the identity provider by name', async () => {
    await show({ sign_in: 'password', provider: { name: 'Example ID' } });
    await part.press('Sign in with Example ID');
    expect(asked).toBe(1);
  });
});
