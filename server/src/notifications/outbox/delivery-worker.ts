import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { nextStep } from '#libs/notifications';
import { Clock, outageOf } from '../../platform/index.js';
import type { TryResult } from '../channels/channel-kind.js';
import type { ChannelFields } from '../channels/channel.entity.js';
import { ChannelSender } from '../channels/channel-sender.js';
import { notSent } from '../channels/http-post.js';
import { Directory } from '../directory.js';
import { DeliveryStore } from './delivery-store.js';
import { ChannelLeases } from './channel-leases.js';
import { ChannelQueue } from './channel-queue.js';
import type { DeliveryFields } from './outbox.entity.js';
import { OutgoingMessages, STORM, openRecipientsOf } from './outgoing-messages.js';
import type { MadeMessage } from './outgoing-messages.js';
import { Results } from './results.js';

/** Nothing is looked for less often, whatever the clock does. */
const LONGEST_SLEEP_MS = 30_000;
const RETRY_MS = 1_000;
/** While messages are under way, others may come due that wait for none of them. */
const BESIDE_OTHERS_MS = 1_000;
const FAREWELL_MS = 5000;
/** So many events in one message at most. */
const MAX_DIGEST = 100;
const WITHHELD: TryResult = {
  ...{ outcome: 'withheld', status: null, answer: '', retryAfterMs: null },
  detail:
    'Not sent: the owner of the channel, or the token that saved it, may not see this, or its subscription was removed.',
};
/** Its reason may quote what the owner of the channel may not see. */
const NOT_CREATED = notSent('The message could not be created. The reason is in the log of the workbench.');

