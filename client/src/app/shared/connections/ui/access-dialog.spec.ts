import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectionAccessEntry } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { postgresSample } from '../../../../testing/connection-samples';
import { meSample, userSample } from '../../../../testing/identity-samples';
import { identify } from '../../../../testing/identity-set-up';
import { providePage, requestTo } from '../../../../testing/page-set-up';
import { Part, words } from '../../../../testing/part';
import { DIALOG_HEADING_ID } from '../../ui/dialog/dialog-heading-id';
import { AccessDialog } from './access-dialog';

const ACCESS = '/api/connections/shop/access';

describe('the dialog of who may use a connection', () => {
  let part: Part<AccessDialog>;
  let closedWith: unknown[];

  beforeEach(() => {
    closedWith = [];
    const dialog = { close: (result?: boolean) => closedWith.push(result) };
    TestBed.configureTestingModule({
      providers: [
        ...providePage(),
        { provide: DIALOG_DATA, useValue: { connection: postgresSample() } },
        { provide: DialogRef, useValue: dialog },
        { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      ],
    });
  });
  afterEach(() => Part.clear());

  async function open(items: ConnectionAccessEntry[], isAdmin = true): Promise<void> {
    await identify(meSample(isAdmin ? { id: 'boss', role: 'admin' } : {}));
    part = await Part.show(AccessDialog);
    requestTo('GET', ACCESS).flush({ items });
    if (isAdmin) requestTo('GET', '/api/users').flush({ items: [userSample()], next_cursor: null });
    await part.settled();
  }

  const rows = (): string[] => [...part.element.querySelectorAll('li .dw-lines')].map(words);

  it('shows who may, adds people, changes levels, and sends it all', async () => {
    await open([{ subject: 'everybody', level: 'write' }]);
    expect(rows()).toEqual(['Everyone all signed-in users']);
    await part.type('Add user or role', 'user:ann');
    expect(rows()).toEqual(['Everyone all signed-in users', 'Ann Miller ann@example.org']);
    const level = part.control('Access of Ann Miller') as unknown as HTMLSelectElement;
    level.selectedIndex = 3;
    level.dispatchEvent(new Event('change'));
    await part.press('Remove access of Everyone');
    await part.press('Save access');
    const request = requestTo('PUT', ACCESS);
    expect(request.request.body).toEqual({
      items: [{ subject: 'user:ann', level: 'manage' }],
      expected: [{ subject: 'everybody', level: 'write' }],
    });
    request.flush({ items: [] });
    await part.settled();
    expect(closedWith).toEqual([true]);
  });

  it('says that an empty list leaves it to administrators', async () => {
    await open([]);
    expect(part.text).toContain('Only administrators.');
  });

  it('lets those who manage it without being administrators change what is there', async () => {
    await open([{ subject: 'user:ann', level: 'query' }], false);
    expect(rows()).toEqual(['Person ann']);
  });

  it('keeps what another person has changed meanwhile, and shows it before it is saved', async () => {
    const everybody = { subject: 'everybody', level: 'query' } as const;
    await open([everybody]);
    await part.type('Add user or role', 'user:ann');
    await part.press('Save access');
    const refusal = problemDocument('changed-meanwhile', 'r');
    requestTo('PUT', ACCESS).flush(refusal, { status: 409, statusText: '' });
    await part.settled();
    requestTo('GET', ACCESS).flush({ items: [{ subject: 'role:user', level: 'write' }] });
    requestTo('GET', '/api/users').flush({ items: [userSample()], next_cursor: null });
    await part.settled();
    expect(rows()).toEqual(['Users everyone with the role User', 'Ann Miller ann@example.org']);
    expect(part.text).toContain('Access was changed meanwhile: Everyone, Users. Review it, then save again.');
    await part.press('Save access');
    expect(requestTo('PUT', ACCESS).request.body).toEqual({
      items: [
        { subject: 'role:user', level: 'write' },
        { subject: 'user:ann', level: 'query' },
      ],
      expected: [{ subject: 'role:user', level: 'write' }],
    });
  });

  it('says why it was refused, and stays', async () => {
    await open([]);
    await part.press('Save access');
    const refusal = problemDocument('forbidden', 'r', 'You may not manage it any more.');
    requestTo('PUT', ACCESS).flush(refusal, { status: 403, statusText: '' });
    await part.settled();
    expect(part.text).toContain('You may not manage it any more.');
    expect(closedWith).toEqual([]);
  });
});
