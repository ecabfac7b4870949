import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { emailParts } from '#libs/notifications';
import { Outbound, OutboundFailure, OutboundGate, fieldMeta } from '../../platform/index.js';
import type { ChannelKind, OutgoingMessage, SettingsReading, TryResult } from './channel-kind.js';
import { resultOfFailure } from './http-post.js';
import { mistakeOf, readSettings } from './read-settings.js';
import { Silence } from './smtp-silence.js';

/** Milliseconds that a mail server may take for its steps, and for a whole message. */
export interface SmtpTimeouts {
  readonly connectMs: number;
  readonly greetingMs: number;
  readonly silenceMs: number;
  readonly messageMs: number;
}

const PATIENCE: SmtpTimeouts = { connectMs: 10_000, greetingMs: 10_000, silenceMs: 30_000, messageMs: 300_000 };
const TOO_SLOW = 'The mail server did not answer in time.';
const MAX_RECIPIENTS = 50;
const MAX_PORT = 65_535;
const PERMANENT = 500;
const TRANSIENT = 400;

/** What the form takes for an address; the server is stricter. */
const ADDRESS_PATTERN = '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$';
const NO_PORT = `Enter a port from 1 to ${MAX_PORT}.`;
const NO_ADDRESS = 'Enter an email address.';
const SECURITY = {
  choices: { starttls: 'STARTTLS, required', implicit: 'TLS from the start', none: 'None' },
  presets: { starttls: { port: 587 }, implicit: { port: 465 }, none: { port: 25 } },
};

const address = z.email("This isn't an email address.").max(254);
const schema = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1)
    .max(253)
    .meta(fieldMeta({ label: 'Mail server', width: 'two-thirds', missing: 'Enter the mail server.' })),
  port: z
    .int()
    .min(1)
    .max(MAX_PORT)
    .meta(
      fieldMeta({
        ...{ label: 'Port', width: 'third', initial: SECURITY.presets.starttls.port },
        ...{ missing: NO_PORT, mismatch: NO_PORT },
      }),
    ),
  security: z
    .enum(['starttls', 'implicit', 'none'])
    .default('starttls')
    .meta(fieldMeta({ label: 'Security', ...SECURITY })),
  user: z
    .string()
    .max(254)
    .optional()
    .meta(fieldMeta({ label: 'User', width: 'half' })),
  password: z
    .string()
    .max(1000)
    .optional()
    .meta(fieldMeta({ label: 'Password', field: 'secret', width: 'half' })),
  from: address.meta(fieldMeta({ label: 'From', missing: NO_ADDRESS, pattern: ADDRESS_PATTERN, mismatch: NO_ADDRESS })),
  to: z
    .array(address)
    .min(1)
    .max(MAX_RECIPIENTS)
    .meta(
      fieldMeta({
        ...{ label: 'To', help: 'Separate addresses with commas.', missing: 'Enter at least one email address.' },
        ...{ pattern: ADDRESS_PATTERN, mismatch: "{value} isn't an email address." },
      }),
    ),
});
type EmailSettings = Omit<z.output<typeof schema>, 'password'>;

/** What nodemailer throws. */
interface SmtpFailure {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

/** What nodemailer says of a mail that was taken for some recipient at least. */
interface SentMail {
  readonly response: string;
  readonly rejectedErrors?: readonly RejectedRecipient[];
}

interface RejectedRecipient {
  readonly recipient?: string;
  readonly responseCode?: number;
}

/** The channel has lost the recipients who were still to get the message. */
const NOBODY_LEFT: TryResult = {
  ...{ outcome: 'accepted', status: null, answer: '', retryAfterMs: null },
  detail: 'The recipients who had not got the message are no longer in the channel.',
};

/** E-mail by SMTP. */
@Injectable()
export class EmailChannel implements ChannelKind {
  readonly kind = 'email';
  readonly label = 'Email';
  readonly icon = 'mail';
  readonly ratePerMinute = 30;
  readonly settings = schema;
  protected readonly patience: SmtpTimeouts = PATIENCE;

  constructor(
    private readonly gate: OutboundGate,
    private readonly outbound: Outbound,
  ) {}

  read(input: Readonly<Record<string, unknown>>, known: Readonly<Record<string, string>>): SettingsReading {
    const reading = readSettings(schema, input, known, ['password']);
    if (reading.kind === 'invalid') return reading;
    const mistake = mistakeOf('host', () => this.gate.host(String(reading.settings.host)));
    return mistake === null ? reading : { kind: 'invalid', errors: [mistake] };
  }

  destination({ to, host }: Readonly<Record<string, unknown>>): string {
    const recipients = Array.isArray(to) ? to.map(String) : [];
    return `${recipients.join(', ')} by ${String(host)}`;
  }

  async deliver(
    settings: Readonly<Record<string, unknown>>,
    secrets: Readonly<Record<string, string>>,
    outgoing: OutgoingMessage,
  ): Promise<TryResult> {
    try {
      return await this.send(settings as EmailSettings, secrets.password, outgoing);
    } catch (error) {
      if (error instanceof OutboundFailure) return resultOfFailure(error);
      return resultOfSmtp(error as SmtpFailure);
    }
  }

