import type { Actor } from './actor.js';
import { hasScope } from './scope.js';

type Rights = Pick<Actor, 'role' | 'scopes' | 'connectionIds'>;

/** Whether `actor` is an administrator, and their token, if they use one, has the scope for that. */
export function actsAsAdministrator({ role, scopes }: Pick<Rights, 'role' | 'scopes'>): boolean {
  return role === 'admin' && hasScope(scopes, 'admin');
}

/** Whether `actor` may say where connections point; with a token for some connections alone they would reach others. */
export function mayPlaceConnections(actor: Rights): boolean {
  return actsAsAdministrator(actor) && actor.connectionIds === null;
}
