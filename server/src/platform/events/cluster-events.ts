import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { EntityManager } from 'typeorm';
import { ACKNOWLEDGED_EVENTS, PEER_EVENTS, briefEvent } from '#libs/events';
import type { EventMap, EventName } from '#libs/events';
import { State } from '../state/state.js';
import { ClusterLine } from './cluster-line.js';
import { EventBus } from './event-bus.js';

/** Postgres takes payloads below 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;
/** A process that has not heard from the state for so long reads it before it identifies a caller. */
const CURRENT_FOR_MS = 5_000;
/** Longer than that, so that a process that does not acknowledge an event no longer trusts its memory. */
const ACKNOWLEDGE_WITHIN_MS = CURRENT_FOR_MS + 1_000;

/** What goes from process to process. */
interface Message {
  readonly from: string;
  /** An event, to be acknowledged where it has an id. */
  readonly name?: EventName;
  readonly payload?: unknown;
  readonly id?: string;
  /** The id of an event that this process has acted upon. */
  readonly acknowledged?: string;
}

/** The events that one unit of work waits for. */
interface Awaited {
  /** By the id of an event, the processes that have acted upon it. */
  readonly acknowledged: Map<string, Set<string>>;
  check: () => void;
}

/**
 * Carries events between workbenches that share a state in Postgres, by its notifications: sent in the transaction that
 * makes them true, received after its commit. An event beyond the limit of a payload is left out; pages show it when
 * they load again.
 *
 * A revocation is acknowledged: the transaction that revokes returns once every process has acted upon it, or no longer
 * trusts what it holds in memory.
 */
@Injectable()
export class ClusterEvents implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly unacknowledged = new Map<string, (process: string) => void>();
  private readonly awaited = new WeakMap<EntityManager, Awaited>();
  private refreshing: Promise<unknown> = Promise.resolve();
  private queued: Promise<void> | null = null;

  constructor(
    private readonly line: ClusterLine,
    private readonly state: State,
    private readonly bus: EventBus,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ClusterEvents.name);
  }

  onModuleInit(): void {
    this.state.onUncertainCommit(() => void this.refreshAll().catch(() => undefined));
    if (this.line.own === null) return;
    for (const name of PEER_EVENTS) this.bus.onBeforeCommit(name, (payload) => this.broadcast(name, payload));
    this.bus.onBeforeCommit('action.performed', ({ action }) => this.broadcast('state.changed_elsewhere', { action }));
  }

  async onApplicationBootstrap(): Promise<void> {
    const received = (text: string) => void this.receive(JSON.parse(text) as Message);
    await this.line.open({ received, opened: () => this.refreshAll() });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.line.close();
  }

  /**
   * Null while what is held in memory is what the state says; otherwise resolves when it has been read after this call.
   * Rejects with `state-unavailable`.
   */
  catchUp(): Promise<void> | null {
    if (this.line.own === null || performance.now() - this.line.heardAtMs < CURRENT_FOR_MS) return null;
    return (this.queued ??= this.refreshNext());
  }

  /** A refresh that is under way may have read before the caller came. */
  private async refreshNext(): Promise<void> {
    await this.refreshing.catch(() => undefined);
    this.queued = null;
    await this.refreshAll();
  }

  private async refreshAll(): Promise<void> {
    const all = { action: null };
    this.refreshing = this.bus.refresh('state.changed_elsewhere', all) ?? Promise.resolve();
    try {
      await this.refreshing;
    } finally {
      this.bus.relay('state.changed_elsewhere', all);
    }
  }

  private async broadcast<N extends EventName>(name: N, payload: EventMap[N]): Promise<void> {
    const { own } = this.line;
    if (own === null) return;
    const isAcknowledged = (ACKNOWLEDGED_EVENTS as readonly EventName[]).includes(name);
    const id = isAcknowledged ? randomUUID() : undefined;
    await this.notify({ from: own, name, payload: briefEvent(name, payload), ...(id === undefined ? {} : { id }) });
    if (id !== undefined && this.state.isInTransaction) this.awaitAcknowledgement(id, own);
  }

  private async notify(message: Message): Promise<void> {
    const text = JSON.stringify(message);
    if (Buffer.byteLength(text) > MAX_PAYLOAD_BYTES) return;
    await this.state.manager.query('SELECT pg_notify($1, $2)', [this.line.channel, text]);
  }

  /** Counts acknowledgements from now on; the running unit of work waits for those that are missing, of all its events at once. */
  private awaitAcknowledgement(id: string, own: string): void {
    const { manager } = this.state;
    const known = this.awaited.get(manager);
    const awaited = known ?? { acknowledged: new Map<string, Set<string>>(), check: () => undefined };
    awaited.acknowledged.set(id, new Set([own]));
    this.unacknowledged.set(id, (process) => {
      awaited.acknowledged.get(id)?.add(process);
      awaited.check();
    });
    if (known !== undefined) return;
    this.awaited.set(manager, awaited);
    this.state.beforeReturn(() => this.allAcknowledged(awaited));
  }

  private async allAcknowledged(awaited: Awaited): Promise<void> {
    try {
      const others = await this.line.listeners();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ACKNOWLEDGE_WITHIN_MS);
        awaited.check = () => {
          const sets = [...awaited.acknowledged.values()];
          if (sets.some((acknowledged) => others.some((process) => !acknowledged.has(process)))) return;
          clearTimeout(timer);
          resolve();
        };
        awaited.check();
      });
    } catch (error) {
      this.logger.warn({ err: error }, 'could not list the processes that must handle a revocation');
      await new Promise((resolve) => setTimeout(resolve, ACKNOWLEDGE_WITHIN_MS));
    } finally {
      for (const id of awaited.acknowledged.keys()) this.unacknowledged.delete(id);
    }
  }

  private async receive({ from, name, payload, id, acknowledged }: Message): Promise<void> {
    if (from === this.line.own) return;
    if (acknowledged !== undefined) this.unacknowledged.get(acknowledged)?.(from);
    if (name === undefined) return;
    try {
      const refreshed = this.bus.refresh(name, payload as never);
      if (refreshed !== null) await refreshed;
      this.bus.relay(name, payload as never);
      if (id !== undefined) await this.notify({ from: this.line.own ?? '', acknowledged: id });
    } catch (error) {
      this.logger.warn({ err: error, event: name }, 'could not handle an event of another process');
      this.line.reopen();
    }
  }
}
