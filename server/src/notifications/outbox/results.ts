import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { In } from 'typeorm';
import { SYSTEM_ACTOR } from '#libs/access';
import { TaskQueue } from '#libs/async';
import { HEALTHY, healthAfter, oneLine, reasonToDisable } from '#libs/notifications';
import type { ChannelHealth, NextStep, TryOutcome } from '#libs/notifications';
import { Clock, EventBus, State, evenPieces, outageOf } from '../../platform/index.js';
import { ChannelRecord } from '../channels/channel.entity.js';
import type { ChannelFields } from '../channels/channel.entity.js';
import { Directory } from '../directory.js';
import { DeliveryStore } from './delivery-store.js';
import type { Settlement } from './delivery-store.js';
import { insertEvent } from './outbox-rows.js';

/** What one try came to. */
export interface Result extends Settlement {
  readonly channelId: string;
  readonly step: NextStep;
  /** What a busy receiver asked for, in milliseconds. */
  readonly retryAfterMs: number | null;
}

/** Results are written down together: one commit for many, since each waits for the disk. */
const GATHER_MS = 20;
const MOST_AT_ONCE = 500;
const RETRY_MS = 1000;
const CHANNEL_DISABLED = 'notifications.channel_disabled';

type Listener = (channelId: string, deliveryIds: readonly string[]) => void;

/** Writes down what tries came to, and what that says of the channel. */
@Injectable()
export class Results {
  private waiting: Result[] = [];
  private timer: NodeJS.Timeout | null = null;
  private readonly writes = new TaskQueue();
  private listener: Listener = () => undefined;

  constructor(
    private readonly state: State,
    private readonly store: DeliveryStore,
    private readonly directory: Directory,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(Results.name);
  }

  /** Who is notified when results are written down. */
  onSettled(listener: Listener): void {
    this.listener = listener;
  }

  add(result: Result): void {
    this.waiting.push(result);
    if (this.waiting.length >= MOST_AT_ONCE) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Writes down everything that came so far. */
  flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    return this.writes.run(() => this.write());
  }

  private async write(): Promise<void> {
    const results = this.waiting.splice(0);
    if (results.length > 0) await this.writeAll(results);
  }

  /**
   * Writes results in one commit. What an outage keeps from being written waits and is tried again: otherwise it would be
   * sent once more. For any other reason the faulty ones are found by halving, so that they stop no others.
   */
  private async writeAll(results: readonly Result[]): Promise<void> {
    try {
      await this.state.transaction(() => this.save(results));
    } catch (error) {
      if (outageOf(error) !== null) this.keep(results, error);
      else await this.writeParts(results, error);
      return;
    }
    this.report(results);
  }

  private report(results: readonly Result[]): void {
    for (const [channelId, of] of byChannel(results)) {
      const ids = of.map(({ delivery }) => delivery.id);
      this.listener(channelId, ids);
    }
  }

  private keep(results: readonly Result[], error: unknown): void {
    this.logger.error({ err: error }, 'could not save delivery results');
    this.waiting.unshift(...results);
    this.timer ??= setTimeout(() => void this.flush(), RETRY_MS);
  }

  private async writeParts(results: readonly Result[], error: unknown): Promise<void> {
    const half = Math.ceil(results.length / 2);
    if (results.length > 1) {
      await this.writeAll(results.slice(0, half));
      await this.writeAll(results.slice(half));
      return;
    }
    for (const result of results) await this.writeBare(result, error);
  }

  /**
   * Of a result that cannot be written, what became of its message is, so that the channel is not held for it. Without that
   * it is not reported as settled: its message would be sent again at once, and without end.
   */
  private async writeBare(result: Result, reason: unknown): Promise<void> {
    const delivery = result.delivery.id;
    this.logger.error({ err: reason, delivery }, 'the details of a delivery result were lost');
    try {
      await this.state.transaction(() => this.store.finish(result));
    } catch (error) {
      if (outageOf(error) !== null) this.keep([result], error);
      else this.logger.error({ err: error, delivery }, 'a delivery result was lost');
      return;
    }
    this.report([result]);
  }

  private async save(results: readonly Result[]): Promise<void> {
    const channels = await this.channelsOf(results);
    // A channel that was removed meanwhile has taken its deliveries along.
    const known = results.filter(({ channelId }) => channels.has(channelId));
    if (known.length > 0) await this.store.settle(known);
    for (const [channelId, ofChannel] of byChannel(known)) {
      const channel = channels.get(channelId);
      if (channel !== undefined) await this.judge(channel, ofChannel);
    }
  }

  /** The channels of results as they are kept: another process may have enabled, disabled or removed one. */
  private async channelsOf(results: readonly Result[]): Promise<Map<string, ChannelFields>> {
    const ids = [...new Set(results.map(({ channelId }) => channelId))];
    const found = new Map<string, ChannelFields>();
    for (const some of evenPieces(ids)) {
      for (const one of await this.state.manager.findBy(ChannelRecord, { id: In([...some]) })) found.set(one.id, one);
    }
    return found;
  }

  private async judge(channel: ChannelFields, results: readonly Result[]): Promise<void> {
    const health = results.reduce((before, result) => this.after(before, result), healthOf(channel));
    const failed = results.findLast(({ attempt }) => attempt.outcome !== 'accepted');
    const accepted = results.findLast(({ attempt }) => attempt.outcome === 'accepted');
    const isGone = results.some(({ step }) => step.kind === 'disable');
    const reason = isGone ? 'The webhook no longer exists (HTTP 410).' : reasonToDisable(health);
    const lastError = failed?.attempt.detail ?? (accepted === undefined ? channel.lastError : null);
    const lastDeliveredAt = accepted?.attempt.at ?? channel.lastDeliveredAt;
    const newReason = channel.disabledReason === null ? reason : null;
    const isDisabled = newReason === null ? {} : { disabledReason: newReason };
    await this.directory.saveHealth(channel, { ...health, lastDeliveredAt, lastError, ...isDisabled });
    if (newReason !== null) await this.announce(channel, newReason);
  }

  private after(health: ChannelHealth, { attempt, step, retryAfterMs }: Result): ChannelHealth {
    const outcome = attempt.outcome as TryOutcome;
    return healthAfter(health, { outcome, isGivenUp: step.kind === 'given-up', retryAfterMs }, this.clock.now());
  }

  /** Said in the browser, never by a message: what cannot be delivered must not cause more to deliver. */
  private async announce(channel: ChannelFields, reason: string): Promise<void> {
    const { id, name, ownerId } = channel;
    await insertEvent(this.state.manager, {
      ...{ id: randomUUID(), event: CHANNEL_DISABLED, title: `Channel disabled: ${oneLine(name)}`, message: reason },
      ...{ context: '{}', path: '/notifications/channels', connectionId: null, ownerId },
      ...{ isInBell: true, occurredAt: this.clock.isoNow() },
    });
    this.events.publish('notifications.bell_rang', { owner_id: ownerId });
    this.events.publish('action.performed', {
      action: 'notification.channel_disable',
      actor: SYSTEM_ACTOR,
      outcome: 'done',
      object: { kind: 'channel', id, name },
      details: { reason },
    });
  }
}

function byChannel(results: readonly Result[]): Map<string, Result[]> {
  const groups = new Map<string, Result[]>();
  for (const result of results) groups.set(result.channelId, [...(groups.get(result.channelId) ?? []), result]);
  return groups;
}

function healthOf({ failures, givenUp, closedUntil }: ChannelFields): ChannelHealth {
  return { ...HEALTHY, failures, givenUp, closedUntil };
}
