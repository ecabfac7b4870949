import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { webhookBody, webhookDigest } from '#libs/notifications';
import { isLoopbackName } from '#libs/outbound';
import { Clock, OutboundGate, USUAL_REACH, WORKBENCH_CONFIG, fieldMeta } from '../../platform/index.js';
import type { OutboundReach, WorkbenchConfig } from '../../platform/index.js';
import type { FieldError } from '#libs/problem';
import type { ChannelKind, OutgoingMessage, SettingsReading, StoredSettings, TryResult } from './channel-kind.js';
import { URL_FIELD } from './hook-channel.js';
import { HttpPost, notSent } from './http-post.js';
import { mistakeOf, readSettings } from './read-settings.js';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const MIN_BYTES = 24;
const MAX_BYTES = 64;
const SECOND_MS = 1000;
/** Receivers have this long to learn the new secret. */
const OVERLAP_MS = 24 * 60 * 60 * SECOND_MS;

/** The addresses that names of this machine have. */
const LOOPBACK_URLS = ['http://127.0.0.1/', 'http://[::1]/'];

const secret = z.string().refine(isSecret, 'A secret is "whsec_" and the base64 of 24 to 64 bytes.');
const inMultiMode = z.strictObject({
  url: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .meta(fieldMeta({ ...URL_FIELD, help: 'Receives the full JSON, signed as Standard Webhooks specifies.' })),
  secret: secret
    .optional()
    .meta(fieldMeta({ label: 'Secret', field: 'secret', help: 'Leave empty to generate one; it is shown once.' })),
  former_secret: secret.optional(),
  former_until: z.number().optional(),
});
/** In single-user mode a webhook may be allowed to reach this machine; in multi-user mode never. */
const inSingleMode = inMultiMode.extend({
  allow_loopback: z
    .boolean()
    .default(false)
    .meta(
      fieldMeta({
        label: 'Allow this machine',
        help: 'For a receiver at localhost or 127.0.0.1.',
        warning:
          'Messages can reach every program that listens on this machine, also those without sign-in. Turn this on for a receiver of your own only.',
      }),
    ),
});

/** Any address, signed by the Standard Webhooks specification. */
@Injectable()
export class WebhookChannel implements ChannelKind {
  readonly kind = 'webhook';
  readonly label = 'Webhook';
  readonly icon = 'webhook';
  readonly ratePerMinute = null;
  readonly settings: ChannelKind['settings'];

  constructor(
    private readonly gate: OutboundGate,
    private readonly post: HttpPost,
    private readonly clock: Clock,
    @Inject(WORKBENCH_CONFIG) { mode }: WorkbenchConfig,
  ) {
    this.settings = mode === 'single' ? inSingleMode : inMultiMode;
  }

  read(input: Readonly<Record<string, unknown>>, known: Readonly<Record<string, string>>): SettingsReading {
    const typed = Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'former_until'));
    const reading = readSettings(this.settings, typed, known, ['secret', 'former_secret']);
    if (reading.kind === 'invalid') return reading;
    const mistake = this.mistakeOfUrl(String(reading.settings.url), reachOf(reading.settings));
    if (mistake !== null) return { kind: 'invalid', errors: [mistake] };
    const secrets = { ...reading.secrets, secret: reading.secrets.secret ?? newSecret() };
    return { kind: 'valid', settings: reading.settings, secrets };
  }

  private mistakeOfUrl(url: string, reach: OutboundReach): FieldError | null {
    const check = (other: OutboundReach) => this.mistakeOfTarget(url, other);
    const mistake = check(reach);
    if (mistake === null || check({ ...reach, hasLoopback: true }) !== null) return mistake;
    const detail = `${new URL(url).hostname} is this machine itself. Turn on “Allow this machine” if the receiver is yours.`;
    return { ...mistake, detail };
  }

  /** A name of this machine is judged as its addresses are: with one of them open, sending decides. */
  private mistakeOfTarget(text: string, reach: OutboundReach): FieldError | null {
    const mistake = mistakeOf('url', () => this.gate.target(text, reach));
    if (mistake !== null || !isLoopbackName(new URL(text).hostname)) return mistake;
    const mistakes = LOOPBACK_URLS.map((url) => mistakeOf('url', () => this.gate.target(url, reach)));
    return mistakes.includes(null) ? null : (mistakes[0] ?? null);
  }

  /** A new secret beside the old one, by both of which messages are signed for a day. */
  rotated(settings: Readonly<Record<string, unknown>>, secrets: Readonly<Record<string, string>>): StoredSettings {
    return {
      settings: { ...settings, former_until: this.clock.now() + OVERLAP_MS },
      secrets: {
        secret: newSecret(),
        ...(secrets.secret === undefined ? {} : { former_secret: secrets.secret }),
      },
    };
  }

  destination({ url }: Readonly<Record<string, unknown>>): string {
    return String(url);
  }

  deliver(
    settings: Readonly<Record<string, unknown>>,
    secrets: Readonly<Record<string, string>>,
    { id, message, events }: OutgoingMessage,
  ): Promise<TryResult> {
    const [first] = events;
    const isOne = first !== undefined && events.length === 1;
    // A receiver that checks signatures refuses an unsigned message, and one that does not is open to everyone's.
    if (secrets.secret === undefined) return Promise.resolve(notSent('This webhook has no secret to sign with.'));
    const body = JSON.stringify(isOne ? webhookBody(first) : webhookDigest(message, events));
    const now = this.clock.now();
    const isOverlap = Number(settings.former_until ?? 0) > now;
    const keys = [secrets.secret, isOverlap ? secrets.former_secret : undefined];
    const signatures = keys.flatMap((key) => (key === undefined ? [] : [sign(key, id, now, body)]));
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / SECOND_MS)),
      'webhook-signature': signatures.join(' '),
    };
    return this.post.send(String(settings.url), body, headers, reachOf(settings));
  }
}

function reachOf({ allow_loopback: hasLoopback }: Readonly<Record<string, unknown>>): OutboundReach {
  return { ...USUAL_REACH, hasLoopback: hasLoopback === true };
}

function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Secrets without padding are accepted, which the library's own decoder refuses. */
function sign(key: string, id: string, now: number, body: string): string {
  const bytes = Buffer.from(key.slice(PREFIX.length), 'base64');
  return new Webhook(bytes, { format: 'raw' }).sign(id, new Date(now), body);
}

function isSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = Buffer.from(text.slice(PREFIX.length), 'base64');
  return length >= MIN_BYTES && length <= MAX_BYTES;
}
