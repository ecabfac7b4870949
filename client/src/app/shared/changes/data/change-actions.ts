import type { ChangeActions, ChangeSetDetails } from '#libs/api';
import { proposalObstacle } from '#libs/changes';
import type { IconName } from '../../ui/icon/icon';
import { applyText, rowCount } from './change-labels';
import type { OpenChange } from './open-change';

export type ChangeActionName = Exclude<keyof ChangeActions, 'edit' | 'comment'> | 'reopen';

/** A button for what may be done now. */
export interface ActionButton {
  readonly name: ChangeActionName;
  readonly label: string;
  /** What screen readers say while it is under way. */
  readonly busyLabel: string;
  readonly icon: IconName;
  readonly tone: 'primary' | 'danger' | 'plain';
}

type Offer = Omit<ActionButton, 'tone'>;

/**
 * The buttons of a change set, the next step first: what the server allows, as far as it can succeed. Approving and
 * applying need a rehearsal that is ready; an undo needs rows that are known. Where only a repeated rehearsal is left,
 * no button is primary.
 */
export function actionButtons(change: ChangeSetDetails): ActionButton[] {
  const { actions, counts, rehearsal, state } = change;
  const isReady = rehearsal?.status === 'ready' && rehearsal.effect_hash !== null;
  const isFirst = rehearsal === null;
  const isNextStep = actions.propose && isReady && !actions.apply;
  const propose = offer('propose', 'Propose change set', 'Proposing', 'circle-dot');
  const offers: [boolean, Offer][] = [
    [actions.apply && isReady, offer('apply', applyText(counts), 'Applying', 'check')],
    [actions.approve && isReady, offer('approve', 'Approve change set', 'Approving', 'shield-check')],
    [isNextStep, propose],
    [actions.rehearse, offer('rehearse', isFirst ? 'Rehearse' : 'Rehearse again', 'Rehearsing', 'play')],
    [actions.propose && !isNextStep, propose],
    [actions.edit && state === 'refused', offer('reopen', 'Reopen as draft', 'Reopening', 'pencil')],
    [actions.undo && hasKnownRows(change), offer('undo', 'Undo change set', 'Creating the undo', 'rotate-ccw')],
    [actions.refuse, offer('refuse', 'Refuse change set', 'Refusing', 'ban')],
    [actions.delete, offer('delete', `Delete ${state === 'draft' ? 'draft' : 'change set'}`, 'Deleting', 'trash')],
  ];
  return offers
    .filter(([isOffered]) => isOffered)
    .map(([, one], place) => ({ ...one, tone: toneOf(one.name, place === 0, isReady) }));
}

/** Actions that agree to the rows in sight, so that they wait for the rows of the last rehearsal. */
export const ROW_ACTIONS: readonly ChangeActionName[] = ['approve', 'apply'];

/** Why the actions that agree to rows have to wait, for the place of their buttons; null where none does. */
export function rowsRefusal(open: OpenChange, buttons: readonly ActionButton[]): string | null {
  if (open.areRowsCurrent() || !buttons.some(({ name }) => ROW_ACTIONS.includes(name))) return null;
  return open.rows.state() === 'failed' ? 'The rows could not be loaded.' : 'Loading the rows…';
}

/** Rows of edits, or of statements that show every row that they wrote. */
function hasKnownRows({ counts, rehearsal }: ChangeSetDetails): boolean {
  const statements = rehearsal?.statements ?? [];
  return rowCount(counts) > 0 || statements.some((one) => one.can_undo === true && one.sampled_rows > 0);
}

/** Why the author cannot go on now, for the place of the button; null where they can, or where it is no draft. */
export function nextStepRefusal({ actions, lane, rehearsal, state }: ChangeSetDetails): string | null {
  if (!actions.edit || (state !== 'draft' && state !== 'conflicted')) return null;
  const obstacle = proposalObstacle(rehearsal);
  if (obstacle === null) return null;
  // The reason of the database stands above.
  const reason = rehearsal?.status === 'failed' ? 'The last rehearsal failed.' : obstacle;
  return `Cannot be ${lane === 'direct' ? 'applied' : 'proposed'}. ${reason}`;
}

function offer(name: ChangeActionName, label: string, busyLabel: string, icon: IconName): Offer {
  return { name, label, busyLabel, icon };
}

function toneOf(name: ChangeActionName, isFirst: boolean, isReady: boolean): ActionButton['tone'] {
  if (name === 'refuse' || name === 'delete') return 'danger';
  const isRoutine = name === 'undo' || (name === 'rehearse' && isReady);
  return isFirst && !isRoutine ? 'primary' : 'plain';
}
