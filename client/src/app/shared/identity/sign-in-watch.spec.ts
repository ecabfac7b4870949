import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { FakeEventSource } from '../../../testing/fake-event-source';
import { meSample } from '../../../testing/identity-samples';
import { identify } from '../../../testing/identity-set-up';
import { providePage, requestTo, settle } from '../../../testing/page-set-up';
import { dialogText, Part } from '../../../testing/part';
import { LiveEvents } from '../http/live-events';
import { Identity } from './identity';
import { SignInWatch } from './sign-in-watch';

const UNKNOWN = { status: 401, statusText: '' };

describe('the watch over the sign-in of a page', () => {
  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: [...providePage(), SignInWatch] });
    await identify();
    TestBed.inject(SignInWatch);
    TestBed.inject(LiveEvents).on('connections.changed').subscribe();
    FakeEventSource.last.connect();
    await turns();
  });
  afterEach(() => Part.clear());

  /** Long enough for a part of the page to be loaded. */
  async function turns(): Promise<void> {
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await settle();
  }

  it('asks to sign in when the live stream ends with the sign-in, and opens the stream again after', async () => {
    FakeEventSource.last.fail();
    await turns();
    requestTo('GET', '/api/auth/me').flush(problemDocument('unauthenticated', 'r'), UNKNOWN);
    await turns();
    expect(dialogText()).toContain('Sign in again');
    const streams = FakeEventSource.opened.length;
    TestBed.inject(Identity).take(meSample());
    await turns();
    expect([dialogText(), FakeEventSource.opened.length]).toEqual(['', streams + 1]);
  });

  it('takes a new role when the stream ended for that', async () => {
    FakeEventSource.last.fail();
    await turns();
    requestTo('GET', '/api/auth/me').flush(meSample({ role: 'admin' }));
    await turns();
    expect([TestBed.inject(Identity).isAdmin(), dialogText()]).toEqual([true, '']);
  });

  it('looks again when the page is shown again', async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    await turns();
    requestTo('GET', '/api/auth/me').flush(meSample());
    TestBed.inject(HttpTestingController).verify();
  });
});
