export { FairQueue } from './fair-queue.js';
export type { FairQueueLimits, QueueRefusal, Ticket } from './fair-queue.js';
export {
  KEPT_RUNS,
  SHARED_LIMITS,
  SHARED_REQUEST_RATE,
  SINGLE_LIMITS,
  busyConnectionText,
  defaultResultBytes,
  ownShareText,
  personLimitText,
  slotsPerPerson,
} from './person-limits.js';
export type { PersonLimits } from './person-limits.js';
export { isFull, takeToken } from './token-bucket.js';
export type { BucketVerdict, RequestRate, TokenBucket } from './token-bucket.js';
