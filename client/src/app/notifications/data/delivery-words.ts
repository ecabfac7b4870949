import type { DeliveryState, MessageDelivery } from '#libs/api';
import { EVENT_LABELS, attemptText, isNotificationEvent } from '#libs/notifications';
import { latencyText } from '../../shared/connections/connection-look';
import type { IconName } from '../../shared/ui/icon/icon';

/** How a state looks and is called. */
export interface StateBadge {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: '' | 'dw-success' | 'dw-warn' | 'dw-danger';
}

export const STATES: Readonly<Record<DeliveryState, StateBadge>> = {
  pending: { word: 'Waiting', icon: 'clock', tone: 'dw-warn' },
  delivered: { word: 'Delivered', icon: 'circle-check', tone: 'dw-success' },
  failed: { word: 'Failed', icon: 'circle-x', tone: 'dw-danger' },
  digested: { word: 'In a digest', icon: 'layers', tone: '' },
};

/** What an event is called; one that this page does not know by its own name. */
export function eventText(event: string): string {
  return isNotificationEvent(event) ? EVENT_LABELS[event] : event;
}

/** What came of the last try, in a few words. */
export function lastTryText({ last_attempt: last }: Pick<MessageDelivery, 'last_attempt'>): string {
  if (last === null) return 'Not attempted yet';
  return `${attemptText(last)} in ${latencyText(last.latency_ms)}`;
}