/**
 * Carries messages to their channels: at least once, oldest first, each channel at its own pace and by one process at a
 * time. What a crash cuts off is still written down as waiting, and is carried after the next start, or by another process.
 */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly queues = new Map<string, ChannelQueue>();
  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | null = null;
  private isRunning = false;
  private isCalled = false;
  private isStopped = true;
  /** Whether channels with due messages need a process that serves them. */
  private isAsking = true;

  constructor(
    private readonly directory: Directory,
    private readonly store: DeliveryStore,
    private readonly messages: OutgoingMessages,
    private readonly sender: ChannelSender,
    private readonly results: Results,
    private readonly leases: ChannelLeases,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(DeliveryWorker.name);
  }

  async onApplicationBootstrap(): Promise<void> {
    this.isStopped = false;
    if (this.directory.channels.length > 0) await this.sender.prepare();
    this.results.onSettled((channelId, ids) => this.settled(channelId, ids));
    // What is known of a channel may be older than what the process knew that served it before.
    await this.leases.start(() => this.directory.load().finally(() => this.wake()));
    this.wake();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    const farewell = new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref());
    await Promise.race([Promise.allSettled(this.underWay), farewell]);
    await this.results.flush();
    await this.leases.stop();
  }

  /** Looks for what is due, now. */
  wake(): void {
    for (const channelQueue of this.queues.values()) channelQueue.mayHaveDue = true;
    this.isAsking = true;
    this.call();
  }

  private call(): void {
    if (this.isStopped) return;
    if (this.isRunning) {
      this.isCalled = true;
      return;
    }
    this.isRunning = true;
    this.isCalled = false;
    // The one who has reported an event goes on first: looking is none of their work.
    setImmediate(() => void this.look());
  }

  private async look(): Promise<void> {
    try {
      if (!this.isStopped) await this.round();
    } catch (error) {
      this.logger.error({ err: error }, 'due messages could not be read');
      this.sleep(RETRY_MS);
    }
    this.isRunning = false;
    if (this.isCalled) this.call();
  }

  private async round(): Promise<void> {
    const active = this.directory.channels.filter(({ disabledReason }) => disabledReason === null);
    const awake = new Set(active.filter((channel) => this.restOf(channel) <= 0).map(({ id }) => id));
    // What is fetched for others would keep their lease here, and with it the place of a channel that can be served.
    for (const channelQueue of this.queues.values()) if (!awake.has(channelQueue.channelId)) channelQueue.drop();
    await this.findCarriers(awake);
    const waits: number[] = [];
    for (const channel of active) if (this.leases.serves(channel.id)) waits.push(await this.serve(channel));
    this.leases.releaseIdle((channelId) => this.queueOf(channelId).isEmpty);
    // Whatever is under way calls again when it ends, so that many messages ask no more often than once a second.
    const dueAt = this.underWay.size > 0 ? null : await this.store.nextDueAt(active.map(({ id }) => id));
    if (this.underWay.size > 0) waits.push(BESIDE_OTHERS_MS);
    if (dueAt !== null) waits.push(dueAt - this.clock.now());
    this.sleep(Math.min(this.leases.lookEveryMs ?? LONGEST_SLEEP_MS, ...waits));
  }

  private async findCarriers(awake: ReadonlySet<string>): Promise<void> {
    if (!this.leases.isShared || !this.isAsking) return;
    this.isAsking = false;
    await this.leases.ask(await this.store.channelsDue([...awake]));
  }

  /** For how many milliseconds a channel rests. */
  private restOf({ closedUntil }: ChannelFields): number {
    return (closedUntil ?? 0) - this.clock.now();
  }

  private sleep(ms: number): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.isStopped) return;
    this.timer = setTimeout(() => this.wake(), Math.max(1, ms)).unref();
  }

  /** Sends what may be sent to one channel; answers after how many milliseconds to look again. */
  private async serve(channel: ChannelFields): Promise<number> {
    const channelQueue = this.queueOf(channel.id);
    const restMs = this.restOf(channel);
    if (restMs > 0) return restMs;
    const perMinute = this.sender.ratePerMinute(channel);
    await this.fill(channelQueue);
    while (channelQueue.queue.length > 0 && channelQueue.room(channel, perMinute) > 0 && !this.isStopped) {
      const waitMs = channelQueue.wait(perMinute, this.clock.now());
      if (waitMs > 0) return waitMs;
      const next = await this.next(channelQueue);
      channelQueue.take();
      this.send(channelQueue, next);
      await this.fill(channelQueue);
    }
    return LONGEST_SLEEP_MS;
  }

  private queueOf(channelId: string): ChannelQueue {
    const channelQueue = this.queues.get(channelId) ?? new ChannelQueue(channelId);
    this.queues.set(channelId, channelQueue);
    return channelQueue;
  }

  private async fill(channelQueue: ChannelQueue): Promise<void> {
    if (channelQueue.queue.length > 0 || !channelQueue.mayHaveDue) return;
    channelQueue.mayHaveDue = false;
    // As it is now: what is settled while the answer comes may stand in it as still waiting.
    channelQueue.queue = await this.store.due(channelQueue.channelId, new Set(channelQueue.held));
    for (const { id } of channelQueue.queue) channelQueue.held.add(id);
  }

  /** The next to send; what is collected, and what comes faster than the channel takes it, goes out as one. */
  private async next(channelQueue: ChannelQueue): Promise<DeliveryFields> {
    const [first] = channelQueue.queue;
    if (first === undefined) throw new Error('There is nothing to send.');
    const isFresh = (one: DeliveryFields) => one.attempts === 0 && one.digestKey === first.digestKey;
    const tokens = channelQueue.tokens;
    const isStorm = tokens !== null && channelQueue.queue.length > tokens;
    const isMerged = isFresh(first) && (first.digestKey !== null ? first.digestKey !== STORM : isStorm);
    const alike = channelQueue.queue.filter(isFresh).slice(0, MAX_DIGEST);
    const group = isMerged ? await this.store.forOneMessage(alike) : [first];
    channelQueue.queue = channelQueue.queue.filter((one) => !group.includes(one));
    if (group.length < 2) return first;
    const others = group.slice(1);
    const merging = this.store.merge(first, others, first.digestKey ?? STORM);
    const lead = await merging.catch((error: unknown) => {
      // They still wait in the state, and are read again.
      for (const { id } of group) channelQueue.held.delete(id);
      throw error;
    });
    for (const { id } of others) channelQueue.held.delete(id);
    return lead;
  }

  private send(channelQueue: ChannelQueue, delivery: DeliveryFields): void {
    channelQueue.sending += 1;
    const work = this.attempt(channelQueue, delivery)
      .catch((error: unknown) => {
        this.logger.error({ err: error, delivery: delivery.id }, 'could not deliver a message');
        channelQueue.held.delete(delivery.id);
      })
      .finally(() => {
        channelQueue.sending -= 1;
        this.underWay.delete(work);
        this.call();
      });
    this.underWay.add(work);
  }

  private async attempt(channelQueue: ChannelQueue, delivery: DeliveryFields): Promise<void> {
    const made = await this.messages.make(delivery).catch((error: unknown) => this.faultOrGone(delivery, error));
    if (made === null) {
      channelQueue.held.delete(delivery.id);
      return;
    }
    const startedAt = this.clock.now();
    const begun = performance.now();
    const result = 'outcome' in made ? made : await this.handOver(made, delivery);
    // What the stop itself cut off is no failure of the other side; it is carried after the next start.
    if (this.isStopped && result.outcome !== 'accepted') return;
    const latencyMs = Math.round(performance.now() - begun);
    this.results.add({ channelId: delivery.channelId, ...this.settlement(delivery, result, startedAt, latencyMs) });
  }

  private async handOver({ channel, outgoing }: MadeMessage, delivery: DeliveryFields): Promise<TryResult> {
    if (outgoing === null) return WITHHELD;
    return this.sender.deliver(channel, outgoing).catch((error: unknown) => this.faultOf(delivery, error));
  }

  /** Null where a delivery was removed with its event meanwhile, which says nothing of the channel. */
  private async faultOrGone(delivery: DeliveryFields, error: unknown): Promise<TryResult | null> {
    return (await this.store.has(delivery.id)) ? this.faultOf(delivery, error) : null;
  }

  /** A fault of ours counts as a failed try, so that it ends. Throws an outage of the state, which is no fault of a message. */
  private faultOf({ id }: DeliveryFields, error: unknown): TryResult {
    if (outageOf(error) !== null) throw error;
    this.logger.error({ err: error, delivery: id }, 'could not create a message');
    return NOT_CREATED;
  }

  private settlement(delivery: DeliveryFields, result: TryResult, startedAt: number, latencyMs: number) {
    const { outcome, status, detail, answer, retryAfterMs, left } = result;
    const now = this.clock.now();
    const tried = { outcome, tries: delivery.attempts + 1, ageMs: now - delivery.createdAt, retryAfterMs };
    const step = nextStep(tried, Math.random());
    return {
      ...{ delivery, step, retryAfterMs },
      state: step.kind === 'delivered' ? 'delivered' : step.kind === 'again' ? 'pending' : 'failed',
      dueAt: step.kind === 'again' ? now + step.inMs : delivery.dueAt,
      openRecipients: left ?? openRecipientsOf(delivery),
      attempt: { at: new Date(startedAt).toISOString(), status, latencyMs, outcome, detail, answer },
    } as const;
  }

  private settled(channelId: string, ids: readonly string[]): void {
    const channelQueue = this.queueOf(channelId);
    for (const id of ids) channelQueue.held.delete(id);
    channelQueue.mayHaveDue = true;
    this.call();
  }
}
