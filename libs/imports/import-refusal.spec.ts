import { expect, it } from '@jest/globals';
import type { Connection } from '../api/index.js';
import { importRefusal } from './import-refusal.js';

type Given = Pick<Connection, 'read_only' | 'access'> & {
  writes: boolean;
  lane?: Connection['writes'];
  changeSets?: boolean;
};

it.each<[string, Given, string | null]>([
  ['may be written', { read_only: false, access: 'write', writes: true }, null],
  ['is read-only', { read_only: true, access: 'write', writes: true }, 'Shop is read-only.'],
  [
    'takes writes after a review',
    { read_only: false, access: 'write', writes: true, lane: 'review' },
    'Shop accepts writes only as approved change sets.',
  ],
  [
    'takes change sets after a review',
    { read_only: false, access: 'write', writes: true, lane: 'review', changeSets: true },
    null,
  ],
  ['has files', { read_only: true, access: 'write', writes: false }, 'Shop has no tables that can be written.'],
  [
    'may be read',
    { read_only: false, access: 'query', writes: true },
    'You may only read Shop. An administrator can let you write.',
  ],
])('a connection that %s', (_, { writes, lane = 'direct', changeSets = false, ...given }, expected) => {
  const capabilities = { writes, change_sets: changeSets } as Connection['capabilities'];
  expect(importRefusal({ name: 'Shop', capabilities, writes: lane, ...given })).toBe(expected);
});
