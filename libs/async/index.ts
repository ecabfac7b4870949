export { ABORTED } from './aborted.js';
export { Backoff } from './backoff.js';
export type { BackoffLimits } from './backoff.js';
export { KeyedMutex } from './keyed-mutex.js';
export { onAbort } from './on-abort.js';
export { Remembered } from './remembered.js';
export { SingleFlight } from './single-flight.js';
export { TaskQueue } from './task-queue.js';
