import type { Scope } from '#libs/access';
import type { ApiTokenInput } from '#libs/api';
import { DEFAULT_LIFETIME_DAYS, expiryOf } from './token-words';

/** What the fields of a new token hold. */
export interface TokenForm {
  readonly name: string;
  /** All that its owner may do, whatever that is at the time. */
  readonly hasAllScopes: boolean;
  readonly scopes: ReadonlySet<Scope>;
  readonly hasAllConnections: boolean;
  readonly connectionIds: ReadonlySet<string>;
  readonly lifetimeDays: number | null;
}

/** A new token that may look and ask, everywhere its owner may, for the usual time. */
export const EMPTY_TOKEN_FORM: TokenForm = {
  name: '',
  hasAllScopes: false,
  scopes: new Set<Scope>(['read', 'query']),
  hasAllConnections: true,
  connectionIds: new Set(),
  lifetimeDays: DEFAULT_LIFETIME_DAYS,
};

/** What is wrong with the fields, each with the fix in the sentence. */
export function tokenFormErrors(form: TokenForm): Record<'name' | 'scopes' | 'connection_ids', string | null> {
  return {
    name: form.name.trim() === '' ? 'Enter a name, such as nightly report.' : null,
    scopes: !form.hasAllScopes && form.scopes.size === 0 ? 'Choose at least one permission.' : null,
    connection_ids:
      !form.hasAllConnections && form.connectionIds.size === 0 ? 'Choose at least one connection, or all.' : null,
  };
}

/** The request body. Call it on a form without errors; `nowMs` is in milliseconds since the epoch. */
export function tokenInput(form: TokenForm, nowMs: number): ApiTokenInput {
  return {
    name: form.name.trim(),
    scopes: form.hasAllScopes ? null : [...form.scopes],
    connection_ids: form.hasAllConnections ? null : [...form.connectionIds],
    expires_at: expiryOf(form.lifetimeDays, nowMs),
  };
}
