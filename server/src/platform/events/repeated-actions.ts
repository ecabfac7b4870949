import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { RepeatCounter } from '#libs/audit';
import type { PerformedAction, Repeat, RepeatTotal } from '#libs/audit';
import { Clock } from '../clock/clock.js';
import { State } from '../state/state.js';
import { EventBus } from './event-bus.js';

const LIMITS = { windowMs: 60_000, keysPerGroup: 200, groups: 1000 } as const;

/**
 * Keeps refusals from flooding the audit: the first of each kind in a minute is recorded at once, the rest as one entry
 * with their count when the minute ends or the workbench stops.
 */
@Injectable()
export class RepeatedActions implements BeforeApplicationShutdown {
  private readonly counter = new RepeatCounter<PerformedAction>(LIMITS);
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly state: State,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(RepeatedActions.name);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.recordTotals(this.counter.takeDue(null));
  }

  /**
   * Counts a fact. The caller publishes it if it `isNew`, and not otherwise. Facts with the same `key` are counted
   * together; a `group` limits how many keys it may add.
   */
  note(fact: PerformedAction, { key, group = fact.action }: { key: string; group?: string }): Repeat {
    const now = this.clock.now();
    void this.recordTotals(this.counter.takeDue(now));
    const repeat = this.counter.note(group, key, fact, now);
    if (!repeat.isNew) this.timer ??= setTimeout(() => this.endWindow(), repeat.endsInMs + 1).unref();
    return repeat;
  }

  private endWindow(): void {
    this.timer = null;
    void this.recordTotals(this.counter.takeDue(null));
  }

  private async recordTotals(totals: readonly RepeatTotal<PerformedAction>[]): Promise<void> {
    // The timer goes on where its window does.
    if (totals.length === 0) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const publish = () => {
      for (const total of totals) this.events.publish('action.performed', totalFact(total));
      return Promise.resolve();
    };
    try {
      await this.state.transaction(publish);
    } catch (error) {
      this.logger.error({ err: error }, 'could not record repeated actions; queued for the audit');
      await publish();
    }
  }
}

/** Of several keys only what they have in common is kept. */
function totalFact({ fact, count, mixes }: RepeatTotal<PerformedAction>): PerformedAction {
  if (mixes === 'nothing') return { ...fact, details: { ...fact.details, repeated: count } };
  const { action, outcome, object } = fact;
  const actor = mixes === 'keys' ? fact.actor : null;
  return { action, actor, outcome, object: { kind: object.kind, id: '', name: null }, details: { repeated: count } };
}
