import { setTimeout as wait } from 'node:timers/promises';
import type { PinoLogger } from 'nestjs-pino';
import type { State } from '../state/state.js';
import { WAITS_IN_BOSS } from './boss.js';
import type { Boss, FetchedJob } from './boss.js';
import type { JobQueue, QueueLimits, QueueWorker, QueuedWork } from './job-queue.js';
import type { PostgresStateClient } from './postgres-state-client.js';
import { NOTIFY_QUEUE } from './worker-heartbeat.js';
import type { WorkerHeartbeat } from './worker-heartbeat.js';

/** How often it is looked for work of which no word came, and for processes that are gone. */
const LOOK_MS = 2_000;
const RETRY_MS = 1_000;
/** Entries that were sent and that pg-boss lost: its tables were made anew, or restored without. */
const LOST = `queue = $1 AND sent_as IS NOT NULL AND worker IS NULL AND NOT ${WAITS_IN_BOSS}`;

/** What a shared queue depends on. */
export interface SharedQueueDeps {
  readonly state: State;
  readonly stateClient: PostgresStateClient;
  readonly boss: Boss;
  readonly heartbeat: WorkerHeartbeat;
  readonly logger: PinoLogger;
}

/**
 * The queue of several processes on one state in Postgres. A line in front of each lane is kept in `queue_entry`; what has a
 * place there is sent to pg-boss, which hands it to one process or another. A process that dies lets go of its lock: what
 * it had is queued again.
 */
export class SharedQueue implements JobQueue {
  readonly isShared = true;
  private readonly taken = new Map<string, Promise<void>>();
  /** Processes that were not seen at the last look. */
  private missing: ReadonlySet<string> = new Set();
  /** Entries that were this process's at the last look, and that it did not work on. */
  private unknown: ReadonlySet<string> = new Set();
  private worker: QueueWorker | null = null;
  private timer: NodeJS.Timeout | null = null;
  private looking: Promise<void> | null = null;
  private isCalled = false;

  constructor(
    private readonly name: string,
    private readonly limits: QueueLimits,
    private readonly deps: SharedQueueDeps,
  ) {}

  async start(worker: QueueWorker): Promise<void> {
    const { boss, heartbeat } = this.deps;
    await heartbeat.open();
    await boss.open(this.name);
    await this.admitLeft();
    this.worker = worker;
    heartbeat.onWork((queue) => {
      if (queue === null || queue === this.name) this.look();
    });
    this.timer = setInterval(() => void this.watch().finally(() => this.look()), LOOK_MS);
    this.look();
  }

  async push(work: readonly QueuedWork[]): Promise<void> {
    if (work.length === 0) return;
    await this.deps.state.transaction(async () => {
      for (const { id, lane } of work) {
        await this.deps.stateClient.rows(
          `INSERT INTO queue_entry (queue, id, lane, place)
           SELECT $1::varchar, $2, $3, COALESCE(MAX(place), 0) + 1 FROM queue_entry WHERE queue = $1::varchar
           ON CONFLICT DO NOTHING`,
          [this.name, id, lane],
        );
      }
      for (const lane of new Set(work.map((one) => one.lane))) await this.admit(lane);
    });
  }

  async remove(id: string): Promise<boolean> {
    return this.deps.state.transaction(async () => {
      const removed = await this.deps.stateClient.rows<Entry>(
        'DELETE FROM queue_entry WHERE queue = $1 AND id = $2 AND worker IS NULL RETURNING lane, sent_as',
        [this.name, id],
      );
      await this.leave(removed);
      return removed.length > 0;
    });
  }

