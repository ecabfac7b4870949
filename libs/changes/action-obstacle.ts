import { changeActions } from './change-state.js';
import type { ChangeAction, ChangeSituation } from './change-state.js';

/** What a caller lacks of a right, and what is said where an action fails for it alone. */
interface Lack {
  readonly has: Partial<ChangeSituation>;
  readonly text: (situation: ChangeSituation, action: ChangeAction) => string;
}

/** In the order in which they are named. */
const LACKS: readonly Lack[] = [
  { has: { isAgent: false }, text: () => 'Agents can only propose changes.' },
  { has: { mayWrite: true }, text: queryOnly },
  { has: { mayApprove: true }, text: (_, action) => `You have no right to ${action} change sets of others here.` },
  { has: { isAuthor: true }, text: (_, action) => `Only its author can ${action} this change set.` },
  { has: { isAuthor: false }, text: noOwn },
  { has: { isAuthor: false, mayApprove: true }, text: noOwn },
];

/**
 * Why the caller cannot take an action that the state allows: the right that is missing, the first where it is several; null
 * where it is the state.
 */
export function missingRight(situation: ChangeSituation, action: ChangeAction): string | null {
  const alone = LACKS.find(({ has }) => changeActions({ ...situation, ...has })[action]);
  if (alone !== undefined) return alone.text(situation, action);
  const first = LACKS.find((lack) => {
    return LACKS.some(({ has }) => changeActions({ ...situation, ...lack.has, ...has })[action]);
  });
  return first?.text(situation, action) ?? null;
}

function queryOnly(situation: ChangeSituation): string {
  return changeActions(situation).propose ? 'You may only query here; propose it.' : 'You may only query here.';
}

function noOwn(_: ChangeSituation, action: ChangeAction): string {
  return `You cannot ${action} your own change set.`;
}
