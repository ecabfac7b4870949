import { mayPlaceConnections } from '#libs/access';
import type { Actor } from '#libs/access';
import type { ConnectionUpdate } from '#libs/api';
import { mayReusePassword } from '#libs/connection-target';
import type { ConnectionTarget } from '#libs/connection-target';
import { Problem } from '../platform/index.js';
import { isServerConfig, tunnelOf, tunnelText } from './connection-config.js';
import type { ConnectionConfig, ServerConnection } from './connection-config.js';
import { CONNECTION_DEFAULTS } from './connection-rules.js';
import { settingsThatDiffer } from './connection-settings.js';
import { capabilitiesOf, engineSettings, secretNames } from './engines/engines.js';
import { nonEmpty } from './engines/settings/non-empty.js';
import { storedSecrets } from './stored-secrets.js';
import type { StoredSecrets } from './stored-secrets.js';

/**
 * The secrets to try settings with: those that were typed, and stored ones where they go to the target that they are
 * stored for. Throws `secret-needed` for another target, and where a stored one cannot be decrypted.
 */
export function secretsForTest(input: ConnectionUpdate, stored: ConnectionConfig | null): StoredSecrets {
  const names = secretNames(input.kind);
  const given = names.filter((name) => Reflect.get(input, name) !== undefined);
  const typed = given.map((name) => [name, nonEmpty(Reflect.get(input, name) as string | null)] as const);
  return { ...Object.fromEntries(typed), ...(stored !== null && reusedSecrets(input, stored, given)) };
}

function reusedSecrets(input: ConnectionUpdate, stored: ConnectionConfig, given: readonly string[]): StoredSecrets {
  if (!isServerConfig(stored) || !hasTarget(input)) return {};
  const { values, faults } = storedSecrets(stored);
  const kept = Object.keys(values).filter((name) => !given.includes(name));
  const faulty = kept.find((name) => name in faults);
  if (faulty !== undefined) throw secretNeeded(faulty, faults[faulty]);
  const sent = kept.find((name) => values[name] !== null && isSent(input, name));
  if (sent !== undefined && !mayReusePassword(storedTarget(stored), targetOf(input, {}))) throw secretNeeded(sent);
  return Object.fromEntries(kept.map((name) => [name, values[name] ?? null]));
}

/**
 * Checks that a change of a connection sends its stored secrets nowhere new. `defaults` fill in what the input leaves
 * out. Throws `forbidden` where an actor who is no administrator, or whose token is limited, points the connection elsewhere, and `secret-needed`
 * where a stored secret would go along.
 */
export function refuseOtherTarget(
  actor: Actor,
  input: ConnectionUpdate,
  stored: ConnectionConfig,
  defaults: Partial<ServerConnection>,
): void {
  if (!isServerConfig(stored) || !hasTarget(input)) return;
  const isSameTarget = mayReusePassword(storedTarget(stored), targetOf(input, defaults));
  if (!mayPlaceConnections(actor) && (!isSameTarget || changesPlace(input, stored)))
    throw new Problem('forbidden', PLACE);
  if (isSameTarget) return;
  const { values, faults } = storedSecrets(stored);
  const isKept = (name: string) => (values[name] !== null || name in faults) && Reflect.get(input, name) === undefined;
  const kept = Object.keys(values).find((name) => isKept(name) && isSent(input, name));
  if (kept !== undefined) throw secretNeeded(kept);
}

/** Whether a setting that administrators alone may change is another one. */
function changesPlace(input: ConnectionUpdate, stored: ConnectionConfig): boolean {
  const changed = settingsThatDiffer(input, stored, () => '');
  return engineSettings(input.kind).some(({ name, isPlace }) => isPlace === true && name in changed);
}

function isSent({ kind }: ConnectionUpdate, name: string): boolean {
  return engineSettings(kind).some((setting) => setting.name === name && setting.isSent === true);
}

function hasTarget({ kind }: ConnectionUpdate): boolean {
  return capabilitiesOf(kind).network;
}

/** The target of settings; what they leave out is as in `stored`, and null is the default. */
function targetOf(input: ConnectionUpdate, stored: Partial<ServerConnection>): ConnectionTarget {
  const service = given(input.service, stored.service) ?? '';
  return {
    host: given(input.host, stored.host) ?? '',
    port: given(input.port, stored.port) ?? CONNECTION_DEFAULTS.port,
    database: given(input.database, stored.database) ?? '',
    user: given(input.user, stored.user) ?? '',
    ssl: given(input.ssl, stored.ssl) ?? CONNECTION_DEFAULTS.ssl,
    service: service === '' ? null : service,
    tunnel: tunnelIn(input, stored),
  };
}

function tunnelIn(input: ConnectionUpdate, { ssh: known }: Partial<ServerConnection>): string | null {
  if ((given(input.ssh, known?.auth) ?? 'off') === 'off') return null;
  const host = given(input.ssh_host, known?.host) ?? '';
  const port = given(input.ssh_port, known?.port) ?? CONNECTION_DEFAULTS.sshPort;
  return tunnelText({ host, port, user: given(input.ssh_user, known?.user) ?? '' });
}

/** Only what is left out is as stored: requests may hold null, which stands for the default. */
function given<T>(wanted: T | null | undefined, stored: T | null | undefined): T | null | undefined {
  return wanted === undefined ? stored : wanted;
}

/** Where a connection leads, and by what. */
export function storedTarget(config: ServerConnection): ConnectionTarget {
  const tunnel = tunnelOf(config);
  return { ...config, service: config.service ?? null, tunnel: tunnel === null ? null : tunnelText(tunnel) };
}

const PLACE = 'Only administrators can change the server, user, database, SSL or SSH tunnel of a connection.';
const OTHER_TARGET =
  'type the password again: the stored one is only sent to the server, user and database it was typed for';

function secretNeeded(name: string, detail = OTHER_TARGET): Problem {
  return new Problem('secret-needed', undefined, { errors: [{ pointer: `/${name}`, detail }] });
}
