import { isJobEvent } from './notification-event.js';
import type { NotificationEvent } from './event-names.js';

/** What a subscription lets through; null is no filter. */
export interface SubscriptionFilter {
  readonly events: readonly NotificationEvent[];
  readonly connectionIds: readonly string[] | null;
  readonly jobIds: readonly string[] | null;
}

/** What an event is about. */
export interface EventSubject {
  readonly event: NotificationEvent;
  readonly connectionId: string | null;
  readonly jobId: string | null;
}

/**
 * Whether a subscription wants an event. A filter by connection lets through what is about one of them; a filter by
 * job concerns events of jobs only, so that one subscription can hold both.
 */
export function matchesSubscription(filter: SubscriptionFilter, { event, connectionId, jobId }: EventSubject): boolean {
  if (!filter.events.includes(event)) return false;
  if (filter.connectionIds !== null && (connectionId === null || !filter.connectionIds.includes(connectionId)))
    return false;
  if (!isJobEvent(event) || filter.jobIds === null) return true;
  return jobId !== null && filter.jobIds.includes(jobId);
}
