import type { Subscription, SubscriptionInput } from '#libs/api';
import type { NotificationEvent } from '#libs/notifications';

/** What a person has chosen; an empty set of connections or jobs is all of them. */
export interface SubscriptionForm {
  readonly channelId: string;
  readonly events: ReadonlySet<NotificationEvent>;
  readonly connectionIds: ReadonlySet<string>;
  readonly jobIds: ReadonlySet<string>;
  readonly digestMinutes: number;
}

const HOUR = 60;
const DAY = 24 * HOUR;
const DIGESTS: readonly number[] = [0, 5, 15, HOUR, DAY];

/** For how many minutes events may be collected; `own` is what a subscription has, which the API may have set. */
export function digestsWith(own: number): readonly number[] {
  return [...new Set([...DIGESTS, own])].sort((one, other) => one - other);
}

/** The form of a subscription as it is, or of a new one for the channel `channelId`. */
export function formOf(subscription: Subscription | null, channelId: string): SubscriptionForm {
  return {
    channelId: subscription?.channel_id ?? channelId,
    events: new Set(subscription?.events ?? ['schema.changed', 'contract.violated', 'scheduler.job.error']),
    connectionIds: new Set(subscription?.filter.connection_ids ?? []),
    jobIds: new Set(subscription?.filter.job_ids ?? []),
    digestMinutes: subscription?.digest_minutes ?? 0,
  };
}

/** What a form asks for. */
export function inputOf({
  channelId,
  events,
  connectionIds,
  jobIds,
  digestMinutes,
}: SubscriptionForm): SubscriptionInput {
  return {
    channel_id: channelId,
    events: [...events],
    filter: {
      ...(connectionIds.size === 0 ? {} : { connection_ids: [...connectionIds] }),
      ...(jobIds.size === 0 ? {} : { job_ids: [...jobIds] }),
    },
    digest_minutes: digestMinutes,
  };
}

/** When messages go out. */
export function digestText(minutes: number): string {
  if (minutes === 0) return 'Immediately';
  if (minutes % DAY === 0) return minutes === DAY ? 'Once a day' : `Every ${minutes / DAY} days`;
  if (minutes % HOUR === 0) return minutes === HOUR ? 'Every hour' : `Every ${minutes / HOUR} hours`;
  return minutes === 1 ? 'Every minute' : `Every ${minutes} minutes`;
}

/** What a subscription is narrowed to, by names where they are known. */
export function filterText({ filter }: Pick<Subscription, 'filter'>, names: ReadonlyMap<string, string>): string {
  const listed = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(', ');
  const connections = filter.connection_ids === undefined ? 'All connections' : listed(filter.connection_ids);
  return filter.job_ids === undefined ? connections : `${connections}; jobs: ${listed(filter.job_ids)}`;
}
