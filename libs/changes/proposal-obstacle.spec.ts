import { describe, expect, it } from '@jest/globals';
import type { ChangeConflict, ChangeFailure, ChangeRehearsal } from '../api/index.js';
import { proposalObstacle } from './proposal-obstacle.js';

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
