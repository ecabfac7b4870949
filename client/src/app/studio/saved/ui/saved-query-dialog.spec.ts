import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { signal } from '@angular/core';
import type { Provider } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SavedQuery } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { savedQuerySample } from '../../../../testing/saved-query-samples';
import { DIALOG_HEADING_ID } from '../../../shared/ui/dialog/dialog-heading-id';
import { Identity } from '../../../shared/identity/identity';
import { SavedQueryDialog } from './saved-query-dialog';

const QUERIES = '/api/studio/queries';

describe('SavedQueryDialog', () => {
  let fixture: ComponentFixture<SavedQueryDialog>;
  let closedWith: (SavedQuery | undefined)[];

  async function open(query: SavedQuery | null, more: Provider[] = []): Promise<void> {
    closedWith = [];
    const data = { query, sql: 'SELECT 1', connectionId: 'shop', name: query?.name ?? '' };
    TestBed.configureTestingModule({
      providers: [
        ...providePage(),
        { provide: DIALOG_DATA, useValue: data },
        { provide: DialogRef, useValue: { close: (result?: SavedQuery) => closedWith.push(result) } },
        { provide: DIALOG_HEADING_ID, useValue: 'heading' },
        ...more,
      ],
    });
    fixture = TestBed.createComponent(SavedQueryDialog);
    await fixture.whenStable();
  }

  const page = (): HTMLElement => fixture.nativeElement as HTMLElement;

  async function name(value: string): Promise<void> {
    const input = page().querySelector('input');
    if (!input) throw new Error('No name');
    input.value = value;
    input.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  }

  async function send(): Promise<void> {
    page()
      .querySelector('form')
      ?.dispatchEvent(new Event('submit', { cancelable: true }));
    await settle();
    await fixture.whenStable();
  }

  beforeEach(() => {
    TestBed.resetTestingModule();
  });

  it('needs a name and sends nothing without one', async () => {
    await open(null);
    await send();
    expect(page().textContent).toContain('A query needs a name.');
    expect(answerAll('POST', QUERIES, {})).toBe(0);
  });

  it('saves the text under the name and closes with what was stored', async () => {
    await open(null);
    await name('  Orders ');
    await send();
    const request = requestTo('POST', QUERIES);
    expect(request.request.body).toEqual({
      ...{ name: 'Orders', description: '', folder: '' },
      ...{ sql: 'SELECT 1', connection_id: 'shop' },
    });
    request.flush(savedQuerySample());
    await settle();
    expect(closedWith).toEqual([savedQuerySample()]);
  });

  it('takes nothing while it is being saved, and gives the focus back when that fails', async () => {
    await open(null);
    document.body.append(page());
    await name('Orders');
    const field = page().querySelector('textarea');
    field?.focus();
    await send();
    expect(page().querySelector('[inert] textarea')).not.toBeNull();
    // A browser takes the focus from a field that becomes inert.
    field?.blur();
    requestTo('POST', QUERIES).flush(problemDocument('state-unavailable', 'r'), { status: 503, statusText: '' });
    await settle();
    await fixture.whenStable();
    expect([page().querySelector('[inert]'), document.activeElement]).toEqual([null, field]);
  });

  it('offers to share where there are others, and shares when that is chosen', async () => {
    const hasOthers = signal(true);
    await open(null, [{ provide: Identity, useValue: { hasUsers: hasOthers } }]);
    await name('Orders');
    const share = page().querySelector<HTMLInputElement>('input[type=checkbox]');
    share?.click();
    await send();
    expect(requestTo('POST', QUERIES).request.body).toMatchObject({ name: 'Orders', shared: true });
  });

  it('says at the name that it is taken, until it is another one', async () => {
    await open(null);
    await name('Orders');
    await send();
    requestTo('POST', QUERIES).flush(problemDocument('name-taken', 'r'), { status: 409, statusText: '' });
    await settle();
    await fixture.whenStable();
    expect(page().querySelector('.error')?.textContent).toContain('This connection has a query of that name.');
    await name('Orders 2');
    expect(page().querySelector('.error')).toBeNull();
  });

  it('renames the version that was shown, and says when another one is current', async () => {
    await open(savedQuerySample());
    await name('Other');
    await send();
    const request = requestTo('PUT', `${QUERIES}/q1`);
    expect(request.request.body).toMatchObject({ name: 'Other', description: 'Newest first', version: 3 });
    const body = problemDocument('changed-meanwhile', 'r', 'Orders is at version 4; version 3 was changed.');
    request.flush(body, { status: 409, statusText: '' });
    await settle();
    await fixture.whenStable();
    expect(page().querySelector('[role=alert]')?.textContent).toContain('Orders is at version 4');
    expect(closedWith).toEqual([]);
  });
});
