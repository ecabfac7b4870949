import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { EntityManager } from 'typeorm';
import { TaskQueue } from '#libs/async';
import { recordable } from '#libs/audit';
import type { ChainHead, PerformedAction } from '#libs/audit';
import { Clock, EventBus, State } from '../platform/index.js';
import { AuditLog } from './audit-log.js';
import type { DatedFact } from './audit-log.js';

/** Facts outside of transactions that come within this time are written together. */
const WRITE_EVERY_MS = 50;
/** Facts of one transaction, so that a flood of them does not block other writers for long. */
const FACTS_AT_ONCE = 1000;
const RETRY_AFTER_MS = 1000;
/** Facts that wait for a disk that takes nothing; more go to the log alone, before they take the memory. */
const MAX_PENDING = 100_000;

/** Writes down what was done: in the transaction that did it, or on its own a moment later where there is none. */
@Injectable()
export class AuditRecorder implements OnModuleInit, OnApplicationShutdown {
  private pending: DatedFact[] = [];
  /** What was written last without a sign that it was kept, and the end of the chain that it made. */
  private uncertain: { readonly facts: readonly DatedFact[]; readonly head: ChainHead } | null = null;
  private timer: NodeJS.Timeout | null = null;
  private readonly writes = new TaskQueue();
  private isStopping = false;

  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly log: AuditLog,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(AuditRecorder.name);
  }

  onModuleInit(): void {
    this.events.onBeforeCommit('action.performed', (fact) => this.record(fact));
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.flush();
    for (const { at, fact } of this.pending) {
      this.logger.fatal({ at, fact: recordable(fact) }, 'the audit could not be written; this is not in it');
    }
  }

  /** Writes what still waits, in its order. Resolves when it is on disk or could not be put there. */
  flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    return this.writes.run(() => this.writePending());
  }

  private record(fact: PerformedAction): Promise<void> {
    const dated = { at: this.clock.isoNow(), fact };
    if (this.state.isInTransaction) return this.append(dated);
    if (this.pending.length < MAX_PENDING) this.pending.push(dated);
    else this.logger.fatal({ fact: recordable(fact) }, 'the audit cannot be written; this is not in it');
    if (this.isStopping) return this.flush();
    this.timer ??= this.later(WRITE_EVERY_MS);
    return Promise.resolve();
  }

  /** What cannot be written stays first in line. */
  private async writePending(): Promise<void> {
    try {
      while (this.pending.length > 0) {
        const facts = this.uncertain?.facts ?? this.pending.slice(0, FACTS_AT_ONCE);
        await this.state.transaction((manager) => this.writeOnce(manager, facts));
        this.uncertain = null;
        this.pending = this.pending.slice(facts.length);
      }
    } catch (error) {
      this.logger.error(
        { err: error, facts: this.pending.length },
        'the audit could not be written; it is tried again',
      );
      if (!this.isStopping) this.timer ??= this.later(RETRY_AFTER_MS);
    }
  }

  /** A commit that failed may have been kept: nothing is written again that the chain holds. */
  private async writeOnce(manager: EntityManager, facts: readonly DatedFact[]): Promise<void> {
    if (this.uncertain !== null && (await this.log.holds(manager, this.uncertain.head))) return;
    this.uncertain = { facts, head: await this.log.append(manager, facts) };
  }

  private async append(dated: DatedFact): Promise<void> {
    await this.log.append(this.state.manager, [dated]);
  }

  private later(delayMs: number): NodeJS.Timeout {
    return setTimeout(() => void this.flush(), delayMs);
  }
}
