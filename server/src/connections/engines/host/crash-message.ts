import type { HostEnd } from './host-process.js';

/** What happened; `user` is what the process works for. */
export function crashReason({ reason, isOutOfMemory, isStuck }: HostEnd, user = 'connection'): string {
  if (isStuck)
    return `A statement in the engine process of this ${user} could not be stopped, so the process was ended.`;
  return isOutOfMemory
    ? `The engine process of this ${user} ran out of memory and ended.`
    : `The engine process of this ${user} ended unexpectedly (${reason}).`;
}

/** The same and what to do, where the statement has kept nothing. */
export function crashMessage(end: HostEnd, user = 'connection'): string {
  return `${crashReason(end, user)} ${adviceOn(end)}`;
}

function adviceOn({ isOutOfMemory, isStuck }: HostEnd): string {
  if (isStuck) return 'Run it again: a new process starts.';
  return isOutOfMemory
    ? 'Read less at once, then run the statement again in a new process.'
    : 'Run the statement again: a new process starts. If it ends again, change the statement.';
}
