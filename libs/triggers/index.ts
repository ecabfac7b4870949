export * from './cron-expression.js';
export * from './next-run.js';
export * from './read-trigger.js';
export * from './trigger-label.js';
export * from './trigger.js';
export { isTimeZone } from './zone-offset.js';
