import { Injectable } from '@nestjs/common';
import { outcomeOfStatus, retryAfterMs } from '#libs/notifications';
import type { TryOutcome } from '#libs/notifications';
import { Clock, Outbound, OutboundFailure, USUAL_REACH } from '../../platform/index.js';
import type { OutboundAnswer, OutboundFailureKind } from '../../platform/index.js';
import type { TryResult } from './channel-kind.js';

const OUTCOMES: Readonly<Record<OutboundFailureKind, TryOutcome>> = {
  refused: 'forbidden',
  redirected: 'redirected',
  timeout: 'failing',
  unreachable: 'failing',
  'too-large': 'failing',
};

const SENTENCES: Readonly<Record<TryOutcome, string>> = {
  accepted: 'Delivered.',
  partly: 'Delivered to some.',
  redirected: 'The server redirected the request; redirects are not followed.',
  refused: 'The server refused the message.',
  gone: 'The webhook no longer exists.',
  busy: 'The server is busy, or limits the rate of messages.',
  failing: 'The server failed.',
  forbidden: 'This address is not allowed.',
  withheld: 'Not sent.',
};

/** Posts JSON for the kinds of channels that speak HTTP. */
@Injectable()
export class HttpPost {
  constructor(
    private readonly outbound: Outbound,
    private readonly clock: Clock,
  ) {}

  /** Sends `body`; whatever comes back, or does not, is a result. */
  async send(
    url: string,
    body: string,
    headers: Readonly<Record<string, string>> = {},
    reach = USUAL_REACH,
  ): Promise<TryResult> {
    const all = { 'Content-Type': 'application/json', 'User-Agent': 'Data-Workbench', ...headers };
    try {
      return this.resultOf(await this.outbound.send({ url, method: 'POST', body, headers: all, reach }));
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      return resultOfFailure(error);
    }
  }

  private resultOf({ status, headers, text }: OutboundAnswer): TryResult {
    const outcome = outcomeOfStatus(status);
    const detail = `${SENTENCES[outcome]} (HTTP ${status})`;
    return {
      outcome,
      status,
      detail,
      answer: text,
      retryAfterMs: retryAfterMs(headers['retry-after'], this.clock.now()),
    };
  }
}

/** What came of a message that got no answer. */
export function resultOfFailure({ kind, message }: OutboundFailure): TryResult {
  return { outcome: OUTCOMES[kind], status: null, detail: message, answer: '', retryAfterMs: null };
}

/** The result of a message that was not sent, for a reason that can be mended. */
export function notSent(detail: string): TryResult {
  return { outcome: 'failing', status: null, detail, answer: '', retryAfterMs: null };
}
