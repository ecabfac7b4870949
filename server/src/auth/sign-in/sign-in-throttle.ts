import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { In, LessThan } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { FORGET_ATTEMPTS_MS, addressKey, beginAttempt, countersOf, undoAttempt } from '#libs/access';
import type { AttemptCounter, Attempter, Attempts } from '#libs/access';
import { Clock, EventBus, Problem, RepeatedActions, State, retryWhileUnavailable } from '../../platform/index.js';
import { performed } from '../performed.js';
import { digestOf } from '../secrets.js';
import { AttemptRecord } from './attempt.entity.js';

/** Delays that are kept in memory; the oldest are read from the state again. */
const KEPT_DELAYS = 50_000;

/** An attempt to sign in that is under way. */
export interface SignInAttempt {
  /** Takes the attempt back: it was no failure. */
  succeed(): Promise<void>;
}

interface Counter extends AttemptCounter {
  readonly id: string;
}

/**
 * Slows down guesses, the same for all processes on one state. A delay is refused from memory: a flood of attempts costs
 * neither a write nor a password hash.
 */
@Injectable()
export class SignInThrottle {
  /** When delays end, by the counter's id. */
  private readonly blocked = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly state: State,
    private readonly repeats: RepeatedActions,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(SignInThrottle.name);
  }

  /**
   * Does `work` as an attempt, which counts as a failure until it succeeds. One that the state kept from an outcome does
   * not count. Throws `too-many-requests` with the time to wait, and what `work` throws.
   */
  async attempt<T>(attempter: Attempter, work: (attempt: SignInAttempt) => Promise<T>): Promise<T> {
    const counters = await this.begin(attempter);
    const attempt = { isTakenBack: false };
    const succeed = () => this.takeBack(counters, () => (attempt.isTakenBack = true));
    try {
      return await work({ succeed });
    } catch (error) {
      const isOutage = error instanceof Problem && error.code === 'state-unavailable';
      if (isOutage && !attempt.isTakenBack) void this.takeBackLater(succeed);
      throw error;
    }
  }

  private async begin({ account, address, device }: Attempter): Promise<Counter[]> {
    const counters: Counter[] = countersOf({ account, address: addressKey(address), device }).map((counter) => ({
      ...counter,
      id: digestOf(counter.key),
    }));
    const now = this.clock.now();
    for (const counter of counters) {
      const retryAfterMs = (this.blocked.get(counter.id) ?? 0) - now;
      if (retryAfterMs > 0) throw await this.refusal(counter, retryAfterMs);
    }
    const refused = await this.state.transaction((manager) => this.count(manager, counters, now));
    if (refused !== null) throw await this.refusal(refused.counter, refused.retryAfterMs);
    return counters;
  }

  /** Forgets attempts that are too old to count. */
  async forgetOld(): Promise<void> {
    const before = this.clock.now() - FORGET_ATTEMPTS_MS;
    for (const [id, until] of this.blocked) if (until <= this.clock.now()) this.blocked.delete(id);
    const isOld = { lastAt: LessThan(before) };
    if (!(await this.state.manager.existsBy(AttemptRecord, isOld))) return;
    await this.state.transaction((manager) => manager.delete(AttemptRecord, isOld));
  }

  /** Counts for every counter or, where one refuses, for none. */
  private async count(
    manager: EntityManager,
    counters: readonly Counter[],
    now: number,
  ): Promise<{ counter: Counter; retryAfterMs: number } | null> {
    const known = await recordsOf(manager, counters);
    const counted: [Counter, Attempts][] = [];
    for (const counter of counters) {
      const verdict = beginAttempt(known.get(counter.id), counter.policy, now);
      if (verdict.kind === 'refused') {
        this.keep(counter.id, now + verdict.retryAfterMs);
        return { counter, retryAfterMs: verdict.retryAfterMs };
      }
      counted.push([counter, verdict.attempts]);
    }
    await this.save(manager, counted);
    return null;
  }

  private async takeBackLater(succeed: () => Promise<void>): Promise<void> {
    try {
      await retryWhileUnavailable(succeed, { goOn: () => true });
    } catch (error) {
      this.logger.warn({ err: error }, 'an attempt to sign in could not be taken back');
    }
  }

  private async takeBack(counters: readonly Counter[], onTakenBack: () => void): Promise<void> {
    await this.state.transaction(async (manager) => {
      this.state.afterCommit(onTakenBack);
      const known = await recordsOf(manager, counters);
      const left = counters.map((counter) => [counter, undoAttempt(known.get(counter.id), counter.policy)] as const);
      const gone = left.flatMap(([{ id }, attempts]) => (attempts === undefined ? [id] : []));
      await manager.delete(AttemptRecord, { id: In(gone) });
      this.state.afterCommit(() => gone.forEach((id) => this.blocked.delete(id)));
      await this.save(
        manager,
        left.flatMap(([counter, attempts]) => (attempts === undefined ? [] : [[counter, attempts]])),
      );
    });
  }

  private async save(manager: EntityManager, counted: readonly (readonly [Counter, Attempts])[]): Promise<void> {
    const rows = counted.map(([{ id }, attempts]) => ({ id, ...attempts }));
    await manager.upsert(AttemptRecord, rows, ['id']);
    this.state.afterCommit(() => rows.forEach(({ id, blockedUntil }) => this.keep(id, blockedUntil)));
  }

  private keep(id: string, until: number): void {
    this.blocked.delete(id);
    if (until > 0) this.blocked.set(id, until);
    for (const oldest of this.blocked.keys()) {
      if (this.blocked.size <= KEPT_DELAYS) break;
      this.blocked.delete(oldest);
    }
  }

  private async refusal({ key }: Counter, retryAfterMs: number): Promise<Problem> {
    const [kind = '', ...name] = key.split(' ');
    const object = { kind, id: name.join(' '), name: null };
    const fact = performed(null, 'auth.throttled', object, { outcome: 'denied' });
    if (this.repeats.note(fact, { key }).isNew) {
      await this.state.transaction(() => {
        this.events.publish('action.performed', fact);
        return Promise.resolve();
      });
    }
    return new Problem('too-many-requests', 'Too many sign-ins failed. Wait before the next one.', { retryAfterMs });
  }
}

async function recordsOf(manager: EntityManager, counters: readonly Counter[]): Promise<Map<string, Attempts>> {
  const records = await manager.findBy(AttemptRecord, { id: In(counters.map(({ id }) => id)) });
  return new Map(records.map(({ id, count, lastAt, blockedUntil }) => [id, { count, lastAt, blockedUntil }]));
}
