import type { EventMap } from '../events/index.js';
import { NOTIFICATION_EVENTS } from './event-names.js';
import type { NotificationEvent } from './event-names.js';

/** What an event that people can subscribe to says. */
export type NotificationPayload = EventMap[NotificationEvent];

/** What people read in place of the names on the wire. */
export const EVENT_LABELS: Readonly<Record<NotificationEvent, string>> = {
  'schema.changed': 'Schema Changed',
  'contract.violated': 'Contract Violated',
  'contract.restored': 'Contract Restored',
  'change.proposed': 'Change proposed',
  'change.applied': 'Change applied',
  'change.refused': 'Change refused',
  'change.undone': 'Change undone',
  'scheduler.job.success': 'Job success',
  'scheduler.job.error': 'Job error',
  'core.backup.completed': 'Backup completed',
  'core.backup.failed': 'Backup failed',
};

/** Whether a name is that of an event that people can subscribe to. */
export function isNotificationEvent(name: string): name is NotificationEvent {
  return (NOTIFICATION_EVENTS as readonly string[]).includes(name);
}

/** Whether an event is about a job, and so has filters and an owner of its own. */
export function isJobEvent(name: NotificationEvent): boolean {
  return name.startsWith('scheduler.') || name.startsWith('core.');
}

/** Whether an event is about a change set. Pages and channels show them; the bell does not. */
export function isChangeEvent(name: NotificationEvent): boolean {
  return name.startsWith('change.');
}

/** Whether the message of an event is an error in a database's words, which may quote values of rows. */
export function mayQuoteRows(name: string): boolean {
  return name === 'scheduler.job.error' || name === 'core.backup.failed';
}
