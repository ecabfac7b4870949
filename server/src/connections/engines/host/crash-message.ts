import type { HostEnd } from './host-process.js';

/** One sentence on what happened, one on what to do. */
export function crashMessage({ reason, isOutOfMemory, isStuck }: HostEnd): string {
  if (isStuck)
    return 'A statement in the engine process of this connection could not be stopped, so the process was ended. Run your statement again: a new process starts.';
  return isOutOfMemory
    ? 'The engine process of this connection ran out of memory and ended. Read less at once, then run the statement again in a new process.'
    : `The engine process of this connection ended unexpectedly (${reason}). Run the statement again: a new process starts. If it ends again, change the statement.`;
}
