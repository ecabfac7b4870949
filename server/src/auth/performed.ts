import type { Actor } from '#libs/access';
import type { ActionOutcome, ActorFacts, AuditAction, PerformedAction } from '#libs/audit';

/** What an action is done to. */
export type ActionObject = PerformedAction['object'];

/** A fact for the audit, without what limits its actor. */
export function performed(
  actor: Actor | null,
  action: AuditAction,
  object: ActionObject,
  rest: { outcome?: ActionOutcome; details?: PerformedAction['details'] } = {},
): PerformedAction {
  const { outcome = 'done', details = {} } = rest;
  return { action, actor: actor === null ? null : factsOf(actor), outcome, object, details };
}

/** A person as the object of an action. */
export function userObject({ id, email }: { readonly id: string; readonly email: string }): ActionObject {
  return { kind: 'user', id, name: email };
}

/** Who did something, without what limits them. */
export function factsOf({ kind, userId, name, tokenId }: Actor): ActorFacts {
  return { kind, userId, name, tokenId };
}
