import type { EventFacts, Message } from '../message.js';

/** The body of a webhook: everything there is to know, as it is. */
export interface WebhookBody {
  readonly id: string;
  /** An event's name; `digest` with the events in `context.events`; or `test`. */
  readonly event: string;
  readonly title: string;
  readonly message: string;
  /** ISO 8601. */
  readonly occurred_at: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** An event as a webhook's body. */
export function webhookBody({ id, event, title, message, occurredAt, context }: EventFacts): WebhookBody {
  return { id, event, title, message, occurred_at: occurredAt, context };
}

/** Several events, or none as with a test, as one webhook's body. */
export function webhookDigest(message: Message, all: readonly EventFacts[]): WebhookBody {
  const { id, event, title, lines, occurredAt } = message;
  const context = all.length === 0 ? {} : { events: all.map(webhookBody) };
  return { id, event, title, message: lines.join('; '), occurred_at: occurredAt, context };
}
