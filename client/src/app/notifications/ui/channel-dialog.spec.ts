import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { afterEach, expect, it } from '@jest/globals';
import type { ChannelKindInfo } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { DIALOG_HEADING_ID } from '../../shared/ui/dialog/dialog-heading-id';
import { ChannelDialog } from './channel-dialog';

const HOOK: ChannelKindInfo = {
  kind: 'webhook',
  label: 'Webhook',
  icon: 'webhook',
  can_rotate_secret: true,
  fields: [],
};
const BEGAN = { name: 'Alerts', settings: { url: 'https://hook.example.test/' }, for_jobs: true };
const DETAIL = 'The channel was changed meanwhile. Load it again, then repeat this.';

afterEach(() => Part.clear());

it('sends what it began with beside what was changed, and shows that another person was first', async () => {
  const channel = { ...BEGAN, id: 'ch', kind: 'webhook', secrets_set: [] };
  TestBed.configureTestingModule({
    providers: [
      ...providePage(),
      { provide: DIALOG_DATA, useValue: { channel, kinds: [HOOK] } },
      { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      { provide: DialogRef, useValue: { close: () => undefined } },
    ],
  });
  const part = await Part.show(ChannelDialog);
  await part.type('Name', 'Mine');
  await part.press('Save');
  const sent = requestTo('PUT', '/api/notifications/channels/ch');
  expect(sent.request.body).toMatchObject({ name: 'Mine', expected: BEGAN });
  sent.flush(problemDocument('changed-meanwhile', 'r', DETAIL), { status: 409, statusText: '' });
  await part.settled();
  expect(part.text).toContain(DETAIL);
});
