import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { afterEach, expect, it } from '@jest/globals';
import type { SubscriptionInput } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { providePage, requestTo } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { Loaded } from '../../shared/http/loaded';
import { DIALOG_HEADING_ID } from '../../shared/ui/dialog/dialog-heading-id';
import { NotificationsApi } from '../data/notifications-api';
import type { NamedJob } from '../data/notifications-api';
import { SubscriptionDialog } from './subscription-dialog';

const JOBS = '/api/scheduler/jobs';
const NIGHTLY = { id: 'j1', name: 'Nightly backup' };
const diskFull = problemDocument('internal-error', 'r', 'Disk full');

let part: Part<SubscriptionDialog>;

/** The dialog about a subscription, while its jobs are being loaded. */
async function show(subscription: object | null): Promise<void> {
  let jobs: Loaded<readonly NamedJob[]> | null = null;
  const data = () => ({
    ...{ subscription, channels: [{ id: 'ch', name: 'Alerts' }], jobs },
    connections: [{ id: 'shop', name: 'Shop' }],
  });
  TestBed.configureTestingModule({
    providers: [
      ...providePage(),
      NotificationsApi,
      { provide: DIALOG_DATA, useFactory: data },
      { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      { provide: DialogRef, useValue: { close: () => undefined } },
    ],
  });
  const api = TestBed.inject(NotificationsApi);
  jobs = new Loaded<readonly NamedJob[]>(() => api.jobs());
  void jobs.load();
  part = await Part.show(SubscriptionDialog);
}

async function answerJobs(items: object[], next: string | null = null): Promise<void> {
  requestTo('GET', JOBS).flush({ items, next_cursor: next });
  await part.settled();
}

const sentFilter = (method: string, address: string): unknown => {
  const body = requestTo(method, address).request.body as SubscriptionInput;
  return body.filter;
};

afterEach(() => Part.clear());

async function toggle(label: string): Promise<void> {
  part.control(label).click();
  await part.settled();
}

it('asks for a connection and a job where not all of them are meant', async () => {
  await show(null);
  await answerJobs([NIGHTLY]);
  await toggle('All connections I can access');
  await toggle('All jobs I can access');
  await part.press('Add subscription');
  expect(part.text).toContain('Choose at least one connection.');
  expect(part.text).toContain('Choose at least one job.');
  await toggle('Shop');
  await toggle('Nightly backup');
  await part.press('Add subscription');
  const filter = { connection_ids: ['shop'], job_ids: ['j1'] };
  expect(sentFilter('POST', '/api/notifications/subscriptions')).toEqual(filter);
});

it('keeps the jobs and connections of a subscription that are not in its lists', async () => {
  const filter = { connection_ids: ['gone'], job_ids: ['j2'] };
  const subscription = { id: 's', channel_id: 'ch', events: ['scheduler.job.error'], filter, digest_minutes: 0 };
  await show(subscription);
  requestTo('GET', JOBS).flush(diskFull, { status: 500, statusText: '' });
  await part.settled();
  expect(part.text).toContain("Couldn't load jobs. Disk full");
  expect([part.control('j2').checked, part.control('gone').checked]).toEqual([true, true]);
  await part.press('Save');
  expect(sentFilter('PUT', '/api/notifications/subscriptions/s')).toEqual(filter);

  await part.press('Try again');
  await answerJobs([NIGHTLY], 'second');
  await answerJobs([{ id: 'j2', name: 'Refunds' }]);
  expect(part.text).not.toContain("Couldn't load jobs");
  expect([part.control('Nightly backup').checked, part.control('Refunds').checked]).toEqual([false, true]);
});

it('sends what it began with beside what was changed', async () => {
  const began = {
    channel_id: 'ch',
    events: ['schema.changed'],
    filter: { connection_ids: ['shop'] },
    digest_minutes: 5,
  };
  await show({ id: 's', ...began });
  await answerJobs([]);
  await toggle('All connections I can access');
  await part.press('Save');
  const sent = requestTo('PUT', '/api/notifications/subscriptions/s');
  expect(sent.request.body).toEqual({ ...began, filter: {}, expected: began });
});

it('keeps the jobs of a subscription where there are none', async () => {
  const filter = { job_ids: ['j2'] };
  await show({ id: 's', channel_id: 'ch', events: ['scheduler.job.error'], filter, digest_minutes: 0 });
  await answerJobs([]);
  await part.press('Save');
  expect(sentFilter('PUT', '/api/notifications/subscriptions/s')).toEqual(filter);
});

it('shows a window that the API has set, and can change it to none', async () => {
  await show({ id: 's', channel_id: 'ch', events: ['schema.changed'], filter: {}, digest_minutes: 30 });
  await answerJobs([]);
  const select = part.element.querySelectorAll('select')[1];
  if (select === undefined) throw new Error('There is no choice of a window.');
  expect(select.selectedOptions[0]?.text).toBe('Every 30 minutes');
  select.selectedIndex = 0;
  select.dispatchEvent(new Event('change'));
  await part.press('Save');
  const { request } = requestTo('PUT', '/api/notifications/subscriptions/s');
  expect(request.body).toMatchObject({ digest_minutes: 0 });
});
