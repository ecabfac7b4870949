import { expect, it } from '@jest/globals';
import type { EventMap } from '#libs/events';
import { emailParts, messageOf } from '#libs/notifications';
import type { ConnectionsQueries } from '../connections/index.js';
import type { EventBus } from '../platform/index.js';
import { ChangeNotes } from './change-notes.js';
import type { ChangeSetRecord } from './storage/change-set.entity.js';

const LONG_NAME = 'x'.repeat(200);

it.each([
  ['change.proposed', '1 row of public.people', '1 row of public.people on Shop was proposed'],
  ['change.applied', LONG_NAME, `${'x'.repeat(79)}… on Shop was applied`],
  ['change.refused', LONG_NAME, `${'x'.repeat(79)}… on Shop was refused`],
  ['change.undone', LONG_NAME, `${'x'.repeat(79)}… on Shop was undone`],
] as const)('the subject of %s names the connection', (step, name, subject) => {
  const published: EventMap[typeof step][] = [];
  const bus = { publish: (_: typeof step, payload: EventMap[typeof step]) => published.push(payload) };
  const connections = { nameOf: () => 'Shop' };
  const notes = new ChangeNotes(bus as unknown as EventBus, connections as unknown as ConnectionsQueries);
  const record = { id: 'c1', connectionId: 'shop', title: name, hash: 'h', author: { id: 'a', name: 'Ann' } };
  notes.announce(step, 'Ann', record as ChangeSetRecord, 'Ann requests approval.');
  const title = published[0]?.title ?? '';
  const facts = { id: 'e1', event: step, title, message: '', occurredAt: '2026-11-20T10:00:00.000Z', context: {} };
  expect(emailParts(messageOf(facts, 'https://bench.example.org')).subject).toBe(subject);
});
