import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { PinoLogger } from 'nestjs-pino';
import type { EventMap, EventName } from '#libs/events';
import { currentUnitOfWork } from '../state/unit-of-work.js';

/** The typed way to say that something has happened. Inside a state transaction delivery waits for its commit. */
@Injectable()
export class EventBus {
  constructor(
    private readonly emitter: EventEmitter2,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(EventBus.name);
  }

  /** Tells all listeners; a listener that fails is logged and never reaches the publisher. */
  publish<N extends EventName>(name: N, payload: EventMap[N]): void {
    const unit = currentUnitOfWork();
    if (unit === undefined) this.deliver(name, payload);
    else unit.afterCommit.push(() => this.deliver(name, payload));
  }

  /** Calls `listener` for each such event until the returned function is called. */
  subscribe<N extends EventName>(name: N, listener: (payload: EventMap[N]) => void): () => void {
    this.emitter.on(name, listener);
    return () => this.emitter.off(name, listener);
  }

  private deliver<N extends EventName>(name: N, payload: EventMap[N]): void {
    for (const listener of this.emitter.listeners(name)) {
      Promise.resolve()
        .then(() => (listener as (payload: EventMap[N]) => unknown)(payload))
        .catch((error: unknown) => this.logger.error({ err: error, event: name }, 'an event listener failed'));
    }
  }
}
