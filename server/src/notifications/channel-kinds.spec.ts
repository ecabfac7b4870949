import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { ChannelKindInfo, ChannelKindList } from '#libs/api';
import { draftMistakes, newDraft, settingsOf } from '#libs/forms';
import type { ProblemDocument } from '#libs/problem';
import { bodyOf } from '../auth/testing/auth-app.js';
import { fieldMeta } from '../platform/index.js';
import type { ChannelKind } from './channels/channel-kind.js';
import { ChannelKinds } from './channels/channel-kinds.js';
import { notSent } from './channels/http-post.js';
import { readSettings } from './channels/read-settings.js';
import { NotificationsApp } from './testing/notifications-app.js';

let app: NotificationsApp;
let kinds: readonly ChannelKindInfo[];
beforeAll(async () => {
  app = await NotificationsApp.start();
  kinds = bodyOf<ChannelKindList>(await app.me.get('/api/notifications/kinds').expect(200)).items;
});
afterAll(() => app.stop());

const infoOf = (name: string): ChannelKindInfo => {
  const found = kinds.find(({ kind }) => kind === name);
  if (found === undefined) throw new Error(`There is no kind ${name}.`);
  return found;
};

/** What is typed into the form of each kind, and what is sent of that. */
const TYPED: [kind: string, typed: Record<string, string>, sent: object, destination: string][] = [
  ...['slack', 'discord', 'teams', 'mattermost'].map((kind): (typeof TYPED)[number] => {
    const url = 'https://127.0.0.1/hook';
    return [kind, { url }, { url }, '127.0.0.1'];
  }),
  [
    'webhook',
    { url: ' http://127.0.0.1/a ' },
    { url: 'http://127.0.0.1/a', allow_loopback: false },
    'http://127.0.0.1/a',
  ],
  [
    'telegram',
    { bot_token: '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ', chat_id: '@team', api_url: 'http://127.0.0.1' },
    { bot_token: '123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ', chat_id: '@team', api_url: 'http://127.0.0.1' },
    'chat @team',
  ],
  [
    'email',
    { host: '127.0.0.1', from: 'a@example.org', to: 'b@example.org, c@example.org' },
    {
      ...{ host: '127.0.0.1', port: 587, security: 'starttls', from: 'a@example.org' },
      to: ['b@example.org', 'c@example.org'],
    },
    'b@example.org, c@example.org by 127.0.0.1',
  ],
];

/** In the order of the interface. */
const KIND_NAMES = ['slack', 'discord', 'teams', 'telegram', 'mattermost', 'email', 'webhook'] as const;

describe('the kinds of channels', () => {
  it('are all described, with icons that the interface knows', () => {
    const icons = readFileSync('client/src/app/shared/ui/icon/icons.ts', 'utf8');
    expect(kinds.map(({ kind }) => kind)).toEqual(KIND_NAMES);
    for (const { icon } of kinds) expect(icons).toMatch(new RegExp(`^  '?${icon}'?: `, 'm'));
    expect(kinds.flatMap(({ kind, can_rotate_secret: canRotate }) => (canRotate ? kind : []))).toEqual(['webhook']);
  });

  it.each(TYPED)('take what their forms send: %s', async (kind, typed, sent, destination) => {
    const { fields } = infoOf(kind);
    const draft = { ...newDraft(fields), ...typed };
    expect(Object.values(draftMistakes(fields, draft)).filter((mistake) => mistake !== null)).toEqual([]);
    const settings = settingsOf(fields, draft);
    expect(settings).toEqual(sent);
    expect(await app.channel({ kind: infoOf(kind).kind, settings })).toMatchObject({ kind, destination });
  });

  it.each(KIND_NAMES)('refuse an empty form at its required fields: %s', async (kind) => {
    const answer = await app.me.post('/api/notifications/channels', { name: 'x', kind, settings: {} });
    const { fields } = infoOf(kind);
    const pointers = bodyOf<ProblemDocument>(answer).errors?.map(({ pointer }) => pointer);
    const required = fields.filter((field) => field.required === true).map(({ name }) => `/settings/${name}`);
    expect(pointers).toEqual(required);
  });

  it.each<[string, Record<string, string>, string]>([
    ['email', { port: '99999' }, 'Enter a port from 1 to 65535.'],
    ['email', { host: ' ' }, 'Enter the mail server.'],
    ['email', { to: ' ' }, 'Enter at least one email address.'],
    ['email', { to: 'b@example.org, bob' }, "bob isn't an email address."],
    ['email', { from: 'bob' }, 'Enter an email address.'],
    ['slack', { url: 'example.org' }, 'Enter a URL that starts with https:// or http://.'],
    ['telegram', { bot_token: '' }, 'Enter the bot token.'],
  ])('find mistakes while they are typed: %s %j', (kind, change, mistake) => {
    const { fields } = infoOf(kind);
    const right = TYPED.find(([name]) => name === kind)?.[1] ?? {};
    const mistakes = Object.entries(draftMistakes(fields, { ...newDraft(fields), ...right, ...change }));
    expect(mistakes.filter(([, text]) => text !== null)).toEqual([[Object.keys(change)[0], mistake]]);
  });

  it('fill in the port that goes with a kind of security', () => {
    const security = infoOf('email').fields.find(({ name }) => name === 'security');
    expect(security?.choices?.map(({ value, presets }) => [value, presets])).toEqual([
      ['starttls', { port: 587 }],
      ['implicit', { port: 465 }],
      ['none', { port: 25 }],
    ]);
  });
});

describe('a kind that is added', () => {
  const settings = z.strictObject({
    room: z.string().meta(fieldMeta({ label: 'Room' })),
    hidden: z.string().optional(),
  });
  const pager: ChannelKind = {
    ...{ kind: 'slack', label: 'Pager', icon: 'bell', ratePerMinute: 10, settings },
    read: (input, known) => readSettings(settings, input, known, []),
    destination: ({ room }) => `room ${String(room)}`,
    deliver: () => Promise.resolve(notSent('It is off.')),
  };

  it('is described by its schema', () => {
    const added = new ChannelKinds([pager]);
    expect(added.of('slack')).toBe(pager);
    expect(added.list()).toEqual([
      {
        ...{ kind: 'slack', label: 'Pager', icon: 'bell', can_rotate_secret: false },
        fields: [{ name: 'room', type: 'text', label: 'Room', required: true }],
      },
    ]);
    expect(() => added.of('email')).toThrow('The kind of channel email does not exist.');
  });
});
