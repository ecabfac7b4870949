import type { ChannelChange } from '#libs/api';
import type { ChannelFields } from './channel.entity.js';

/** What people change of a channel; secrets are seen by none. */
export type ChannelChoices = NonNullable<ChannelChange['expected']>;

/** Choices that can be compared: without what rotating the secret leaves among the settings. */
export function comparable({ name, settings, for_jobs }: ChannelChoices): ChannelChoices {
  const chosen = Object.entries(settings).filter(([setting]) => setting !== 'former_until');
  return { name, settings: Object.fromEntries(chosen), for_jobs };
}

/** Until when a former secret signs along is no setting of a request. */
export function overlapOf({ settings }: ChannelFields): Record<string, unknown> {
  return 'former_until' in settings ? { former_until: settings.former_until } : {};
}
