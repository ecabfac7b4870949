import type { EntityManager } from 'typeorm';
import { insertRows } from '../../platform/index.js';
import type { AttemptFields, DeliveryFields, NewEvent } from './outbox.entity.js';

const EVENT_COLUMNS = [
  ...['id', 'event', 'title', 'message', 'context', 'path', 'connection_id', 'owner_id'],
  ...['is_in_bell', 'bell_number', 'occurred_at'],
] as const;
const DELIVERY_COLUMNS = [
  ...['id', 'event_id', 'channel_id', 'state', 'attempts', 'digest_key', 'lead_id'],
  ...['created_at', 'due_at', 'finished_at'],
] as const;
const ATTEMPT_COLUMNS = [
  ...['delivery_id', 'number', 'at', 'status', 'latency_ms', 'outcome', 'detail', 'answer'],
] as const;

/** The newest item of the bell that is there, and the newest that a person has read: it may be gone. */
const NEWEST_NUMBERS = `
  SELECT MAX(bell_number) AS "newest" FROM notification_event WHERE is_in_bell = TRUE
  UNION ALL SELECT MAX(read_number) FROM notification_inbox_mark`;

/**
 * Writes an event down, inside a transaction. These three are written for every change and every try, so they go by no
 * entity.
 */
export async function insertEvent(manager: EntityManager, one: NewEvent): Promise<void> {
  const { id, event, title, message, context, path, connectionId, ownerId, isInBell, occurredAt } = one;
  const bellNumber = isInBell ? await nextNumber(manager) : null;
  const row = [id, event, title, message, context, path, connectionId, ownerId, isInBell, bellNumber, occurredAt];
  await insertRows(manager, 'notification_event', EVENT_COLUMNS, [row]);
}

/** One transaction writes at a time, so that the number is given once. */
async function nextNumber(manager: EntityManager): Promise<number> {
  const rows = await manager.query<{ newest: number | null }[]>(NEWEST_NUMBERS);
  return Math.max(0, ...rows.map(({ newest }) => newest ?? 0)) + 1;
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
