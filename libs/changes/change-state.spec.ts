import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CHANGE_STATES, WRITE_LANES } from '../api/index.js';
import type { ChangeState } from '../api/index.js';
import { changeActions, nextState } from './index.js';
import type { ChangeAction, ChangeSituation, ChangeStep } from './index.js';

const AUTHOR: ChangeSituation = {
  ...{ state: 'draft', lane: 'direct', isAuthor: true, isByAgent: false, isAgent: false },
  ...{ mayWrite: true, mayApprove: false, isUncertain: false },
};
const REVIEWER: ChangeSituation = { ...AUTHOR, state: 'proposed', lane: 'review', isAuthor: false, mayApprove: true };

const situations: fc.Arbitrary<ChangeSituation> = fc.record({
  ...{ state: fc.constantFrom(...CHANGE_STATES), lane: fc.constantFrom(...WRITE_LANES) },
  ...{ isAuthor: fc.boolean(), isByAgent: fc.boolean(), isAgent: fc.boolean() },
  ...{ mayWrite: fc.boolean(), mayApprove: fc.boolean(), isUncertain: fc.boolean() },
});

function allowed(situation: ChangeSituation): ChangeAction[] {
  const actions = changeActions(situation);
  return (Object.keys(actions) as ChangeAction[]).filter((name) => actions[name] && name !== 'comment');
}

describe('the states of a change set', () => {
  it.each<[ChangeState, ChangeStep, ChangeState | null]>([
    ['draft', 'propose', 'proposed'],
    ['draft', 'apply', 'applied'],
    ['draft', 'approve', null],
    ['proposed', 'approve', 'approved'],
    ['proposed', 'edit', 'draft'],
    ['proposed', 'conflict', 'conflicted'],
    ['approved', 'apply', 'applied'],
    ['approved', 'refuse', 'refused'],
    ['applied', 'apply', null],
    ['applied', 'edit', null],
    ['applied', 'undo', 'undone'],
    ['undone', 'undo', null],
    ['refused', 'edit', 'draft'],
    ['refused', 'apply', null],
    ['conflicted', 'propose', 'proposed'],
    ['conflicted', 'apply', null],
  ])('lead from %s by %s to %s', (state, step, to) => {
    expect(nextState(state, step)).toBe(to);
  });
});

describe('what may be done with a change set', () => {
  it.each<[string, ChangeSituation, ChangeAction[]]>([
    ['an author, directly', AUTHOR, ['edit', 'rehearse', 'propose', 'apply', 'delete']],
    ['an author before a review', { ...AUTHOR, lane: 'review' }, ['edit', 'rehearse', 'propose', 'delete']],
    ['an author who may approve', { ...REVIEWER, isAuthor: true }, ['edit', 'rehearse', 'delete']],
    ['a reviewer', REVIEWER, ['rehearse', 'approve', 'refuse']],
    [
      'an author after the approval',
      { ...AUTHOR, lane: 'review', state: 'approved' },
      ['edit', 'rehearse', 'apply', 'delete'],
    ],
    ['an author without the right to write', { ...AUTHOR, mayWrite: false }, ['edit', 'propose', 'delete']],
    ['an agent', { ...AUTHOR, isAgent: true, isByAgent: true }, ['edit', 'rehearse', 'propose', 'delete']],
    [
      'whom an agent works for',
      { ...AUTHOR, state: 'proposed', isByAgent: true },
      ['edit', 'rehearse', 'refuse', 'apply', 'delete'],
    ],
    ['an author where nothing is written', { ...AUTHOR, lane: 'none' }, ['edit', 'delete']],
    ['someone else', { ...AUTHOR, isAuthor: false }, []],
    ['an author of an applied one', { ...AUTHOR, state: 'applied' }, ['undo']],
    ['an author of an uncertain one', { ...AUTHOR, isUncertain: true }, []],
  ])('is, for %s, the right thing', (_, situation, expected) => {
    expect(allowed(situation)).toEqual(expected);
  });

  it('never lets an author approve, an agent decide or apply, or anyone apply without the right to write', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const actions = changeActions(situation);
        if (situation.isAuthor) expect(actions.approve).toBe(false);
        if (situation.isAgent)
          expect([actions.approve, actions.refuse, actions.apply, actions.undo]).not.toContain(true);
        if (!situation.mayWrite || situation.lane === 'none') expect(actions.apply || actions.undo).toBe(false);
        if (situation.lane === 'review' && situation.state !== 'approved') expect(actions.apply).toBe(false);
      }),
    );
  });
});
