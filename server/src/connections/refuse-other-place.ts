import { mayPlaceConnections } from '#libs/access';
import type { Actor } from '#libs/access';
import type { ConnectionUpdate } from '#libs/api';
import { Problem } from '../platform/index.js';
import { isPathConfig, isServerConfig } from './connection-config.js';
import type { ConnectionConfig } from './connection-config.js';
import { refuseOtherTarget } from './stored-password.js';

/**
 * Where a connection points is the administrators' choice: others could scan ports or open files with it. What the input
 * leaves out stays as it is stored, or is the default where settings are only tried. Throws as `refuseOtherTarget` does, and
 * `validation-failed` where a path or the kind differs.
 */
export function refuseOtherPlace(
  actor: Actor,
  input: ConnectionUpdate,
  stored: ConnectionConfig,
  leftOut: 'stored' | 'default',
): void {
  const mayPlace = mayPlaceConnections(actor);
  // Settings of another kind have none of the places that are compared below.
  if (!mayPlace) refuseOther('kind', input.kind, stored.kind);
  refuseOtherTarget(actor, input, stored, leftOut === 'stored' && isServerConfig(stored) ? stored : {});
  if (mayPlace || !isPathConfig(stored)) return;
  const path = stored.pathAsWritten ?? stored.path;
  refuseOther('path', input.path ?? (leftOut === 'stored' ? path : ''), path);
}

/** Throws `validation-failed` where a setting that cannot be changed has another value. */
export function refuseOther(name: string, wanted: string, actual: string): void {
  if (wanted === actual) return;
  const detail = `the ${name} of a connection cannot be changed: add a new connection`;
  throw new Problem('validation-failed', undefined, { errors: [{ pointer: `/${name}`, detail }] });
}
