import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Response } from 'express';
import type { Actor } from '#libs/access';
import { EventBus } from '../events/event-bus.js';
import { Problem } from '../problems/problem.js';
import { isRevoked } from './when-revoked.js';

/** Time for answers that are about to be sent. */
const GRACE_MS = 800;

/**
 * The requests that are being answered. What answers for longer than a moment (streams, downloads, queries) is cut off
 * when its caller loses what they came with; whatever works for the request notices that it has gone.
 */
@Injectable()
export class OpenRequests implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly open = new Map<Response, Actor>();
  private readonly revoked = new WeakSet<Response>();
  /** The request that the running work is done for. */
  private readonly running = new AsyncLocalStorage<Response>();
  private stop: () => void = () => undefined;

  constructor(private readonly events: EventBus) {}

  onApplicationBootstrap(): void {
    this.stop = this.events.subscribe('access.revoked', (revoked) => {
      const lost = [...this.open].filter(([, actor]) => isRevoked(actor, revoked)).map(([response]) => response);
      for (const response of lost) this.revoke(response);
      // The request that revokes what it came with is answered once other processes have heard of it, which may take longer.
      const revoking = this.running.getStore();
      const others = lost.filter((response) => response !== revoking);
      const timer = setTimeout(() => this.cut(others), GRACE_MS);
      timer.unref();
    });
  }

  beforeApplicationShutdown(): void {
    this.stop();
  }

  /** Does the work of a request. */
  run(response: Response, work: () => void): void {
    this.running.run(response, work);
  }

  /** Tracks a request from its identification to the end of its answer. */
  add(actor: Actor, response: Response): void {
    if (actor.tokenId === null && actor.sessionId === null) return;
    this.open.set(response, actor);
    response.once('close', () => this.open.delete(response));
  }

  /** Throws `unauthenticated` where the caller has lost what the request came with: call it after each wait. */
  requireValid(response: Response): void {
    if (!this.revoked.has(response)) return;
    throw new Problem('unauthenticated', 'Your access changed while this request waited. Send it again.');
  }

  /** A request whose body is still arriving cannot be the one that revokes, so it needs no time for an answer. */
  private revoke(response: Response): void {
    this.revoked.add(response);
    const isCutOff = response.headersSent && !isEventStream(response);
    if (isCutOff || !response.req.complete) response.destroy();
  }

  private cut(responses: readonly Response[]): void {
    for (const response of responses) if (this.open.has(response)) response.destroy();
  }
}

/** Streams of events end by themselves, so that their readers see an end and no broken connection. */
function isEventStream(response: Response): boolean {
  return String(response.getHeader('Content-Type')).startsWith('text/event-stream');
}
