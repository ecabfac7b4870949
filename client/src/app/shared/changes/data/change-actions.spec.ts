import { describe, expect, it } from '@jest/globals';
import type { ChangeActions, ChangeRehearsal, ChangeState, WriteLane } from '#libs/api';
import { changeSet, rehearsalOf } from '../testing/change-set';
import { actionButtons, nextStepRefusal } from './change-actions';

const NONE = changeSet().actions;
const AUTHOR: Partial<ChangeActions> = { edit: true, rehearse: true, propose: true, apply: true, delete: true };
const REVIEWER: Partial<ChangeActions> = { rehearse: true, approve: true, refuse: true };

describe('the buttons of a change set', () => {
  it.each<[string, Partial<ChangeActions>, ChangeRehearsal | null, string[]]>([
    ['nothing allowed', {}, rehearsalOf(), []],
    ['a draft', AUTHOR, null, ['*Rehearse', 'Propose change set', '!Delete draft']],
    [
      'a draft that is ready',
      AUTHOR,
      rehearsalOf(),
      ['*Apply 2 changes', 'Rehearse again', 'Propose change set', '!Delete draft'],
    ],
    [
      'a draft that is ready and has to be approved',
      { ...AUTHOR, apply: false },
      rehearsalOf(),
      ['*Propose change set', 'Rehearse again', '!Delete draft'],
    ],
    ['a proposal that waits for others', { rehearse: true }, rehearsalOf(), ['Rehearse again']],
    [
      'a draft whose rehearsal failed',
      { ...AUTHOR, propose: false },
      rehearsalOf({ status: 'failed', effect_hash: null }),
      ['*Rehearse again', '!Delete draft'],
    ],
    ['a reviewer before a rehearsal', REVIEWER, null, ['*Rehearse', '!Refuse change set']],
    ['a reviewer', REVIEWER, rehearsalOf(), ['*Approve change set', 'Rehearse again', '!Refuse change set']],
    ['applied', { undo: true }, rehearsalOf(), ['Undo change set']],
  ])('of %s', (_, allowed, rehearsal, labels) => {
    const buttons = actionButtons(changeSet({ actions: { ...NONE, ...allowed }, rehearsal }));
    const sign = { primary: '*', danger: '!', plain: '' };
    expect(buttons.map(({ label, tone }) => `${sign[tone]}${label}`)).toEqual(labels);
  });

  it.each<[ChangeState, boolean, string[]]>([
    ['refused', true, ['*Reopen as draft', '!Delete change set']],
    ['refused', false, ['!Delete change set']],
    ['proposed', true, ['!Delete change set']],
  ])('of a change set that is %s lead its author back: %s', (state, edit, labels) => {
    const buttons = actionButtons(changeSet({ state, actions: { ...NONE, edit, delete: true }, rehearsal: null }));
    const sign = { primary: '*', danger: '!', plain: '' };
    expect(buttons.map(({ label, tone }) => `${sign[tone]}${label}`)).toEqual(labels);
  });

  it('offer no undo of statements, whose rows are not kept', () => {
    const counts = { inserts: 0, updates: 0, deletes: 0, statements: 1 };
    expect(actionButtons(changeSet({ actions: { ...NONE, undo: true }, counts }))).toEqual([]);
  });

  it.each<[string, number, boolean, string[]]>([
    ['whose rows are all known', 2, true, ['Undo change set']],
    ['that wrote nothing', 0, true, []],
    ['of which a sample is shown', 2, false, []],
  ])('of statements %s', (_, sampled, canUndo, labels) => {
    const counts = { inserts: 0, updates: 0, deletes: 0, statements: 1 };
    const statement = { item: 0, command: 'UPDATE', affected_rows: 2, checksum: null };
    const statements = [{ ...statement, sampled_rows: sampled, can_undo: canUndo }];
    const change = changeSet({ actions: { ...NONE, undo: true }, counts, rehearsal: rehearsalOf({ statements }) });
    expect(actionButtons(change).map(({ label }) => label)).toEqual(labels);
  });
});

describe('why a draft does not go on', () => {
  const error = { message: 'duplicate key.', sqlstate: '23505', position: null, detail: null, hint: null };
  const failed = rehearsalOf({ status: 'failed', effect_hash: null, failures: [{ item: 0, error }] });

  it.each<[string, WriteLane, Partial<ChangeActions>, ChangeRehearsal | null, string | null]>([
    ['before a rehearsal', 'review', AUTHOR, null, null],
    ['that is ready', 'review', AUTHOR, rehearsalOf(), null],
    ['whose rehearsal failed', 'review', AUTHOR, failed, 'Cannot be proposed. The last rehearsal failed.'],
    ['that its author applies', 'direct', AUTHOR, failed, 'Cannot be applied. The last rehearsal failed.'],
    ['of another person', 'review', REVIEWER, failed, null],
  ])('of one %s', (_, lane, allowed, rehearsal, text) => {
    expect(nextStepRefusal(changeSet({ lane, actions: { ...NONE, ...allowed }, rehearsal }))).toBe(text);
  });

  it('is not said of what is proposed already', () => {
    const actions = { ...NONE, edit: true };
    expect(nextStepRefusal(changeSet({ state: 'proposed', actions, rehearsal: failed }))).toBeNull();
  });
});
