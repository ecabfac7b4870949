import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { PinoLogger } from 'nestjs-pino';
import type { EventMap, EventName } from '#libs/events';
import { currentUnitOfWork } from '../state/unit-of-work.js';

/** The typed way to say that something has happened. Inside a state transaction delivery waits for its commit. */
@Injectable()
export class EventBus {
  private readonly refreshers = new Map<EventName, ((payload: never) => Promise<void>)[]>();
  private readonly beforeCommit = new Map<EventName, ((payload: never) => Promise<void>)[]>();

  constructor(
    private readonly emitter: EventEmitter2,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(EventBus.name);
  }

  /** Notifies all listeners; a listener that fails is logged and never reaches the publisher. */
  publish<N extends EventName>(name: N, payload: EventMap[N]): void {
    const unit = currentUnitOfWork();
    if (unit === undefined) {
      this.deliver(name, payload);
      for (const handler of this.handlersOf(name)) this.guarded(name, () => handler(payload));
      return;
    }
    for (const handler of this.handlersOf(name)) unit.beforeCommit.push(() => handler(payload));
    unit.afterCommit.push(() => this.deliver(name, payload));
  }

  /**
   * Calls `handler` inside the state transaction that made the event true, before its commit: what it writes is kept or
   * lost with the event, and its failure rolls everything back. An event outside of a transaction reaches it at once.
   */
  onBeforeCommit<N extends EventName>(name: N, handler: (payload: EventMap[N]) => Promise<void>): void {
    this.beforeCommit.set(name, [...this.handlersOf(name), handler]);
  }

  /** Calls `listener` for each such event until the returned function is called. */
  subscribe<N extends EventName>(name: N, listener: (payload: EventMap[N]) => void): () => void {
    this.emitter.on(name, listener);
    return () => this.emitter.off(name, listener);
  }

  /**
   * Calls `refresh` for an event of another process before its listeners: there is what is held in memory read again or
   * dropped. The other process waits for it where it acknowledges the event.
   */
  beforeRelay<N extends EventName>(name: N, refresh: (payload: EventMap[N]) => Promise<void>): void {
    this.refreshers.set(name, [...this.refreshersOf(name), refresh]);
  }

  /** Brings what is held in memory up to date with an event; null where nothing is held. Rejects where that fails. */
  refresh<N extends EventName>(name: N, payload: EventMap[N]): Promise<unknown> | null {
    const refreshers = this.refreshersOf(name);
    return refreshers.length === 0 ? null : Promise.all(refreshers.map((refresh) => refresh(payload)));
  }

  /** Delivers an event of another process, where its handlers before the commit were called. */
  relay<N extends EventName>(name: N, payload: EventMap[N]): void {
    this.deliver(name, payload);
  }

  private deliver<N extends EventName>(name: N, payload: EventMap[N]): void {
    for (const listener of this.emitter.listeners(name)) {
      this.guarded(name, () => (listener as (payload: EventMap[N]) => unknown)(payload));
    }
  }

  private guarded(name: EventName, work: () => unknown): void {
    Promise.resolve()
      .then(work)
      .catch((error: unknown) => this.logger.error({ err: error, event: name }, 'an event listener failed'));
  }

  private refreshersOf<N extends EventName>(name: N): ((payload: EventMap[N]) => Promise<void>)[] {
    return (this.refreshers.get(name) ?? []) as ((payload: EventMap[N]) => Promise<void>)[];
  }

  private handlersOf<N extends EventName>(name: N): ((payload: EventMap[N]) => Promise<void>)[] {
    return (this.beforeCommit.get(name) ?? []) as ((payload: EventMap[N]) => Promise<void>)[];
  }
}
