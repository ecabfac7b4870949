import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { ABORTED } from '#libs/async';

/** Whose request works in a database, and with which rights. */
export interface RequestClaim {
  readonly actor: Actor;
  readonly connectionId: string;
  readonly isReadOnly: boolean;
}

/** A request whose caller waits while a statement of it runs. */
export interface RunningRequest extends RequestClaim {
  /** Stops it; its statement is cancelled. */
  cancel(): void;
}

/** Requests that run statements beside runs and exports, so that they end with the rights of their person. */
@Injectable()
export class RunningRequests {
  private readonly running = new Set<RunningRequest>();

  all(): RunningRequest[] {
    return [...this.running];
  }

  /** Does the work of a request with a signal that also aborts when the request is cancelled. */
  async run<T>(claim: RequestClaim, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const request = { ...claim, cancel: () => stop.abort(ABORTED) };
    this.running.add(request);
    try {
      return await work(AbortSignal.any([signal, stop.signal]));
    } finally {
      this.running.delete(request);
    }
  }
}
