import type { Channel } from '#libs/api';

/** Whether the channel sends what it receives now. */
export function delivers({ state, secrets_fault: fault }: Channel): boolean {
  return state === 'active' && fault === null;
}

/** The name in a list of choices, with what keeps the channel from sending. */
export function channelChoice(channel: Channel): string {
  if (channel.state === 'disabled') return `${channel.name} (disabled)`;
  if (channel.state === 'resting') return `${channel.name} (paused after failures)`;
  return channel.secrets_fault === null ? channel.name : `${channel.name} (secret unreadable)`;
}
