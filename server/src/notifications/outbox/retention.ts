import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { Clock, State } from '../../platform/index.js';
import { DeliveryRecord, EventRecord } from './outbox.entity.js';

const DAY_MS = 24 * 60 * 60_000;
const EVERY_MS = DAY_MS / 4;
const KEPT_MS = 30 * DAY_MS;
const AT_ONCE = 500;

/** Forgets what happened a month ago, with what became of reporting it; what still waits is kept. */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  constructor(
    private readonly state: State,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(Retention.name);
  }

  onApplicationBootstrap(): void {
    void this.forgetOld();
  }

  private async forgetAll(): Promise<void> {
    while ((await this.forgetSome()) === AT_ONCE) await setImmediate();
  }

  /** Forgets a batch, so that other writers do not wait long for the state; answers how many events are gone. */
  private async forgetSome(): Promise<number> {
    const before = new Date(this.clock.now() - KEPT_MS).toISOString();
    return this.state.transaction(async (manager) => {
      const old = await manager
        .createQueryBuilder(EventRecord, 'e')
        .select('e.id')
        // Both values of the first column, so that its index leads to the old ones.
        .where('e.isInBell IN (TRUE, FALSE) AND e.occurredAt < :before', { before })
        .andWhere((query) => {
          const waiting = query.subQuery().select('1').from(DeliveryRecord, 'd');
          waiting.where('d.eventId = e.id').andWhere("d.state = 'pending'");
          return `NOT EXISTS ${waiting.getQuery()}`;
        })
        .limit(AT_ONCE)
        .getMany();
      if (old.length > 0)
        await manager.delete(
          EventRecord,
          old.map(({ id }) => id),
        );
      return old.length;
    });
  }

  /** Forgets everything that is old enough. Never rejects. */
  @Interval(EVERY_MS)
  async forgetOld(): Promise<void> {
    await this.forgetAll().catch((error: unknown) =>
      this.logger.error({ err: error }, 'could not delete old messages'),
    );
  }
}