  /** The connection is opened here, so that the address that was judged is the one that is spoken to. */
  private async send(
    { host, port, security, user, from, to }: EmailSettings,
    password: string | undefined,
    { id, message, recipients }: OutgoingMessage,
  ): Promise<TryResult> {
    const { connectMs, greetingMs, messageMs } = this.patience;
    const open = recipients === undefined ? to : typedOf(to, recipients);
    if (open.length === 0) return NOBODY_LEFT;
    // Loaded by the first mail, since many workbenches never send one.
    const { createTransport } = await import('nodemailer');
    const connection = await this.outbound.connect(host, port, connectMs);
    // A server that says a little now and then is never silent.
    const giveUp = () => connection.destroy(new OutboundFailure('timeout', TOO_SLOW));
    const late = setTimeout(giveUp, messageMs);
    const silence = new Silence(this.patience.silenceMs, giveUp);
    const transport = createTransport({
      ...{ host, port, connection, secure: security === 'implicit', requireTLS: security === 'starttls' },
      ignoreTLS: security === 'none',
      ...{ connectionTimeout: connectMs, greetingTimeout: greetingMs, socketTimeout: messageMs },
      ...{ logger: silence.log, transactionLog: true },
      ...(user === undefined || user === '' ? {} : { auth: { user, pass: password ?? '' } }),
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    try {
      const sent = await transport.sendMail({
        ...{
          from,
          to,
          envelope: { from, to: open },
          ...emailParts(message),
          messageId: `<${id}@${from.split('@')[1] ?? 'workbench'}>`,
        },
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return resultOfSent(sent, open);
    } finally {
      clearTimeout(late);
      silence.end();
      transport.close();
      connection.destroy();
    }
  }
}

/** Those of the addresses in a channel's own spelling that are among some as they were sent: a domain has no case. */
function typedOf(addresses: readonly string[], sent: readonly string[]): string[] {
  const asSent = (one: string) => one.slice(0, one.lastIndexOf('@')) + one.slice(one.lastIndexOf('@')).toLowerCase();
  const wanted = new Set(sent.map(asSent));
  return addresses.filter((one) => wanted.has(asSent(one)));
}

/**
 * A server may take a message for some of its recipients: those whom it refuses are named, those whom it does not take now
 * get it later, and nobody gets it twice.
 */
function resultOfSent({ response, rejectedErrors: errors = [] }: SentMail, asked: readonly string[]): TryResult {
  const isLater = ({ responseCode: code }: RejectedRecipient) => code !== undefined && code < PERMANENT;
  const typed = (some: readonly RejectedRecipient[]) =>
    typedOf(
      asked,
      some.map(({ recipient }) => recipient ?? ''),
    );
  const left = typed(errors.filter(isLater));
  const refused = typed(errors.filter((error) => !isLater(error)));
  const count = asked.length;
  const status = Number(/^\d{3}/.exec(response)?.[0] ?? Number.NaN);
  const sentences = [
    `The mail server accepted the message for ${count - left.length - refused.length} of ${count}.`,
    ...(refused.length === 0 ? [] : [`Refused for ${refused.join(', ')}.`]),
    ...(left.length === 0 ? [] : [`Not accepted now for ${left.join(', ')}.`]),
  ];
  return {
    ...{ outcome: left.length === 0 ? 'accepted' : 'partly', status: Number.isNaN(status) ? null : status },
    ...{ detail: sentences.join(' '), answer: response, retryAfterMs: null, left },
  };
}

function resultOfSmtp({ code, responseCode, response, message }: SmtpFailure): TryResult {
  const status = typeof responseCode === 'number' ? responseCode : null;
  const answer = typeof response === 'string' ? response : '';
  const common = { status, answer, retryAfterMs: null };
  if (status !== null && status >= PERMANENT) {
    return { ...common, outcome: 'refused', detail: `The mail server rejected the message (${status}).` };
  }
  if (status !== null && status >= TRANSIENT) {
    return { ...common, outcome: 'failing', detail: `The mail server cannot accept the message now (${status}).` };
  }
  const words = code === 'ETIMEDOUT' ? TOO_SLOW : inWords(code, message);
  return { ...common, outcome: code === 'EAUTH' ? 'refused' : 'failing', detail: words };
}

function inWords(code: unknown, message: unknown): string {
  const MAX = 200;
  if (code === 'EAUTH') return 'The mail server does not accept the user name or password.';
  const isCertificate = typeof message === 'string' && /certificate|altnames/i.test(message);
  if (isCertificate) return `The mail server's certificate is not trusted: ${message.slice(0, MAX)}.`;
  const isPlain = typeof message === 'string' && /wrong version number|packet length too long/i.test(message);
  if (isPlain) return 'The mail server does not answer with TLS at this port. Choose STARTTLS, or another port.';
  if (code === 'ETLS') return 'The mail server offers no secure connection.';
  return `The mail could not be sent: ${typeof message === 'string' ? message.slice(0, MAX) : 'no reason was given'}.`;
}
