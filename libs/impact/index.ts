export * from './changed-part.js';
export type { ImpactItem, ImpactKind } from '../api/index.js';
export * from './in-order.js';
export * from './text-impact.js';
export * from './view-impact.js';
