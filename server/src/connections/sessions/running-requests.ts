import { Injectable } from '@nestjs/common';
import { isRevoked } from '#libs/access';
import type { Actor } from '#libs/access';
import { ABORTED } from '#libs/async';
import type { EventMap } from '#libs/events';
import { OnBusEvent } from '../../platform/index.js';
import type { NeededLevel } from '../access/connection-access.js';
import { SessionSlots } from './session-slots.js';
import type { SessionPurpose } from './session-slots.js';

/** Whose request works in a database, and with which rights. */
export interface RequestClaim {
  readonly actor: Actor;
  readonly connectionId: string;
  readonly isReadOnly: boolean;
  /** What a change set asks for beyond the right to write. */
  readonly needed?: NeededLevel;
  /** What a change set may is more than what a statement may, where writes are reviewed. */
  readonly purpose: Extract<SessionPurpose, 'once' | 'change'>;
}

/** A request that works in a database. */
export interface RunningRequest extends RequestClaim {
  /** Stops it; its statement is cancelled. */
  cancel(): void;
}

/** Requests that run statements beside runs, exports and jobs; they end with the rights of their person. */
@Injectable()
export class RunningRequests {
  private readonly running = new Set<RunningRequest>();

  constructor(private readonly slots: SessionSlots) {}

  all(): RunningRequest[] {
    return [...this.running];
  }

  /** Does the work of a request with a signal that also aborts when the request is cancelled. */
  run<T>(claim: RequestClaim, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.runAcross([claim], signal, work);
  }

  /** The same for work on several connections, also on those that join it later; the right to one of them ends it. */
  async runAcross<T>(
    claims: readonly RequestClaim[],
    signal: AbortSignal,
    work: (signal: AbortSignal, join: (claim: RequestClaim) => void) => Promise<T>,
  ): Promise<T> {
    const stop = new AbortController();
    const requests: RunningRequest[] = [];
    const join = (claim: RequestClaim): void => {
      const request = { ...claim, cancel: () => stop.abort(ABORTED) };
      requests.push(request);
      this.running.add(request);
    };
    for (const claim of claims) join(claim);
    try {
      return await work(AbortSignal.any([signal, stop.signal]), join);
    } finally {
      for (const request of requests) this.running.delete(request);
    }
  }

  /** Ends what could not be begun as it was by now. */
  @OnBusEvent('connection.access_changed')
  endOn({ connection_id: connectionId }: EventMap['connection.access_changed']): void {
    this.end((one) => one.connectionId === connectionId && !this.slots.isAllowed(one, one.isReadOnly));
  }

  /** Ends all of a person on a connection. */
  @OnBusEvent('connection.sessions_reset')
  reset({ owner_id: userId, connection_id: connectionId }: EventMap['connection.sessions_reset']): void {
    this.end(({ actor, connectionId: usedId }) => actor.userId === userId && usedId === connectionId);
  }

  /** Ends the change sets of a person or a token; other requests are cut off with the connections of their callers. */
  @OnBusEvent('access.revoked')
  endRevoked(revoked: EventMap['access.revoked']): void {
    this.end(({ actor, purpose }) => purpose === 'change' && isRevoked(actor, revoked));
  }

  private end(isOver: (request: RunningRequest) => boolean): void {
    for (const one of this.running) if (isOver(one)) one.cancel();
  }
}
