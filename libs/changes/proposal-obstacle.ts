import type { ChangeRehearsal } from '../api/index.js';

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

function withoutStop(message: string): string {
  return message.trim().replace(/\.$/, '');
}
