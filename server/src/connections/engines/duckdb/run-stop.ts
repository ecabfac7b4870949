import { ABORTED } from '#libs/async';
/** Why a statement was asked to stop. */
export type StopReason = 'cancelled' | 'timed-out';

const REPEAT_MS = 20;

/**
 * Stops one statement: when its signal aborts or its time is over, `interrupt` is called, and again until `end()`,
 * since an interrupt that comes a moment before the engine begins is forgotten by it. After `end()` none is sent, so
 * the next statement is never hit.
 */
export class RunStop {
  reason: StopReason | null = null;
  /** Resolves when the statement has to stop. */
  readonly requested: Promise<void>;
  /** Aborts when the statement has to stop. */
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private readonly timeout: NodeJS.Timeout | null;
  private repeat: NodeJS.Timeout | null = null;
  private resolveRequested: () => void = () => undefined;
  private readonly onAbort = (): void => this.stop('cancelled');

  /** `timeoutMs` 0 is no limit. */
  constructor(
    private readonly outer: AbortSignal,
    timeoutMs: number,
    private readonly interrupt: () => void,
  ) {
    this.signal = this.controller.signal;
    this.requested = new Promise((resolve) => (this.resolveRequested = resolve));
    outer.addEventListener('abort', this.onAbort);
    this.timeout = timeoutMs > 0 ? setTimeout(() => this.stop('timed-out'), Math.min(timeoutMs, 2 ** 31 - 1)) : null;
    if (outer.aborted) this.stop('cancelled');
  }

  end(): void {
    this.outer.removeEventListener('abort', this.onAbort);
    if (this.timeout !== null) clearTimeout(this.timeout);
    if (this.repeat !== null) clearInterval(this.repeat);
  }

  private stop(reason: StopReason): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.resolveRequested();
    this.controller.abort(ABORTED);
    this.interrupt();
    this.repeat = setInterval(this.interrupt, REPEAT_MS);
  }
}
