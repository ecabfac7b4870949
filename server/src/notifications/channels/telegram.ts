import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { telegramBody } from '#libs/notifications';
import { OutboundGate, fieldMeta } from '../../platform/index.js';
import type { ChannelKind, OutgoingMessage, SettingsReading, TryResult } from './channel-kind.js';
import { HttpPost } from './http-post.js';
import { mistakeOf, readSettings } from './read-settings.js';

const SERVICE = 'https://api.telegram.org';
const SECOND_MS = 1000;

const schema = z.strictObject({
  bot_token: z
    .string()
    .regex(/^\d{1,20}:[\w-]{20,100}$/, 'Enter a bot token, such as 123456:ABC-DEF….')
    .meta(
      fieldMeta({
        ...{ label: 'Bot token', field: 'secret', help: 'From @BotFather. Stored encrypted.' },
        missing: 'Enter the bot token.',
      }),
    ),
  chat_id: z
    .string()
    .regex(/^(?:-?\d{1,20}|@\w{3,64})$/, 'Enter a number, or a name such as @channel.')
    .meta(
      fieldMeta({
        ...{ label: 'Chat', help: 'A number such as -100123, or a name such as @channel.' },
        missing: 'Enter the chat ID.',
      }),
    ),
  api_url: z
    .string()
    .max(500)
    .default(SERVICE)
    .meta(fieldMeta({ label: 'API server', placeholder: SERVICE, help: 'Only for a Bot API server of your own.' })),
});

const busyAnswer = z.object({ parameters: z.object({ retry_after: z.number().nonnegative() }) });

/** Telegram's Bot API, or one that a team runs itself. */
@Injectable()
export class TelegramChannel implements ChannelKind {
  readonly kind = 'telegram';
  readonly label = 'Telegram';
  readonly icon = 'send';
  readonly ratePerMinute = 20;
  readonly settings = schema;

  constructor(
    private readonly gate: OutboundGate,
    private readonly post: HttpPost,
  ) {}

  read(input: Readonly<Record<string, unknown>>, known: Readonly<Record<string, string>>): SettingsReading {
    const reading = readSettings(schema, input, known, ['bot_token']);
    if (reading.kind === 'invalid') return reading;
    const mistake = mistakeOf('api_url', () => this.gate.target(String(reading.settings.api_url)));
    return mistake === null ? reading : { kind: 'invalid', errors: [mistake] };
  }

  destination({ chat_id: chatId }: Readonly<Record<string, unknown>>): string {
    return `chat ${String(chatId)}`;
  }

  async deliver(
    settings: Readonly<Record<string, unknown>>,
    secrets: Readonly<Record<string, string>>,
    { message }: OutgoingMessage,
  ): Promise<TryResult> {
    const { chat_id: chatId, api_url: service } = settings;
    const url = `${String(service).replace(/(?<!\/)\/+$/, '')}/bot${secrets.bot_token ?? ''}/sendMessage`;
    const result = await this.post.send(url, JSON.stringify(telegramBody(String(chatId), message)));
    return { ...result, retryAfterMs: result.retryAfterMs ?? askedFor(result) };
  }
}

/** It says in the answer, not in a header, how long it wants to be left alone. */
function askedFor({ outcome, answer }: TryResult): number | null {
  if (outcome !== 'busy') return null;
  try {
    return busyAnswer.parse(JSON.parse(answer)).parameters.retry_after * SECOND_MS;
  } catch {
    return null;
  }
}
