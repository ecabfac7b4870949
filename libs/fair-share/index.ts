export { FairQueue } from './fair-queue.js';
export type { FairQueueLimits, QueueRefusal, Ticket } from './fair-queue.js';
export { FORMER_TEXT_COUNTS, KEPT_TEXT_BYTES, KEPT_TEXT_COUNTS, fittingCount, keptTextProblem } from './kept-texts.js';
export type { KeptTextKind, TextAmount } from './kept-texts.js';
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