  async holds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const held = await this.deps.stateClient.rows<{ id: string }>(
      'SELECT id FROM queue_entry WHERE queue = $1 AND id = ANY($2::varchar[])',
      [this.name, [...ids]],
    );
    return new Set(held.map(({ id }) => id));
  }

  async stop(): Promise<void> {
    this.worker = null;
    if (this.timer !== null) clearInterval(this.timer);
    await this.looking;
    await Promise.all(this.taken.values());
  }

  /** Sends what was queued while pg-boss had other tables, and what it has lost. */
  private async admitLeft(): Promise<void> {
    await this.deps.state.transaction(async () => {
      await this.deps.stateClient.rows(`UPDATE queue_entry SET sent_as = NULL WHERE ${LOST}`, [this.name]);
      const left = await this.deps.stateClient.rows<Pick<Entry, 'lane'>>(
        'SELECT DISTINCT lane FROM queue_entry WHERE queue = $1 AND sent_as IS NULL',
        [this.name],
      );
      for (const { lane } of left) await this.admit(lane);
    });
  }

  /** Sends what has a place in its lane now. Belongs into a transaction: one writes at a time, so that counts are right. */
  private async admit(lane: string | null): Promise<void> {
    const { stateClient, boss } = this.deps;
    const free = lane === null ? null : await this.placesIn(lane);
    if (free !== null && free <= 0) return;
    const next = await stateClient.rows<{ id: string; place: number }>(
      `SELECT id, place FROM queue_entry WHERE queue = $1 AND lane IS NOT DISTINCT FROM $2 AND sent_as IS NULL
       ORDER BY place LIMIT $3`,
      [this.name, lane, free],
    );
    for (const { id, place } of next) {
      const sentAs = await boss.send(this.name, id, place);
      await stateClient.rows('UPDATE queue_entry SET sent_as = $3 WHERE queue = $1 AND id = $2', [
        this.name,
        id,
        sentAs,
      ]);
    }
    if (next.length > 0) await stateClient.rows(NOTIFY_QUEUE, [this.name]);
  }

  private async placesIn(lane: string): Promise<number> {
    const [busy] = await this.deps.stateClient.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM queue_entry WHERE queue = $1 AND lane = $2 AND sent_as IS NOT NULL',
      [this.name, lane],
    );
    return this.limits.perLane - (busy?.count ?? 0);
  }

  /** What is gone makes room for what is behind it. */
  private async leave(entries: readonly Entry[]): Promise<void> {
    await this.deps.boss.forget(
      this.name,
      entries.flatMap(({ sent_as: sentAs }) => sentAs ?? []),
    );
    const lanes = new Set(entries.map(({ lane }) => lane));
    for (const lane of lanes) if (lane !== null) await this.admit(lane);
  }

  /** Takes what there is place for; a call meanwhile makes it look once more. */
  private look(): void {
    this.isCalled = true;
    if (this.looking !== null) return;
    this.looking = this.takeAll()
      .catch((error: unknown) => this.deps.logger.warn({ err: error, queue: this.name }, 'could not fetch work'))
      .finally(() => (this.looking = null));
  }

  private async takeAll(): Promise<void> {
    while (this.isCalled && this.worker !== null) {
      this.isCalled = false;
      const free = this.limits.overall - this.taken.size;
      if (free <= 0 || !(await this.hasWork())) continue;
      for (const one of await this.take(free)) this.taken.set(one.id, this.work(one, this.worker));
    }
  }

  private async hasWork(): Promise<boolean> {
    const found = await this.deps.stateClient.rows(
      'SELECT FROM queue_entry WHERE queue = $1 AND sent_as IS NOT NULL AND worker IS NULL LIMIT 1',
      [this.name],
    );
    return found.length > 0;
  }

  private take(count: number): Promise<FetchedJob[]> {
    const { state, stateClient, boss, heartbeat } = this.deps;
    return state.transaction(async () => {
      const mine: (FetchedJob & { place: number })[] = [];
      for (const one of await boss.fetch(this.name, count)) {
        const [entry] = await stateClient.rows<{ place: number }>(
          'UPDATE queue_entry SET worker = $4 WHERE queue = $1 AND id = $2 AND sent_as = $3 RETURNING place',
          [this.name, one.id, one.sentAs, heartbeat.name],
        );
        if (entry === undefined) await boss.forget(this.name, [one.sentAs]);
        else mine.push({ ...one, place: entry.place });
      }
      return mine.sort((a, b) => a.place - b.place);
    });
  }

  private async work(one: FetchedJob, worker: QueueWorker): Promise<void> {
    try {
      // Not before `taken` knows of it.
      await Promise.resolve();
      await worker(one.id);
    } catch {
      // A worker reports its own failures; the place is free again.
    }
    await this.settle(one);
    this.taken.delete(one.id);
    this.look();
  }

  /** Until it is written down that the work is over, no other work gets its place; a database that is away comes back. */
  private async settle(one: FetchedJob): Promise<void> {
    for (;;) {
      try {
        await this.deps.state.transaction(async () => {
          const over = await this.deps.stateClient.rows<Entry>(
            'DELETE FROM queue_entry WHERE queue = $1 AND id = $2 AND sent_as = $3 RETURNING lane, sent_as',
            [this.name, one.id, one.sentAs],
          );
          await this.leave(over);
        });
        return;
      } catch (error) {
        this.deps.logger.warn({ err: error, queue: this.name }, 'could not record completed work');
        // Once stopped, others see that this process is gone and find out what became of its work.
        if (this.worker === null) return;
        await wait(RETRY_MS, null, { ref: false });
      }
    }
  }

  /** Queues again what no process works on, or is handed. Never rejects. */
  private async watch(): Promise<void> {
    try {
      await this.watchLost();
      await this.watchOwn();
      await this.watchOthers();
    } catch (error) {
      this.deps.logger.warn({ err: error, queue: this.name }, 'could not look for abandoned work');
    }
  }

  private async watchLost(): Promise<void> {
    const lost = await this.deps.stateClient.rows(`SELECT FROM queue_entry WHERE ${LOST} LIMIT 1`, [this.name]);
    if (lost.length > 0) await this.admitLeft();
  }

  /** Work that was taken in a commit without an answer: it is this process's, at two looks, and it does not know of it. */
  private async watchOwn(): Promise<void> {
    // What is being taken is not known yet.
    const isTaking = () => this.looking !== null;
    const before = isTaking() ? new Set<string>() : this.unknown;
    this.unknown = new Set();
    const own = await this.deps.stateClient.rows<{ id: string }>(
      'SELECT id FROM queue_entry WHERE queue = $1 AND worker = $2',
      [this.name, this.deps.heartbeat.name],
    );
    if (isTaking()) return;
    this.unknown = new Set(own.map(({ id }) => id).filter((id) => !this.taken.has(id)));
    const left = [...this.unknown].filter((id) => before.has(id));
    if (left.length > 0) await this.inherit(this.deps.heartbeat.name, left);
  }

  /** What processes had that are gone: those that were missing at two looks, so that a cut line is forgiven. */
  private async watchOthers(): Promise<void> {
    const found = await this.deps.stateClient.rows<{ worker: string }>(
      'SELECT DISTINCT worker FROM queue_entry WHERE queue = $1 AND worker IS NOT NULL AND worker <> $2',
      [this.name, this.deps.heartbeat.name],
    );
    if (found.length === 0) return;
    const alive = await this.deps.heartbeat.alive();
    const missing = found.map(({ worker }) => worker).filter((worker) => !alive.has(worker));
    const gone = missing.filter((worker) => this.missing.has(worker));
    this.missing = new Set(missing);
    for (const worker of gone) await this.inherit(worker);
  }

  /** Queues again what a process had: all of it, or the entries of those ids. */
  private async inherit(worker: string, ids: readonly string[] | null = null): Promise<void> {
    await this.deps.state.transaction(async () => {
      const where = 'queue = $1 AND worker = $2 AND ($3::varchar[] IS NULL OR id = ANY($3))';
      const left = await this.deps.stateClient.rows<Entry & { id: string }>(
        `SELECT id, lane, sent_as FROM queue_entry WHERE ${where}`,
        [this.name, worker, ids],
      );
      await this.deps.stateClient.rows(`UPDATE queue_entry SET worker = NULL, sent_as = NULL WHERE ${where}`, [
        this.name,
        worker,
        ids,
      ]);
      await this.leave(left);
      if (left.some(({ lane }) => lane === null)) await this.admit(null);
    });
  }
}

/** A piece of work as it is kept. */
interface Entry {
  readonly lane: string | null;
  readonly sent_as: string | null;
}
