import type { EntityManager } from 'typeorm';
import { insertRows } from '../../platform/index.js';
import type { AttemptFields, DeliveryFields, EventFields } from './outbox.entity.js';

const EVENT_COLUMNS = [
  ...['id', 'event', 'title', 'message', 'context', 'path', 'connection_id', 'owner_id', 'is_in_bell', 'occurred_at'],
] as const;
const DELIVERY_COLUMNS = [
  ...['id', 'event_id', 'channel_id', 'state', 'attempts', 'digest_key', 'lead_id'],
  ...['created_at', 'due_at', 'finished_at'],
] as const;
const ATTEMPT_COLUMNS = [
  ...['delivery_id', 'number', 'at', 'status', 'latency_ms', 'outcome', 'detail', 'answer'],
] as const;

/** Writes an event down. These three are written for every change and every try, so they go by no entity. */
export function insertEvent(manager: EntityManager, one: EventFields): Promise<void> {
  const { id, event, title, message, context, path, connectionId, ownerId, isInBell, occurredAt } = one;
  const row = [id, event, title, message, context, path, connectionId, ownerId, isInBell, occurredAt];
  return insertRows(manager, 'notification_event', EVENT_COLUMNS, [row]);
}

/** Writes down to whom an event goes. */
export function insertDeliveries(manager: EntityManager, deliveries: readonly DeliveryFields[]): Promise<void> {
  const rows = deliveries.map((one) => {
    const { id, eventId, channelId, state, attempts, digestKey, leadId, createdAt, dueAt, finishedAt } = one;
    return [id, eventId, channelId, state, attempts, digestKey, leadId, createdAt, dueAt, finishedAt];
  });
  return insertRows(manager, 'notification_delivery', DELIVERY_COLUMNS, rows);
}

/** Writes down what was tried. */
export function insertAttempts(manager: EntityManager, attempts: readonly AttemptFields[]): Promise<void> {
  const rows = attempts.map(({ deliveryId, number, at, status, latencyMs, outcome, detail, answer }) => {
    return [deliveryId, number, at, status, latencyMs, outcome, detail, answer];
  });
  // A commit that failed may have kept them: then they are written again.
  return insertRows(manager, 'notification_attempt', ATTEMPT_COLUMNS, rows, 'ON CONFLICT DO NOTHING');
}
