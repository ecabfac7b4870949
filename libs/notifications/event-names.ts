/** The events that people can subscribe to, in the order in which they are offered. */
export const NOTIFICATION_EVENTS = [
  'schema.changed',
  'contract.violated',
  'contract.restored',
  'change.proposed',
  'change.applied',
  'change.refused',
  'change.undone',
  'scheduler.job.success',
  'scheduler.job.error',
  'core.backup.completed',
  'core.backup.failed',
] as const;

/** The name of an event that people can subscribe to. */
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];
