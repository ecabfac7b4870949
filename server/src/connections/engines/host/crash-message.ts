import type { HostEnd } from './host-process.js';

/** One sentence on what happened, one on what to do; `user` is what the process works for. */
export function crashMessage({ reason, isOutOfMemory, isStuck }: HostEnd, user = 'connection'): string {
  if (isStuck)
    return `A statement in the engine process of this ${user} could not be stopped, so the process was ended. Run it again: a new process starts.`;
  return isOutOfMemory
    ? `The engine process of this ${user} ran out of memory and ended. Read less at once, then run the statement again in a new process.`
    : `The engine process of this ${user} ended unexpectedly (${reason}). Run the statement again: a new process starts. If it ends again, change the statement.`;
}
