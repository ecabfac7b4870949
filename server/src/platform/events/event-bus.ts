import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { PinoLogger } from 'nestjs-pino';
import type { EventMap, EventName } from '#libs/events';
import { currentUnitOfWork } from '../state/unit-of-work.js';

/** The typed way to say that something has happened. Inside a state transaction delivery waits for its commit. */
@Injectable()
export class EventBus {
  private readonly witnesses = new Map<EventName, ((payload: never) => Promise<void>)[]>();

  constructor(
    private readonly emitter: EventEmitter2,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(EventBus.name);
  }

  /** Tells all listeners; a listener that fails is logged and never reaches the publisher. */
  publish<N extends EventName>(name: N, payload: EventMap[N]): void {
    const unit = currentUnitOfWork();
    if (unit === undefined) {
      this.deliver(name, payload);
      for (const witness of this.witnessesOf(name)) this.guarded(name, () => witness(payload));
      return;
    }
    for (const witness of this.witnessesOf(name)) unit.beforeCommit.push(() => witness(payload));
    unit.afterCommit.push(() => this.deliver(name, payload));
  }

  /**
   * Calls `witness` inside the state transaction that made the event true, before its commit: what it writes is kept or
   * lost with the event, and its failure rolls everything back. An event outside of a transaction reaches it at once.
   */
  witness<N extends EventName>(name: N, witness: (payload: EventMap[N]) => Promise<void>): void {
    this.witnesses.set(name, [...this.witnessesOf(name), witness]);
  }

  /** Calls `listener` for each such event until the returned function is called. */
  subscribe<N extends EventName>(name: N, listener: (payload: EventMap[N]) => void): () => void {
    this.emitter.on(name, listener);
    return () => this.emitter.off(name, listener);
  }

  /** Tells listeners here of what another process has made true: its witnesses were called there. */
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

  private witnessesOf<N extends EventName>(name: N): ((payload: EventMap[N]) => Promise<void>)[] {
    return (this.witnesses.get(name) ?? []) as ((payload: EventMap[N]) => Promise<void>)[];
  }
}
