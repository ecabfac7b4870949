import type { ConnectionInput } from '#libs/api';
import { Problem } from '../platform/index.js';
import type { ConnectionConfig } from './connection-config.js';
import { CONNECTION_DEFAULTS } from './connection-rules.js';

/**
 * The password to try settings with: the one that was typed, or the stored one where it would go to the very place
 * it is stored for. Anywhere else it has to be typed again, so that nobody can have it sent to a host of theirs.
 */
export function passwordForTest(input: ConnectionInput, stored: ConnectionConfig | null): string | null {
  if (input.password !== undefined) return input.password === '' ? null : input.password;
  if (stored?.kind !== 'postgres' || stored.password === null || input.kind !== 'postgres') return null;
  const isSamePlace =
    input.host === stored.host &&
    (input.port ?? CONNECTION_DEFAULTS.port) === stored.port &&
    input.user === stored.user &&
    input.database === stored.database &&
    (input.ssl ?? CONNECTION_DEFAULTS.ssl) === stored.ssl;
  if (isSamePlace) return stored.password;
  const detail = 'type the password again: the stored one is only used with the stored server, user, database and ssl';
  throw new Problem('validation-failed', undefined, { errors: [{ pointer: '/password', detail }] });
}
