import { describe, expect, it } from '@jest/globals';
import type { Channel } from '#libs/api';
import { formOf, inputOf, mistakesOf } from './channel-form';
import type { ChannelForm } from './channel-form';
import { placeText } from './channel-words';
import {
  digestText,
  filterText,
  formOf as subscriptionFormOf,
  inputOf as subscriptionInputOf,
} from './subscription-form';

const EMAIL: ChannelForm = {
  ...{ ...formOf(null), kind: 'email', name: 'Team', host: 'smtp.example.org', port: '587' },
  ...{ from: 'a@example.org', to: 'b@example.org, c@example.org' },
};
const wrong = (form: ChannelForm, has: string[] = []) =>
  Object.entries(mistakesOf(form, has)).flatMap(([field, mistake]) => (mistake === null ? [] : [field]));

describe('the form of a channel', () => {
  it('leaves out a secret that was not typed, so that the one that is there stays', () => {
    const slack: ChannelForm = { ...formOf(null), name: ' Team ', url: '' };
    expect(inputOf(slack)).toEqual({ name: 'Team', kind: 'slack', for_jobs: true, settings: {} });
    expect([wrong(slack), wrong(slack, ['url'])]).toEqual([['settings/url'], []]);
    expect(inputOf({ ...slack, kind: 'webhook', url: 'https://x.org' }).settings).toEqual({ url: 'https://x.org' });
  });

  it('reads several addresses', () => {
    expect(inputOf(EMAIL).settings).toEqual({
      ...{ host: 'smtp.example.org', port: 587, security: 'starttls', from: 'a@example.org' },
      to: ['b@example.org', 'c@example.org'],
    });
    expect(wrong(EMAIL)).toEqual([]);
  });

  it.each<[string, Partial<ChannelForm>, string]>([
    ['a port that is none', { port: '99999' }, 'settings/port'],
    ['no server', { host: ' ' }, 'settings/host'],
    ['no reader', { to: ' ' }, 'settings/to'],
    ['a reader that is no address', { to: 'b@example.org, bob' }, 'settings/to'],
    ['no name', { name: '' }, 'name'],
  ])('notices %s', (_, change, field) => expect(wrong({ ...EMAIL, ...change })).toEqual([field]));

  it('is filled with what is known of a channel, and says where it leads', () => {
    const { settings } = inputOf(EMAIL);
    const channel = { kind: 'email', name: 'Team', settings, for_jobs: false } as Channel;
    expect(formOf(channel)).toEqual({ ...EMAIL, forJobs: false });
    expect(placeText(channel)).toBe('b@example.org, c@example.org by smtp.example.org');
  });
});

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
    [5, 'Every 5 minutes'],
    [60, 'Every hour'],
    [120, 'Every 2 hours'],
    [1440, 'Once a day'],
  ])('%d minutes are shown as %s', (minutes, words) => expect(digestText(minutes)).toBe(words));

  it('names the filters', () => {
    const names = new Map([['shop', 'Shop']]);
    expect(filterText({ filter: {} }, names)).toBe('All connections');
    expect(filterText({ filter: { connection_ids: ['shop', 'gone'], job_ids: ['j'] } }, names)).toBe(
      'Shop, gone; jobs: j',
    );
  });
});
