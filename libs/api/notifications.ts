import type { FormField } from '../forms/index.js';
import type { NotificationEvent } from '../notifications/event-names.js';

/** The name of a kind of channels; `GET /api/notifications/kinds` has them all. */
export type ChannelKindName = string;

/** What a kind of channels is called and takes; `icon` is the name of an icon of the interface. */
export interface ChannelKindInfo {
  kind: ChannelKindName;
  label: string;
  icon: string;
  /** Its messages are signed with a secret, which can be replaced. */
  can_rotate_secret: boolean;
  /** The fields of its settings. */
  fields: FormField[];
}

export interface ChannelKindList {
  items: ChannelKindInfo[];
  next_cursor: null;
}

/** Body of creating and changing a channel. A secret that is left out of a change stays as it is. */
export interface ChannelInput {
  name: string;
  kind: ChannelKindName;
  settings: Record<string, unknown>;
  /** Whether it receives what the owner's jobs notify of by their own settings. */
  for_jobs?: boolean;
}

/** Body of changing a channel: where `expected` is not what is in force, nothing is changed. */
export interface ChannelChange extends ChannelInput {
  expected?: Pick<Channel, 'name' | 'settings' | 'for_jobs'>;
}

/** A channel; secrets never leave, `secrets_set` names those that are there. Times are ISO 8601. */
export interface Channel {
  id: string;
  name: string;
  kind: ChannelKindName;
  settings: Record<string, unknown>;
  /** Where messages go, in a few words without a secret. */
  destination: string;
  secrets_set: string[];
  /** Why a stored secret cannot be decrypted, a sentence; nothing is sent until it can. */
  secrets_fault: string | null;
  for_jobs: boolean;
  owner_id: string;
  owner_name: string;
  state: 'active' | 'resting' | 'disabled';
  /** Why it rests or is disabled. */
  reason: string | null;
  created_at: string;
  /** When something was last taken, and what went wrong last. */
  last_delivered_at: string | null;
  last_error: string | null;
  /** Messages that wait. */
  pending: number;
}

/** A channel that was just made; a webhook's secret that the workbench made is shown this once. */
export interface NewChannel extends Channel {
  secret: string | null;
}

export interface ChannelList {
  items: Channel[];
  next_cursor: null;
}

/** Answer of `POST /api/notifications/channels/{id}/test`. */
export interface ChannelTest {
  delivered: boolean;
  /** The HTTP status, or the reply code of a mail server; null where there was none. */
  status: number | null;
  detail: string;
}

/** Body of creating and changing a subscription. */
export interface SubscriptionInput {
  channel_id: string;
  events: NotificationEvent[];
  filter?: { connection_ids?: string[]; job_ids?: string[] };
  /** Collects events for this long into one message; 0 sends each at once. */
  digest_minutes?: number;
}

/** Body of changing a subscription: where `expected` is not what is in force, nothing is changed. */
export interface SubscriptionChange extends SubscriptionInput {
  expected?: SubscriptionInput;
}

export interface Subscription {
  id: string;
  channel_id: string;
  events: NotificationEvent[];
  filter: { connection_ids?: string[]; job_ids?: string[] };
  digest_minutes: number;
  created_at: string;
}

export interface SubscriptionList {
  items: Subscription[];
  next_cursor: null;
}

/**
 * How a message to a channel stands: `pending` waits for its first or next try, `delivered`, `failed` is not tried again,
 * `digested` went out as a part of another.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'digested';

/** One try. `answer` is what came back, for administrators only. */
export interface DeliveryAttempt {
  at: string;
  status: number | null;
  latency_ms: number;
  outcome: string;
  detail: string;
  answer?: string;
}

/** One message to one channel. */
export interface MessageDelivery {
  id: string;
  event_id: string;
  event: string;
  title: string;
  channel_id: string;
  channel_name: string;
  channel_kind: ChannelKindName;
  state: DeliveryState;
  attempts: number;
  created_at: string;
  next_attempt_at: string | null;
  finished_at: string | null;
  last_attempt: DeliveryAttempt | null;
}

export interface DeliveryDetails extends MessageDelivery {
  message: string;
  tries: DeliveryAttempt[];
}

export interface DeliveryList {
  items: MessageDelivery[];
  next_cursor: string | null;
}

/** One entry of the bell. `path` is a page of this workbench. */
export interface InboxItem {
  id: string;
  event: string;
  label: string;
  title: string;
  message: string;
  path: string;
  tone: 'good' | 'bad' | 'plain';
  occurred_at: string;
  is_read: boolean;
}

export interface Inbox {
  items: InboxItem[];
  /** Counted up to 100. */
  unread_count: number;
  next_cursor: string | null;
}
