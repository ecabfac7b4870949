import type { Channel, ChannelInput, ChannelKindName, SmtpSecurity } from '#libs/api';

/** Everything that the form of a channel holds, whatever its kind; each kind uses a part of it. */
export interface ChannelForm {
  readonly name: string;
  readonly kind: ChannelKindName;
  readonly forJobs: boolean;
  readonly url: string;
  readonly secret: string;
  readonly bot_token: string;
  readonly chat_id: string;
  readonly host: string;
  readonly port: string;
  readonly security: SmtpSecurity;
  readonly user: string;
  readonly password: string;
  readonly from: string;
  readonly to: string;
}

/** A field of the form, as the server's mistakes name it. */
export type ChannelField =
  | 'name'
  | `settings/${'url' | 'secret' | 'bot_token' | 'chat_id' | 'host' | 'port' | 'user' | 'password' | 'from' | 'to'}`;

const EMPTY: ChannelForm = {
  ...{ name: '', kind: 'slack', forJobs: true, url: '', secret: '', bot_token: '', chat_id: '' },
  ...{ host: '', port: '587', security: 'starttls', user: '', password: '', from: '', to: '' },
};

/** The port that goes with a kind of security, unless another was typed. */
export const USUAL_PORTS: Readonly<Record<SmtpSecurity, string>> = { starttls: '587', implicit: '465', none: '25' };

/** The form of a channel as it is, or of a new one; secrets are never known. */
export function formOf(channel: Channel | null): ChannelForm {
  if (channel === null) return EMPTY;
  const { settings } = channel;
  const text = (name: string) => (typeof settings[name] === 'string' ? settings[name] : '');
  const to: unknown = settings['to'];
  return {
    ...{ ...EMPTY, name: channel.name, kind: channel.kind, forJobs: channel.for_jobs },
    url: channel.kind === 'webhook' ? text('url') : '',
    ...{ chat_id: text('chat_id'), host: text('host'), from: text('from'), user: text('user') },
    port: typeof settings['port'] === 'number' ? String(settings['port']) : EMPTY.port,
    security: (text('security') || EMPTY.security) as SmtpSecurity,
    to: Array.isArray(to) ? to.join(', ') : '',
  };
}

/** What the form says; a secret that was not typed is left out, so that the one that is there stays. */
export function inputOf(form: ChannelForm): ChannelInput {
  return { name: form.name.trim(), kind: form.kind, for_jobs: form.forJobs, settings: settingsOf(form) };
}

/** What is wrong with the fields of its kind; a secret may stay empty where `has` says that there is one. */
export function mistakesOf(form: ChannelForm, has: readonly string[]): Partial<Record<ChannelField, string | null>> {
  const mistakes: Partial<Record<ChannelField, string | null>> = { name: form.name.trim() ? null : 'Enter a name.' };
  if (form.kind === 'email') return { ...mistakes, ...emailMistakes(form) };
  if (form.kind === 'telegram') {
    const hasToken = form.bot_token.trim() !== '' || has.includes('bot_token');
    const token = hasToken ? null : 'Enter the bot token.';
    return {
      ...mistakes,
      'settings/bot_token': token,
      'settings/chat_id': form.chat_id.trim() ? null : 'Enter the chat ID.',
    };
  }
  const isThere = form.kind !== 'webhook' && form.url.trim() === '' && has.includes('url');
  return { ...mistakes, 'settings/url': isThere ? null : urlMistake(form.url), 'settings/secret': null };
}

function settingsOf(form: ChannelForm): Record<string, unknown> {
  const typed = (name: 'url' | 'secret' | 'bot_token' | 'password' | 'user') => {
    const text = form[name].trim();
    return text === '' ? {} : { [name]: text };
  };
  if (form.kind === 'telegram') return { ...typed('bot_token'), chat_id: form.chat_id.trim() };
  if (form.kind === 'webhook') return { url: form.url.trim(), ...typed('secret') };
  if (form.kind !== 'email') return typed('url');
  const { host, port, security, from } = form;
  const login = { ...typed('user'), ...typed('password') };
  return { host: host.trim(), port: Number(port), security, ...login, from: from.trim(), to: addressesOf(form.to) };
}

function emailMistakes(form: ChannelForm): Partial<Record<ChannelField, string | null>> {
  const MAX_PORT = 65_535;
  const port = Number(form.port);
  const isPort = /^\d{1,5}$/.test(form.port.trim()) && port >= 1 && port <= MAX_PORT;
  const to = addressesOf(form.to);
  const wrong = to.find((address) => !isAddress(address));
  return {
    'settings/host': form.host.trim() ? null : 'Enter the mail server.',
    'settings/port': isPort ? null : 'Enter a port from 1 to 65535.',
    'settings/from': isAddress(form.from.trim()) ? null : 'Enter an email address.',
    'settings/to':
      to.length === 0 ? 'Enter at least one email address.' : wrong ? `${wrong} isn't an email address.` : null,
    ...{ 'settings/user': null, 'settings/password': null },
  };
}

function addressesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((address) => address !== '');
}

function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

function urlMistake(text: string): string | null {
  return /^https?:\/\/\S+$/i.test(text.trim()) ? null : 'Enter a URL that starts with https:// or http://.';
}
