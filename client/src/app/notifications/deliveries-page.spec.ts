import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DeliveryDetails, MessageDelivery } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { Part, words } from '../../testing/part';
import { DeliveriesPage } from './deliveries-page';

const DELIVERIES = '/api/notifications/deliveries';
const FAILURE = { status: 500, statusText: '' };
const diskFull = problemDocument('internal-error', 'r', 'Disk full');

const delivery = (id: string): MessageDelivery => ({
  ...{ id, event_id: `e-${id}`, event: 'job.failed', title: `Title of ${id}`, channel_id: 'c', channel_name: 'Team' },
  ...{ channel_kind: 'webhook', state: 'delivered', attempts: 1, created_at: '2026-05-19T09:00:00Z' },
  ...{ next_attempt_at: null, finished_at: null, last_attempt: null },
});
const details = (id: string): DeliveryDetails => ({ ...delivery(id), message: `Message of ${id}`, tries: [] });

describe('DeliveriesPage', () => {
  let part: Part<DeliveriesPage>;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage() });
    part = await Part.show(DeliveriesPage);
    await answerList();
  });
  afterEach(() => Part.clear());

  const rows = () => part.element.querySelectorAll('.message').length;
  const open = () => [...part.element.querySelectorAll('tr.details')].map(words);

  async function answerList(): Promise<void> {
    answerAll('GET', DELIVERIES, { items: ['a', 'b'].map(delivery), next_cursor: null });
    await part.settled();
  }
  async function click(id: string): Promise<void> {
    const message = [...part.element.querySelectorAll<HTMLElement>('.message')].find((one) => words(one).includes(id));
    message?.click();
    await part.settled();
  }

  it('shows the details of the delivery that was opened last, whatever answers last', async () => {
    await click('Title of a');
    const late = requestTo('GET', `${DELIVERIES}/a`);
    await click('Title of b');
    requestTo('GET', `${DELIVERIES}/b`).flush(details('b'));
    if (!late.cancelled) late.flush(details('a'));
    await part.settled();
    expect(open()).toEqual(['Message of b No attempts yet.']);
  });

  it('leaves a delivery closed whose details arrive after it was closed', async () => {
    await click('Title of a');
    const late = requestTo('GET', `${DELIVERIES}/a`);
    await click('Title of a');
    if (!late.cancelled) late.flush(details('a'));
    await part.settled();
    expect(open()).toEqual([]);
  });

  it('keeps the list where only the details cannot be read, and tries these again', async () => {
    await click('Title of a');
    requestTo('GET', `${DELIVERIES}/a`).flush(details('a'));
    await part.settled();
    await part.press('Refresh');
    await answerList();
    requestTo('GET', `${DELIVERIES}/a`).flush(diskFull, FAILURE);
    await part.settled();
    expect([rows(), open()]).toEqual([
      2,
      ['This delivery may be out of date. Disk full Try again Message of a No attempts yet.'],
    ]);
    await part.press('Try again');
    requestTo('GET', `${DELIVERIES}/a`).flush(details('a'));
    await part.settled();
    expect([rows(), open()]).toEqual([2, ['Message of a No attempts yet.']]);
  });
});
