export { NameLookup } from './name-lookup.js';
export { Outbound } from './outbound.js';
export type { OutboundAnswer, OutboundFetchOptions, OutboundRequest } from './outbound.js';
export { OutboundFailure } from './outbound-failure.js';
export type { OutboundFailureKind } from './outbound-failure.js';
export { OutboundGate, USUAL_REACH } from './outbound-gate.js';
export type { OutboundReach } from './outbound-gate.js';
