import { describe, expect, it } from '@jest/globals';
import {
  digestText,
  digestsWith,
  filterText,
  formOf as subscriptionFormOf,
  inputOf as subscriptionInputOf,
} from './subscription-form';

describe('the form of a subscription', () => {
  it('asks for what was chosen; nothing chosen is no limit', () => {
    const form = subscriptionFormOf(null, 'ch');
    expect(subscriptionInputOf(form)).toEqual({
      ...{ channel_id: 'ch', filter: {}, digest_minutes: 0 },
      events: ['schema.changed', 'contract.violated', 'scheduler.job.error'],
    });
    const narrowed = { ...form, connectionIds: new Set(['shop']) };
    expect(subscriptionInputOf(narrowed).filter).toEqual({ connection_ids: ['shop'] });
  });

  it.each([
    [0, 'Immediately'],
    [1, 'Every minute'],
    [5, 'Every 5 minutes'],
    [60, 'Every hour'],
    [120, 'Every 2 hours'],
    [1440, 'Once a day'],
  ])('%d minutes are shown as %s', (minutes, words) => expect(digestText(minutes)).toBe(words));

  it.each([
    [0, [0, 5, 15, 60, 1440]],
    [60, [0, 5, 15, 60, 1440]],
    [30, [0, 5, 15, 30, 60, 1440]],
  ])('offers a subscription of %d minutes its own window', (own, offered) => {
    expect(digestsWith(own)).toEqual(offered);
  });

  it('names the filters', () => {
    const names = new Map([['shop', 'Shop']]);
    expect(filterText({ filter: {} }, names)).toBe('All connections');
    expect(filterText({ filter: { connection_ids: ['shop', 'gone'], job_ids: ['j'] } }, names)).toBe(
      'Shop, gone; jobs: j',
    );
  });
});
