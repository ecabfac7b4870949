import type { PerformedAction } from '#libs/audit';
import { targetText } from '#libs/connection-target';
import { isPathConfig, isServerConfig } from './connection-config.js';
import type { ConnectionConfig } from './connection-config.js';
import { storedSettings } from './connection-settings.js';
import { storedTarget } from './stored-password.js';

/** The settings whose values the audit keeps: what protects the data from a statement. */
const KEPT = ['read_only', 'writes', 'confirm_destructive'] as const;

/** What a change of a connection changed, for the audit: the names of the settings, and what guarded the data and does now. */
export function changeDetails(
  fields: readonly string[],
  before: ConnectionConfig,
  after: ConnectionConfig,
): PerformedAction['details'] {
  const [from, to] = [storedSettings(before), storedSettings(after)];
  const moves = KEPT.filter((name) => from[name] !== to[name]).flatMap((name) => [
    [`${name}_from`, from[name]] as const,
    [`${name}_to`, to[name]] as const,
  ]);
  return { fields, ...(Object.fromEntries(moves) as Record<string, string | boolean>) };
}

/** The old and the new place that a changed connection leads to, for the audit; null where it is the same. */
export function targetChange(before: ConnectionConfig, after: ConnectionConfig): { from: string; to: string } | null {
  const [from, to] = [placeOf(before), placeOf(after)];
  return from === null || to === null || from === to ? null : { from, to };
}

function placeOf(config: ConnectionConfig): string | null {
  if (isServerConfig(config)) return targetText(storedTarget(config));
  return isPathConfig(config) ? (config.pathAsWritten ?? config.path) : null;
}
