import { describe, expect, it } from '@jest/globals';
import type { ChangeActions, ChangeRehearsal } from '#libs/api';
import { changeSet, rehearsalOf } from '../testing/change-set';
import { actionButtons } from './change-actions';

const NONE = changeSet().actions;
const AUTHOR: Partial<ChangeActions> = { edit: true, rehearse: true, propose: true, apply: true, delete: true };
const REVIEWER: Partial<ChangeActions> = { rehearse: true, approve: true, refuse: true };

describe('the buttons of a change set', () => {
  it.each<[string, Partial<ChangeActions>, ChangeRehearsal | null, string[]]>([
    ['nothing allowed', {}, rehearsalOf(), []],
    ['a draft', AUTHOR, null, ['*Rehearse', 'Propose', '!Delete draft']],
    [
      'a draft that is ready',
      AUTHOR,
      rehearsalOf(),
      ['*Apply 2 changes', 'Rehearse again', 'Propose', '!Delete draft'],
    ],
    [
      'a draft whose rehearsal failed',
      AUTHOR,
      rehearsalOf({ status: 'failed', effect_hash: null }),
      ['*Rehearse again', 'Propose', '!Delete draft'],
    ],
    ['a reviewer before a rehearsal', REVIEWER, null, ['*Rehearse', '!Refuse']],
    ['a reviewer', REVIEWER, rehearsalOf(), ['*Approve', 'Rehearse again', '!Refuse']],
    ['applied', { undo: true }, rehearsalOf(), ['Undo']],
  ])('of %s', (_, allowed, rehearsal, labels) => {
    const buttons = actionButtons(changeSet({ actions: { ...NONE, ...allowed }, rehearsal }));
    const sign = { primary: '*', danger: '!', plain: '' };
    expect(buttons.map(({ label, tone }) => `${sign[tone]}${label}`)).toEqual(labels);
  });

  it('offer no undo of statements, whose rows are not kept', () => {
    const counts = { inserts: 0, updates: 0, deletes: 0, statements: 1 };
    expect(actionButtons(changeSet({ actions: { ...NONE, undo: true }, counts }))).toEqual([]);
  });
});
