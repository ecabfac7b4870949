import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiToken } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { listOf, postgresSample } from '../../../testing/connection-samples';
import { identify } from '../../../testing/identity-set-up';
import { answerAll, providePage, requestTo } from '../../../testing/page-set-up';
import { dialogText, Part, words } from '../../../testing/part';
import { Toasts } from '../../shared/ui/toast/toasts';
import { TokensSection } from './tokens-section';

const TOKENS = '/api/profile/tokens';
const SECRET = 'svc_4fGzSecret';
const token: ApiToken = {
  id: 't1',
  name: 'nightly',
  hint: 'svc_4fGz…',
  scopes: ['read', 'query'],
  connection_ids: ['shop'],
  created_at: '2026-05-18T09:41:00Z',
  expires_at: null,
  last_used_at: null,
  state: 'active',
};

describe('the tokens of a person', () => {
  let part: Part<TokensSection>;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    await identify();
    part = await Part.show(TokensSection);
    answerAll('GET', '/api/connections', listOf([postgresSample()]));
  });
  afterEach(() => Part.clear());

  async function list(...items: ApiToken[]): Promise<void> {
    answerAll('GET', TOKENS, { items, next_cursor: null });
    await part.settled();
  }

  const rows = (): string[] => [...part.element.querySelectorAll('tbody tr')].map(words);

  it('lists permissions, connections and last use of each token', async () => {
    await list(token, { ...token, id: 't2', name: 'old', state: 'revoked', scopes: null, connection_ids: null });
    expect(rows()).toEqual([
      'nightly svc_4fGz… Active read, query Shop production Never Never',
      'old svc_4fGz… Revoked Full access All Never Never',
    ]);
    expect(part.element.querySelectorAll('[aria-label^="Actions for"]')).toHaveLength(1);
  });

  it('shows older ones by the page', async () => {
    answerAll('GET', TOKENS, { items: [token], next_cursor: 'c' });
    await part.settled();
    await part.press('Show older');
    const older = requestTo('GET', TOKENS);
    expect(older.request.params.get('cursor')).toBe('c');
    older.flush({ items: [{ ...token, id: 't2', name: 'older' }], next_cursor: null });
    await part.settled();
    expect(rows().map((row) => row.split(' ')[0])).toEqual(['nightly', 'older']);
    expect(part.text).not.toContain('Show older');
  });

  it('says so when there are none, and why they could not be read', async () => {
    await list();
    expect(part.text).toContain('No tokens yet');
    Part.clear();
    TestBed.configureTestingModule({ providers: providePage() });
    part = await Part.show(TokensSection);
    requestTo('GET', TOKENS).flush(problemDocument('internal-error', 'r', 'Disk full'), {
      status: 500,
      statusText: '',
    });
    await part.settled();
    expect(part.text).toContain('Disk full');
    await part.press('Try again');
    await list(token);
    expect(rows()).toHaveLength(1);
  });

  it('makes one and shows it once, with a command that uses it', async () => {
    await list();
    await part.press('Create token');
    await part.press('Create token');
    expect(dialogText()).toContain('Enter a name, such as nightly report');
    await part.type('Name', 'nightly');
    part.control('read').click();
    await part.press('Create token');
    const request = requestTo('POST', TOKENS);
    expect(request.request.body).toMatchObject({ name: 'nightly', scopes: ['query'], connection_ids: null });
    request.flush({ ...token, token: SECRET });
    await part.settled();
    expect(dialogText()).toContain(`curl -H "Authorization: Bearer ${SECRET}"`);
    await part.press('Close');
    expect(dialogText()).toContain('Close without copying? The token is not shown again.');
    await part.press('Go back');
    expect(dialogText()).toContain(SECRET);
    await part.press('I have copied it');
    await list(token);
    expect(document.body.textContent).not.toContain(SECRET);
  });

  it('offers users no scope of administrators', async () => {
    await list();
    await part.press('Create token');
    expect(dialogText()).not.toContain('administrators');
  });

  it('puts what the server refuses at its field', async () => {
    await list();
    await part.press('Create token');
    await part.type('Name', 'nightly');
    await part.press('Create token');
    const errors = [{ pointer: '/expires_at', detail: 'must be in the future' }];
    const refusal = problemDocument('validation-failed', 'r', undefined, errors);
    requestTo('POST', TOKENS).flush(refusal, { status: 400, statusText: '' });
    await part.settled();
    expect(dialogText()).toContain('Must be in the future.');
  });

  it.each([
    ['/scopes', 'read'],
    ['/connection_ids', 'All connections I can access'],
  ])('takes what the server refuses of %s away once that is changed', async (pointer, control) => {
    await list();
    await part.press('Create token');
    await part.type('Name', 'nightly');
    await part.press('Create token');
    const refusal = problemDocument('validation-failed', 'r', undefined, [{ pointer, detail: 'is not yours' }]);
    requestTo('POST', TOKENS).flush(refusal, { status: 400, statusText: '' });
    await part.settled();
    expect(dialogText()).toContain('Is not yours.');
    part.control(control).click();
    await part.settled();
    expect(dialogText()).not.toContain('Is not yours.');
  });

  it('rotates one after asking, and shows the new secret', async () => {
    await list(token);
    await part.press('Actions for nightly');
    await part.press('Rotate');
    await part.press('Rotate token');
    requestTo('POST', `${TOKENS}/t1/rotate`).flush({ ...token, token: SECRET });
    await part.settled();
    expect(dialogText()).toContain(SECRET);
  });

  it('revokes one after asking', async () => {
    await list(token);
    await part.press('Actions for nightly');
    await part.press('Revoke');
    requestTo('GET', `${TOKENS}/t1/saved`).flush({ items: [], next_cursor: null });
    await part.settled();
    expect(dialogText()).not.toContain('that it saved');
    await part.press('Revoke token');
    requestTo('DELETE', `${TOKENS}/t1`).flush(null);
    await part.settled();
    await list({ ...token, state: 'revoked' });
    expect(rows()[0]).toContain('Revoked');
    expect(TestBed.inject(Toasts).messages()[0]?.title).toBe('Revoked nightly');
  });

  it('names the jobs and channels that revoking one stops', async () => {
    await list(token);
    await part.press('Actions for nightly');
    await part.press('Revoke');
    const job = { kind: 'job' as const, id: 'j1', name: 'Nightly copy', is_active: true };
    const items = [
      job,
      { ...job, id: 'j2', name: 'Paused before', is_active: false },
      { ...job, id: 'c1', kind: 'channel' as const, name: 'Hook' },
    ];
    requestTo('GET', `${TOKENS}/t1/saved`).flush({ items, next_cursor: null });
    await part.settled();
    expect(dialogText()).toContain('Revoking it pauses 1 job and disables 1 channel that it saved.');
    expect(dialogText()).toContain('Job Nightly copy');
    expect(dialogText()).toContain('Channel Hook');
    expect(dialogText()).not.toContain('Paused before');
  });

  it('asks before a revocation also where what the token saved cannot be listed', async () => {
    await list(token);
    await part.press('Actions for nightly');
    await part.press('Revoke');
    requestTo('GET', `${TOKENS}/t1/saved`).flush(null, { status: 503, statusText: '' });
    await part.settled();
    expect(dialogText()).toContain('Jobs that it saved are paused, and channels that it saved are disabled.');
  });
});
