import type { Channel, ChannelKindName } from '#libs/api';
import type { IconName } from '../../shared/ui/icon/icon';

/** What each kind of channel is called. */
export const KIND_NAMES: Readonly<Record<ChannelKindName, string>> = {
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  telegram: 'Telegram',
  mattermost: 'Mattermost',
  email: 'E-mail',
  webhook: 'Webhook',
};

/** The picture of a kind. */
export function kindIcon(kind: ChannelKindName): IconName {
  if (kind === 'email') return 'mail';
  return kind === 'webhook' ? 'webhook' : kind === 'telegram' ? 'send' : 'message-square';
}

/** Where a channel leads, in a few words without a secret. */
export function placeText({ kind, settings }: Pick<Channel, 'kind' | 'settings'>): string {
  if (kind === 'webhook') return textOf(settings['url']);
  if (kind === 'telegram') return `chat ${textOf(settings['chat_id'])}`;
  if (kind !== 'email') return textOf(settings['host']);
  const to = Array.isArray(settings['to']) ? settings['to'].map(textOf) : [];
  return `${to.join(', ')} by ${textOf(settings['host'])}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
