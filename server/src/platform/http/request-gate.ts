import type { NextFunction, Request, Response } from 'express';
import { addressKey } from '#libs/access';
import { isFull, takeToken } from '#libs/fair-share';
import type { RequestRate, TokenBucket } from '#libs/fair-share';
import { yieldIfSpent } from '../event-loop/loop-turn.js';
import { SlotQueue } from '../fair-share/slot-queue.js';
import { Problem } from '../problems/problem.js';

/** Requests that are worked on at once, of all and of one person. */
const AT_ONCE = 16;
const AT_ONCE_PER_PERSON = 2;
/** A request that is not answered by then waits for a database, and not for this process. */
const OCCUPIES_MS = 20;
/** Requests that may wait for their turn. */
const MAX_WAITING_PER_PERSON = 5_000;
const MAX_WAITING = 50_000;
/** An answer that refuses is held back, so that a program in a loop does not keep the process busy with refusals. */
const REFUSE_AFTER_MS = 500;
const MAX_HELD_BACK = 5_000;
/** Buckets are looked through for full ones after so many new ones. */
const SWEEP_EVERY = 1_000;

/** Lets requests of the API in: each person at their rate, and all of them in turns. */
export class RequestGate {
  private readonly buckets = new Map<string, TokenBucket>();
  private readonly turns = new SlotQueue<null>({
    ...{ capacity: AT_ONCE, perKey: AT_ONCE_PER_PERSON },
    ...{ maxWaitingPerKey: MAX_WAITING_PER_PERSON, maxWaiting: MAX_WAITING },
  });
  private newBuckets = 0;
  private heldBack = 0;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(
    private readonly rate: RequestRate,
    private readonly now: () => number,
  ) {}

  /** Calls `next` when it is the request's turn, or with `too-many-requests`. */
  admit(request: Request, response: Response, next: NextFunction): void {
    const key = request.actor?.userId ?? `address ${addressKey(request.ip ?? '')}`;
    const retryAfterMs = this.take(key);
    if (retryAfterMs === null) void this.inTurn(key, response, next);
    else this.refuse(response, next, retryAfterMs);
  }

  private take(key: string): number | null {
    const known = this.buckets.get(key);
    const { bucket, retryAfterMs } = takeToken(known, this.rate, this.now());
    this.buckets.set(key, bucket);
    if (known === undefined && (this.newBuckets += 1) >= SWEEP_EVERY) this.sweep();
    return retryAfterMs;
  }

  private sweep(): void {
    this.newBuckets = 0;
    for (const [key, bucket] of this.buckets) if (isFull(bucket, this.rate, this.now())) this.buckets.delete(key);
  }

  private async inTurn(key: string, response: Response, next: NextFunction): Promise<void> {
    const gone = new AbortController();
    const onClose = (): void => gone.abort();
    response.once('close', onClose);
    try {
      const slot = await this.turns.acquire({ key, value: null, signal: gone.signal });
      await yieldIfSpent();
      const timer = setTimeout(() => slot.release(), OCCUPIES_MS);
      response.once('close', () => {
        clearTimeout(timer);
        slot.release();
      });
    } catch {
      if (!gone.signal.aborted) this.refuse(response, next, REFUSE_AFTER_MS);
      return;
    } finally {
      response.off('close', onClose);
    }
    next();
  }

  private refuse(response: Response, next: NextFunction, retryAfterMs: number): void {
    const detail = 'You send more requests than one person may. Wait a moment, then send fewer at a time.';
    const answer = (): void => next(new Problem('too-many-requests', detail, { retryAfterMs }));
    if (this.heldBack >= MAX_HELD_BACK) {
      answer();
      return;
    }
    this.heldBack += 1;
    const timer = setTimeout(answer, REFUSE_AFTER_MS);
    response.once('close', () => {
      this.heldBack -= 1;
      clearTimeout(timer);
    });
  }
}
