import { describe, expect, it } from '@jest/globals';
import { missingRight } from './action-obstacle.js';
import type { ChangeAction, ChangeSituation } from './change-state.js';

const AUTHOR: ChangeSituation = {
  ...{ state: 'draft', lane: 'direct', isAuthor: true, isByAgent: false, isAgent: false },
  ...{ mayWrite: true, mayApprove: false, isUncertain: false },
};
const QUERY = { ...AUTHOR, mayWrite: false };
const OTHER = { ...AUTHOR, isAuthor: false };

describe('the right that an action is missing', () => {
  it.each<[string, ChangeSituation, ChangeAction, string | null]>([
    ['may only query', QUERY, 'rehearse', 'You may only query here; propose it.'],
    ['may only query', QUERY, 'apply', 'You may only query here; propose it.'],
    ['may only query what was approved', { ...QUERY, state: 'approved' }, 'apply', 'You may only query here.'],
    ['may only query what was applied', { ...QUERY, state: 'applied' }, 'undo', 'You may only query here.'],
    ['is an agent', { ...AUTHOR, isAgent: true }, 'apply', 'Agents can only propose changes.'],
    ['is another one', OTHER, 'edit', 'Only its author can edit this change set.'],
    [
      'may not approve',
      { ...OTHER, state: 'proposed' },
      'approve',
      'You have no right to approve change sets of others here.',
    ],
    [
      'is the author',
      { ...AUTHOR, state: 'proposed', mayApprove: true },
      'approve',
      'You cannot approve your own change set.',
    ],
    ['is an agent of one who may only query', { ...QUERY, isAgent: true }, 'apply', 'Agents can only propose changes.'],
    [
      'is an agent and not its author',
      { ...OTHER, state: 'proposed', isAgent: true },
      'approve',
      'Agents can only propose changes.',
    ],
    [
      'is another one and may only query',
      { ...QUERY, isAuthor: false, state: 'approved' },
      'apply',
      'You may only query here.',
    ],
    ['has all rights, of one that was applied', { ...AUTHOR, state: 'applied' }, 'rehearse', null],
    ['has all rights where reviews are needed', { ...AUTHOR, lane: 'review' }, 'apply', null],
    ['may only query one that was refused', { ...QUERY, state: 'refused' }, 'rehearse', null],
  ])('of who %s', (_, situation, action, text) => {
    expect(missingRight(situation, action)).toBe(text);
  });
});
