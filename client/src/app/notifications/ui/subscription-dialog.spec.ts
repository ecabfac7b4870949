import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { providePage, requestTo } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { DIALOG_HEADING_ID } from '../../shared/ui/dialog/dialog-heading-id';
import { NotificationsApi } from '../data/notifications-api';
import { SubscriptionDialog } from './subscription-dialog';

let part: Part<SubscriptionDialog>;

beforeEach(async () => {
  const data = {
    ...{ subscription: null, channels: [{ id: 'ch', name: 'Alerts' }] },
    ...{ jobs: [{ id: 'j1', name: 'Nightly backup' }], connections: [{ id: 'shop', name: 'Shop' }] },
  };
  TestBed.configureTestingModule({
    providers: [
      ...providePage(),
      NotificationsApi,
      { provide: DIALOG_DATA, useValue: data },
      { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      { provide: DialogRef, useValue: { close: () => undefined } },
    ],
  });
  part = await Part.show(SubscriptionDialog);
});
afterEach(() => Part.clear());

async function toggle(label: string): Promise<void> {
  part.control(label).click();
  await part.settled();
}

it('asks for a connection and a job where not all of them are meant', async () => {
  await toggle('All connections I can access');
  await toggle('All jobs I can access');
  await part.press('Add subscription');
  expect(part.text).toContain('Choose at least one connection.');
  expect(part.text).toContain('Choose at least one job.');
  await toggle('Shop');
  await toggle('Nightly backup');
  await part.press('Add subscription');
  const request = requestTo('POST', '/api/notifications/subscriptions');
  expect(request.request.body).toMatchObject({ filter: { connection_ids: ['shop'], job_ids: ['j1'] } });
});
