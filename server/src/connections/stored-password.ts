import type { Actor } from '#libs/access';
import type { ConnectionInput } from '#libs/api';
import { mayReusePassword, targetText } from '#libs/connection-target';
import type { ConnectionTarget } from '#libs/connection-target';
import { Problem } from '../platform/index.js';
import { hasStoredPassword, isServerConfig } from './connection-config.js';
import type { ConnectionConfig } from './connection-config.js';
import { CONNECTION_DEFAULTS } from './connection-rules.js';
import { capabilitiesOf } from './engines/engines.js';

/**
 * The password to try settings with: the one that was typed, or the stored one where it goes to the target it is stored
 * for. Throws `secret-needed` for another target, and where the stored one cannot be decrypted.
 */
export function passwordForTest(input: ConnectionInput, stored: ConnectionConfig | null): string | null {
  if (input.password !== undefined) return input.password === '' ? null : input.password;
  if (stored === null || !isServerConfig(stored) || !hasStoredPassword(stored) || !hasTarget(input)) return null;
  if (stored.passwordFault !== undefined) throw secretNeeded(stored.passwordFault);
  if (mayReusePassword(stored, targetOf(input, CONNECTION_DEFAULTS))) return stored.password;
  throw secretNeeded();
}

/**
 * Checks that a change of a connection sends its stored password nowhere new. `defaults` fill in what the input leaves
 * out. Throws `forbidden` where an actor who is no administrator points the connection elsewhere, and `secret-needed`
 * where the stored password would go along.
 */
export function refuseOtherTarget(
  actor: Actor,
  input: ConnectionInput,
  stored: ConnectionConfig,
  defaults: Partial<ConnectionTarget>,
): void {
  if (!isServerConfig(stored) || !hasTarget(input)) return;
  if (mayReusePassword(stored, targetOf(input, defaults))) return;
  if (actor.role !== 'admin') {
    throw new Problem('forbidden', 'Only administrators can change the server, user, database or SSL of a connection.');
  }
  if (hasStoredPassword(stored) && input.password === undefined) throw secretNeeded();
}

/** The old and the new target of a connection that was changed, for the audit; null where it is the same. */
export function targetChange(before: ConnectionConfig, after: ConnectionConfig): { from: string; to: string } | null {
  if (!isServerConfig(before) || !isServerConfig(after)) return null;
  const [from, to] = [targetText(before), targetText(after)];
  return from === to ? null : { from, to };
}

function hasTarget({ kind }: ConnectionInput): boolean {
  return capabilitiesOf(kind).network;
}

function targetOf(input: ConnectionInput, defaults: Partial<ConnectionTarget>): ConnectionTarget {
  return {
    host: input.host ?? '',
    port: input.port ?? defaults.port ?? CONNECTION_DEFAULTS.port,
    database: input.database ?? '',
    user: input.user ?? '',
    ssl: input.ssl ?? defaults.ssl ?? CONNECTION_DEFAULTS.ssl,
  };
}

const OTHER_TARGET =
  'type the password again: the stored one is only sent to the server, user and database it was typed for';

function secretNeeded(detail = OTHER_TARGET): Problem {
  return new Problem('secret-needed', undefined, { errors: [{ pointer: '/password', detail }] });
}
