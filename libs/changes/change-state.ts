import type { ChangeActions, ChangeState, WriteLane } from '../api/index.js';

/** What can be done with a change set. */
export type ChangeAction = keyof ChangeActions;

/** What moves a change set from one state to another; `conflict` is found while it is rehearsed or applied. */
export type ChangeStep = 'edit' | 'propose' | 'approve' | 'refuse' | 'apply' | 'conflict' | 'undo';

const OPEN: readonly ChangeState[] = ['draft', 'proposed', 'approved', 'conflicted'];

/** States of change sets that the database has taken. */
export const ENDED_STATES: readonly ChangeState[] = ['applied', 'undone'];

/** From where each step is possible, and where it leads. */
const STEPS: Readonly<Record<ChangeStep, { readonly from: readonly ChangeState[]; readonly to: ChangeState }>> = {
  edit: { from: [...OPEN, 'refused'], to: 'draft' },
  propose: { from: ['draft', 'conflicted'], to: 'proposed' },
  approve: { from: ['proposed'], to: 'approved' },
  refuse: { from: ['proposed', 'approved'], to: 'refused' },
  apply: { from: ['draft', 'proposed', 'approved'], to: 'applied' },
  conflict: { from: OPEN, to: 'conflicted' },
  undo: { from: ['applied'], to: 'undone' },
};

/** Where a step leads from `state`, or null where it is not possible. */
export function nextState(state: ChangeState, step: ChangeStep): ChangeState | null {
  const { from, to } = STEPS[step];
  return from.includes(state) ? to : null;
}

/** What decides who may do what with a change set. */
export interface ChangeSituation {
  readonly state: ChangeState;
  readonly lane: WriteLane;
  /** The caller, or the owner of the token that the caller uses, made it. */
  readonly isAuthor: boolean;
  /** An agent made it. */
  readonly isByAgent: boolean;
  /** The caller is an agent, which may only propose. */
  readonly isAgent: boolean;
  readonly mayWrite: boolean;
  readonly mayApprove: boolean;
  /** It is not yet known whether the database has kept it. */
  readonly isUncertain: boolean;
}

/**
 * What the caller may do. Authors never approve their own, agents only propose, and on a connection with reviews only what
 * is approved is applied.
 */
export function changeActions(situation: ChangeSituation): ChangeActions {
  const { state, isAuthor, isAgent, mayWrite, mayApprove, isUncertain } = situation;
  const can = (step: ChangeStep): boolean => !isUncertain && nextState(state, step) !== null;
  const isWritten = situation.lane !== 'none';
  const decides = mayApprove && !isAuthor && !isAgent;
  return {
    edit: isAuthor && can('edit'),
    rehearse: isWritten && OPEN.includes(state) && !isUncertain && ((isAuthor && (mayWrite || isAgent)) || decides),
    propose: isAuthor && isWritten && can('propose'),
    approve: decides && isWritten && can('approve'),
    refuse: (decides || (isAuthor && situation.isByAgent && !isAgent)) && can('refuse'),
    apply: isWritten && mayWrite && !isAgent && can('apply') && isReadyFor(situation),
    undo: isWritten && mayWrite && !isAgent && can('undo'),
    delete: isAuthor && !isUncertain && !ENDED_STATES.includes(state),
    comment: true,
  };
}

/** Whether who may write may also apply: after an approval, or directly by its author or one who may approve. */
function isReadyFor({ state, lane, isAuthor, mayApprove }: ChangeSituation): boolean {
  if (state === 'approved') return isAuthor || mayApprove;
  return lane === 'direct' && isAuthor;
}
