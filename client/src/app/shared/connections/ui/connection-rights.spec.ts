import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection, Me, SignInOptions } from '#libs/api';
import { listOf, postgresSample } from '../../../../testing/connection-samples';
import { meSample, PASSWORD_SIGN_IN } from '../../../../testing/identity-samples';
import { identify } from '../../../../testing/identity-set-up';
import { answerAll, providePage, requestTo } from '../../../../testing/page-set-up';
import { dialogText, Part, words } from '../../../../testing/part';
import { ConnectionsSection } from './connections-section';

const NONE: SignInOptions = { sign_in: 'none', provider: null };
const ADMIN = meSample({ role: 'admin' });

describe('what people may do with connections', () => {
  let part: Part<ConnectionsSection>;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: providePage() });
  });
  afterEach(() => Part.clear());

  async function show(me: Me, options: SignInOptions, ...connections: Connection[]): Promise<void> {
    await identify(me, options);
    part = await Part.show(ConnectionsSection);
    answerAll('GET', '/api/connections', listOf(connections));
    await part.settled();
  }

  const items = (): string[] =>
    [...document.querySelectorAll('.dw-menu-item')].map((item) => words(item).replace(/ (?:\S|Backspace)$/, ''));
  const canAdd = (): boolean => part.element.querySelector('[aria-label="Add connection"]') !== null;

  it.each<[string, Me, SignInOptions, Connection['access'], boolean, string[]]>([
    ['one person alone', ADMIN, NONE, 'manage', true, ['New query', 'Test connection', 'Reconnect', 'Edit', 'Remove']],
    [
      'an administrator',
      ADMIN,
      PASSWORD_SIGN_IN,
      'manage',
      true,
      ['New query', 'Test connection', 'Reconnect', 'Edit', 'End all sessions', 'Manage access', 'Remove'],
    ],
    [
      'a user who manages it',
      meSample(),
      PASSWORD_SIGN_IN,
      'manage',
      false,
      ['New query', 'Test connection', 'Reconnect', 'Edit', 'End all sessions', 'Manage access', 'Remove'],
    ],
    ['a user', meSample(), PASSWORD_SIGN_IN, 'write', false, ['New query', 'Test connection', 'Reconnect']],
  ])('offers %s what they may', async (_, me, options, access, mayAdd, expected) => {
    await show(me, options, postgresSample({ access }));
    expect(canAdd()).toBe(mayAdd);
    await part.press('Actions for Shop production');
    expect(items()).toEqual(expected);
  });

  it('keeps the keys of what somebody may not do without effect', async () => {
    await show(meSample(), PASSWORD_SIGN_IN, postgresSample({ access: 'write' }));
    const row = part.element.querySelector('.name[data-connection-id]');
    for (const key of ['e', 'w', 'Backspace']) {
      row?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await part.settled();
    }
    expect(dialogText()).toBe('');
  });

  it('opens the dialog of who may use it with W', async () => {
    await show(ADMIN, PASSWORD_SIGN_IN, postgresSample());
    const row = part.element.querySelector('.name[data-connection-id]');
    row?.dispatchEvent(new KeyboardEvent('keydown', { key: 'w', bubbles: true, cancelable: true }));
    await part.settled();
    await new Promise((resolve) => setTimeout(resolve, 100));
    requestTo('GET', '/api/connections/shop/access').flush({ items: [] });
    expect(dialogText()).toContain('Access to Shop production');
  });

  it('shows a user without connections whom to ask', async () => {
    await show(meSample(), PASSWORD_SIGN_IN);
    expect(part.text).toContain('Ask an administrator for access to a connection.');
  });
});
