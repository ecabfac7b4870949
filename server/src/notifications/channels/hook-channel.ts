import { z } from 'zod';
import type { ChannelKindName } from '#libs/api';
import type { FieldMeta } from '#libs/forms';
import type { Message } from '#libs/notifications';
import { fieldMeta } from '../../platform/index.js';
import type { OutboundGate } from '../../platform/index.js';
import type { ChannelKind, OutgoingMessage, SettingsReading, TryResult } from './channel-kind.js';
import type { HttpPost } from './http-post.js';
import { mistakeOf, readSettings } from './read-settings.js';

const MAX_URL = 2000;
const NO_URL = 'Enter a URL that starts with https:// or http://.';

/** The field of an address that messages are posted to. */
export const URL_FIELD: FieldMeta = {
  ...{ label: 'Address', missing: NO_URL, mismatch: NO_URL },
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$',
};

/** What makes one chat service's webhooks differ from those of others. */
export interface HookService {
  readonly bodyOf: (message: Message) => object;
  /** Where the address comes from. */
  readonly help: string;
}

/**
 * A chat service's incoming webhook. Its address is all that it takes to post there, and so is a secret; what is shown is
 * the host.
 */
export abstract class HookChannel implements ChannelKind {
  abstract readonly kind: ChannelKindName;
  abstract readonly label: string;
  abstract readonly ratePerMinute: number;
  readonly icon = 'message-square';
  readonly settings: ChannelKind['settings'];

  constructor(
    private readonly gate: OutboundGate,
    private readonly post: HttpPost,
    private readonly service: HookService,
  ) {
    const url = z.string().trim().min(1).max(MAX_URL);
    this.settings = z.strictObject({ url: url.meta(fieldMeta({ ...URL_FIELD, help: service.help })) });
  }

  read(input: Readonly<Record<string, unknown>>, known: Readonly<Record<string, string>>): SettingsReading {
    const typed = Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'host'));
    const reading = readSettings(this.settings, typed, known, ['url']);
    if (reading.kind === 'invalid') return reading;
    const url = reading.secrets.url ?? '';
    const mistake = mistakeOf('url', () => this.gate.target(url));
    if (mistake !== null) return { kind: 'invalid', errors: [mistake] };
    return { ...reading, settings: { host: new URL(url).host } };
  }

  destination({ host }: Readonly<Record<string, unknown>>): string {
    return String(host);
  }

  deliver(
    _settings: Readonly<Record<string, unknown>>,
    secrets: Readonly<Record<string, string>>,
    { message }: OutgoingMessage,
  ): Promise<TryResult> {
    return this.post.send(secrets.url ?? '', JSON.stringify(this.service.bodyOf(message)));
  }
}
