import type { ChangeRehearsal, Connection } from '../api/index.js';

/**
 * Why a change set cannot be proposed, a sentence; null where it can. Nobody can approve what the database refuses. One that
 * was not rehearsed yet can be proposed: agents do not rehearse.
 */
export function proposalObstacle(
  rehearsal: Pick<ChangeRehearsal, 'status' | 'failures' | 'conflicts'> | null,
): string | null {
  if (rehearsal?.status === 'conflicted')
    return `${rehearsal.conflicts.length === 1 ? 'A row has' : 'Rows have'} changed since: settle the conflict first.`;
  if (rehearsal?.status !== 'failed') return null;
  const [first] = rehearsal.failures;
  return `The last rehearsal failed${first === undefined ? '' : `: ${withoutStop(first.error.message)}`}.`;
}

/** What of a connection decides whether it takes change sets. */
export interface LaneFacts extends Pick<Connection, 'name' | 'engine' | 'writes'> {
  /** Null where that is not known yet: what a path holds shows when it is opened. */
  readonly hasChangeSets: boolean | null;
}

/** Why a connection takes no change sets, a sentence; null where it takes them, or may. */
export function laneObstacle({ name, engine, writes, hasChangeSets }: LaneFacts): string | null {
  if (hasChangeSets === false) return `${name} takes no change sets: they are not supported in ${engine.in_text}.`;
  return writes === 'none' ? `${name} is read-only, so it takes no change sets.` : null;
}

function withoutStop(message: string): string {
  return message.trim().replace(/\.$/, '');
}
