import { z } from 'zod';
import type { Message } from '#libs/notifications';
import type { OutboundGate } from '../../platform/index.js';
import type { ChannelKind, OutgoingMessage, SettingsReading, TryResult } from './channel-kind.js';
import type { HttpPost } from './http-post.js';
import { mistakeOf, readSettings } from './read-settings.js';

const MAX_URL = 2000;
const schema = z.strictObject({ url: z.string().trim().min(1).max(MAX_URL) });

/**
 * A chat service's incoming webhook. Its address is all that it takes to post there, and so is a secret; what is shown is
 * the host.
 */
export class HookChannel implements ChannelKind {
  constructor(
    private readonly gate: OutboundGate,
    private readonly post: HttpPost,
    private readonly bodyOf: (message: Message) => object,
  ) {}

  read(input: Readonly<Record<string, unknown>>, known: Readonly<Record<string, string>>): SettingsReading {
    const typed = Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'host'));
    const reading = readSettings(schema, typed, known, ['url']);
    if (reading.kind === 'invalid') return reading;
    const url = reading.secrets.url ?? '';
    const mistake = mistakeOf('url', () => this.gate.target(url));
    if (mistake !== null) return { kind: 'invalid', errors: [mistake] };
    return { ...reading, settings: { host: new URL(url).host } };
  }

  deliver(
    _settings: Readonly<Record<string, unknown>>,
    secrets: Readonly<Record<string, string>>,
    { message }: OutgoingMessage,
  ): Promise<TryResult> {
    return this.post.send(secrets.url ?? '', JSON.stringify(this.bodyOf(message)));
  }
}
