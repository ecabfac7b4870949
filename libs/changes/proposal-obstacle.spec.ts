import { describe, expect, it } from '@jest/globals';
import type { ChangeConflict, ChangeFailure, ChangeRehearsal } from '../api/index.js';
import { laneObstacle, proposalObstacle } from './proposal-obstacle.js';
import type { LaneFacts } from './proposal-obstacle.js';

const failure = (message: string): ChangeFailure => ({
  item: 0,
  error: { message, sqlstate: '23505', position: null, detail: null, hint: null },
});
const CONFLICT = {} as ChangeConflict;

describe('proposalObstacle', () => {
  it.each<[string, Pick<ChangeRehearsal, 'status' | 'failures' | 'conflicts'> | null, string | null]>([
    ['nothing before a rehearsal', null, null],
    ['nothing where it succeeded', { status: 'ready', failures: [], conflicts: [] }, null],
    [
      'the first reason of the database',
      { status: 'failed', failures: [failure('duplicate key'), failure('another')], conflicts: [] },
      'The last rehearsal failed: duplicate key.',
    ],
    [
      'one full stop',
      { status: 'failed', failures: [failure('It took too long. ')], conflicts: [] },
      'The last rehearsal failed: It took too long.',
    ],
    ['a failure without a reason', { status: 'failed', failures: [], conflicts: [] }, 'The last rehearsal failed.'],
    [
      'a conflict',
      { status: 'conflicted', failures: [], conflicts: [CONFLICT] },
      'A row has changed since: settle the conflict first.',
    ],
    [
      'conflicts',
      { status: 'conflicted', failures: [], conflicts: [CONFLICT, CONFLICT] },
      'Rows have changed since: settle the conflict first.',
    ],
  ])('gives %s', (_name, rehearsal, obstacle) => {
    expect(proposalObstacle(rehearsal)).toBe(obstacle);
  });
});

const SHOP: LaneFacts = {
  ...{ name: 'Shop', engine: { in_text: 'files' } as LaneFacts['engine'], writes: 'direct' },
  hasChangeSets: true,
};

describe('laneObstacle', () => {
  it.each<[string, Partial<LaneFacts>, string | null]>([
    ['direct writes', {}, null],
    ['reviewed writes', { writes: 'review' }, null],
    ['no writes', { writes: 'none' }, 'Shop is read-only, so it takes no change sets.'],
    ['an engine without them', { hasChangeSets: false }, 'Shop takes no change sets: they are not supported in files.'],
    ['an engine that is not known yet', { hasChangeSets: null }, null],
    [
      'a path without writes',
      { writes: 'none', hasChangeSets: null },
      'Shop is read-only, so it takes no change sets.',
    ],
  ])('of %s', (_, facts, expected) => {
    expect(laneObstacle({ ...SHOP, ...facts })).toBe(expected);
  });
});
