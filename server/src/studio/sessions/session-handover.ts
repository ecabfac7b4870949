import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { EventMap } from '#libs/events';
import { EventBus, Processes } from '../../platform/index.js';
import type { TabSession } from './session-owner-rows.js';

/** A process that has not answered by then keeps the session. */
const ANSWER_WITHIN_MS = 2_000;

/** Releases a session that nothing would be lost with; false where something would, or it is in use. */
export type ReleaseSpare = (session: TabSession) => Promise<boolean>;

/** Asks the process that holds a tab's session to release it, and answers such requests. */
@Injectable()
export class SessionHandover implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiting = new Map<string, (isReleased: boolean) => void>();
  private stops: (() => void)[] = [];
  private releaseSpare: ReleaseSpare | null = null;

  constructor(
    private readonly bus: EventBus,
    private readonly processes: Processes,
  ) {}

  /** Answers the requests of others by `release`. */
  serve(release: ReleaseSpare): void {
    this.releaseSpare = release;
  }

  onApplicationBootstrap(): void {
    if (this.processes.own === null) return;
    this.stops = [
      this.bus.subscribe('studio.session_wanted', (wanted) => void this.answer(wanted)),
      this.bus.subscribe('studio.session_answered', ({ request_id, is_released }) => {
        this.waiting.get(request_id)?.(is_released);
      }),
    ];
  }

  beforeApplicationShutdown(): void {
    for (const stop of this.stops) stop();
  }

  /** Resolves with whether the process of that name has released the session. */
  request({ ownerId, id, connectionId }: TabSession, process: string): Promise<boolean> {
    const requestId = randomUUID();
    return new Promise((resolve) => {
      const settle = (isReleased: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(requestId);
        resolve(isReleased);
      };
      const timer = setTimeout(() => settle(false), ANSWER_WITHIN_MS);
      this.waiting.set(requestId, settle);
      this.bus.publish('studio.session_wanted', {
        request_id: requestId,
        process,
        owner_id: ownerId,
        session_id: id,
        connection_id: connectionId,
      });
    });
  }

  private async answer(wanted: EventMap['studio.session_wanted']): Promise<void> {
    if (wanted.process !== this.processes.own || this.releaseSpare === null) return;
    const session = { ownerId: wanted.owner_id, id: wanted.session_id, connectionId: wanted.connection_id };
    const isReleased = await this.releaseSpare(session).catch(() => false);
    this.bus.publish('studio.session_answered', { request_id: wanted.request_id, is_released: isReleased });
  }
}
