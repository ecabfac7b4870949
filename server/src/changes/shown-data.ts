import { hasScope } from '#libs/access';
import type { Actor } from '#libs/access';
import type { ChangeFailure, ChangeRehearsal } from '#libs/api';
import type { ChangeSetRecord } from './storage/change-set.entity.js';

const HIDDEN_ERROR = 'The error may quote values of rows. Reading it needs the scope query.';

/** Whether `actor` may read rows of databases, which change sets hold. */
export function maySeeRows({ scopes }: Pick<Actor, 'scopes'>): boolean {
  return hasScope(scopes, 'query');
}

/** Whether `actor` may read the items of a change set: a program knows those that it made, but for an undo. */
export function maySeeItems(actor: Actor, { authorId, author, undoes }: ChangeSetRecord): boolean {
  const isByProgram = authorId === actor.userId && author.kind !== 'user' && undoes === null;
  return isByProgram || maySeeRows(actor);
}

/** A rehearsal as `actor` may read it: without rows, and without errors that may quote them, for those who may not. */
export function shownRehearsal(actor: Actor, rehearsal: ChangeRehearsal | null): ChangeRehearsal | null {
  if (rehearsal === null || maySeeRows(actor)) return rehearsal;
  return { ...rehearsal, conflicts: [], failures: rehearsal.failures.map(hidden) };
}

function hidden({ item, error: { sqlstate } }: ChangeFailure): ChangeFailure {
  return { item, error: { message: HIDDEN_ERROR, sqlstate, position: null, detail: null, hint: null } };
}
