export { JsonScanner } from './json-scanner.js';
export { ANONYMOUS_BODY_BYTES, DEFAULT_BODY_LIMITS, MAX_QUERY_PARAMETERS, TEXT_BODY_LIMITS } from './limits.js';
export type { BodyLimits, RequestFault } from './limits.js';
export { queryFault } from './query-fault.js';
