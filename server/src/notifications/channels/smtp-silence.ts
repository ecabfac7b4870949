import type { Logger } from 'nodemailer/lib/shared';

/**
 * Ends a conversation with a mail server that says nothing for too long. Once the message is out, the server may take
 * its time to check it (RFC 5321 asks for 10 minutes): who gives up then, sends it twice.
 */
export class Silence {
  private timer: NodeJS.Timeout | null = null;
  private isOut = false;

  /** For the mail library, which logs each line of the conversation, and when the message is out. */
  readonly log: Logger;

  constructor(
    private readonly limitMs: number,
    private readonly onEnd: () => void,
  ) {
    const heard = (entry: unknown) => this.heard(isMessage(entry));
    const nothing = () => undefined;
    this.log = {
      trace: nothing,
      debug: heard,
      info: heard,
      warn: nothing,
      error: nothing,
      fatal: nothing,
    };
    this.heard(false);
  }

  end(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private heard(isOut: boolean): void {
    this.end();
    this.isOut ||= isOut;
    if (!this.isOut) this.timer = setTimeout(this.onEnd, this.limitMs);
  }
}

/** The entry that follows the last byte of a message. */
function isMessage(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'tnx' in entry && entry.tnx === 'message';
}
