export { Allow, AllowAdmin, AllowAnyone, AllowToken, ROUTE_RULE, TokenInQuery } from './allow.js';
export { Identification } from './identification.js';
export type { Identify } from './identification.js';
export { isRevoked, whenRevoked } from './when-revoked.js';
export { CurrentActor, actorOf } from './request-actor.js';
