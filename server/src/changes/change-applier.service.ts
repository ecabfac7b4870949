import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { SYSTEM_ACTOR } from '#libs/access';
import type { Actor } from '#libs/access';
import type { ChangeHash, ChangeItem, ChangeSetDetails } from '#libs/api';
import { nextState, knownRows, settledOutcome } from '#libs/changes';
import type { ChangeEffect, RowsOutcome } from '#libs/changes';
import { ConnectionAccess } from '../connections/index.js';
import { Clock, Problem, State } from '../platform/index.js';
import { ChangeDesk, neededFor } from './change-desk.js';
import type { KeptRehearsal } from './change-desk.js';
import { ChangeNotes } from './change-notes.js';
import { personOf } from './change-person.js';
import { sizeText } from './change-size.js';
import { ChangeSteps, requireHash } from './change-steps.service.js';
import { ChangesService } from './changes.service.js';
import type { KnownTables } from './first-statements.js';
import { effectHash } from './change-digests.js';
import { interruptedProblem } from './interrupted-problem.js';
import { ChangeRows } from './storage/change-rows.js';
import { ChangeSetRecord, isUnsettled } from './storage/change-set.entity.js';
import type { ApplyAttempt } from './storage/change-set.entity.js';
import { ChangeRunner } from './work/change-runner.js';
import type { OpenExecution } from './work/change-runner.js';
import { rehearse } from './work/rehearse.js';
import { orTooLarge } from './work/row-budget.js';

/** An attempt of another process is looked into when it is older than any that still runs. */
const SETTLE_EVERY_MS = 30_000;

/** A connection that was removed may come back this long; then the end of its transactions is not known for good. */
const GONE_MS = 24 * 60 * 60_000;

const UNCLEAR =
  'The answer of the database was lost, and the rows do not show what became of it: others have changed them since, or ' +
  'the connection leads to another server. Compare the rows with what you wanted.';

const REMOVED =
  'The connection was removed. Add it again within a day after the commit; after that, the change set is a conflict.';

/** Where an attempt stands that was made. */
type Attempted = 'applied' | 'differs' | 'failed' | { readonly lost: string };

/** Applies change sets, each in one transaction, and finds out what became of those whose answer was lost. */
@Injectable()
export class ChangeApplier implements OnApplicationBootstrap {
  /** Change sets that this process is applying. */
  private readonly running = new Set<string>();
  /** Connections on which this process is finding out what became of some. */
  private readonly settling = new Map<string, Promise<void>>();

  constructor(
    private readonly state: State,
    private readonly access: ConnectionAccess,
    private readonly desk: ChangeDesk,
    private readonly changes: ChangesService,
    private readonly steps: ChangeSteps,
    private readonly rows: ChangeRows,
    private readonly runner: ChangeRunner,
    private readonly notes: ChangeNotes,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ChangeApplier.name);
  }

  /**
   * Applies a change set whole or not at all. What it does has to have the hash of what was approved, or else of the last
   * rehearsal; where it has not, everything is rolled back and it is rehearsed anew. Rows that have changed since make it
   * `conflicted`; where the database gave up waiting, as for a lock, it stays as it is. Throws `change-set-not-found`, `change-not-allowed`, `changed-meanwhile`, `change-differs`,
   * `change-uncertain` where the answer of the database was lost, and what `ChangeRunner.run` does.
   */
  async apply(actor: Actor, id: string, { hash, effect_hash: seen }: ChangeHash): Promise<ChangeSetDetails> {
    const { record } = await this.desk.open(actor, id, 'apply');
    requireHash(record, hash);
    const kept = await this.desk.rehearsalOf(record);
    const expected = record.state === 'approved' ? record.approvedEffect : (kept?.rehearsal.effect_hash ?? null);
    if (expected === null) throw new Problem('change-not-allowed', 'Rehearse the change set first.');
    if (seen !== undefined && seen !== expected)
      throw new Problem('changed-meanwhile', 'The change set was rehearsed again. Review it first.');
    if (this.running.has(id))
      throw new Problem('change-uncertain', 'The change set is being applied. Wait until it has ended.');
    this.running.add(id);
    try {
      const items = await this.desk.itemsOf(record);
      const rehearsed = { expected, varying: kept?.varying };
      const { attempted, tables } = await orTooLarge(() => this.attempt(actor, record, items, rehearsed));
      if (typeof attempted === 'object') await this.settleLost(id, attempted.lost);
      if (attempted === 'differs' || attempted === 'failed')
        await orTooLarge(() => this.rehearseAnew(actor, id, attempted));
      return await this.desk.details(actor, id, { hash, items, tables });
    } finally {
      this.running.delete(id);
    }
  }

  private async attempt(
    actor: Actor,
    record: ChangeSetRecord,
    items: readonly ChangeItem[],
    { expected, varying }: { readonly expected: string; readonly varying: KeptRehearsal['varying'] | undefined },
  ): Promise<{ readonly attempted: Attempted; readonly tables: KnownTables }> {
    const order = { actor, connectionId: record.connectionId, items, needed: neededFor(actor, record) };
    return this.runner.run(order, 'first', async (open) => {
      const { execution, tables } = open;
      if (execution.kind === 'failed' && execution.isInterrupted === true) throw interruptedProblem(execution.failures);
      if (execution.kind !== 'done') return { attempted: 'failed', tables };
      const { effect } = execution;
      const isSame = (await effectHash(record.hash + open.place, effect, new Map(varying))) === expected;
      return { attempted: isSame ? await this.commit(actor, record, open, { effect, expected }) : 'differs', tables };
    });
  }

  /** What the transaction is called is kept before its commit, so that its end can be found out whatever happens. */
  private async commit(
    actor: Actor,
    record: ChangeSetRecord,
    { transaction, place }: OpenExecution,
    done: { readonly effect: ChangeEffect; readonly expected: string },
  ): Promise<Attempted> {
    const { effect, expected } = done;
    const [[transactionId = null] = []] = await transaction.ask(transaction.rules.transactionId);
    const pieces = await this.rows.seal(knownRows(effect), new Map());
    const attempt = { transactionId, effect: expected, place, by: personOf(actor), at: this.clock.isoNow() };
    await this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, record.connectionId, neededFor(actor, record));
      this.desk.require(actor, record, 'apply');
      await this.changes.update(manager, record, { attempt });
      await this.rows.replace(manager, record.id, 'applied', pieces);
    });
    // A power cut must not take the note of a commit that the database keeps.
    await this.state.flushed();
    const noted = Object.assign(record, { attempt, version: record.version + 1 });
    try {
      if (await transaction.commitIsRefused()) return await this.keepNothing(noted);
    } catch (error) {
      this.logger.warn({ err: error, change: record.id }, 'the commit of a change set was not answered');
      return { lost: error instanceof Error ? error.message : String(error) };
    }
    await this.keepApplied(noted, attempt, actor).catch(async (error: unknown) => {
      // Another process may have found it out already, or not: what was committed is known here only.
      const found = await this.desk.reload(record.id);
      if (found.state === 'applied') return;
      if (found.attempt !== null || found.hash !== record.hash) throw error;
      await this.keepApplied(found, attempt, actor);
    });
    return 'applied';
  }

  /** The next rehearsal shows why. */
  private async keepNothing(record: ChangeSetRecord): Promise<Attempted> {
    await this.state.transaction((manager) => this.changes.update(manager, record, { attempt: null }));
    return 'failed';
  }

  /** Writes down that the database has kept it; with it the change set that it takes back is undone. */
  private async keepApplied(record: ChangeSetRecord, attempt: ApplyAttempt, actor: Actor): Promise<void> {
    await this.state.transaction(async (manager) => {
      const applied = { appliedAt: this.clock.isoNow(), appliedBy: attempt.by };
      await this.changes.update(manager, record, { state: 'applied', attempt: null, ...applied });
      const { name: appliedBy } = attempt.by;
      this.notes.performed('change.apply', actor, record, { effect_hash: attempt.effect, applied_by: appliedBy });
      const message = `${sizeText(record.counts)}. Applied by ${appliedBy}.`;
      this.notes.announce('change.applied', appliedBy, record, message);
      if (record.undoes === null) return;
      const undone = await manager.findOneBy(ChangeSetRecord, { id: record.undoes });
      if (undone?.state !== 'applied') return;
      await this.changes.update(manager, undone, { state: 'undone', undoneBy: record.id });
      this.notes.performed('change.undo', actor, undone, { undone_by: appliedBy });
      this.notes.announce('change.undone', appliedBy, undone, `${appliedBy} undid it.`);
    });
  }

  /** Throws `change-uncertain` where the database does not say, and `database-error` where it kept nothing. */
  private async settleLost(id: string, reason: string): Promise<void> {
    const lost = await this.desk.reload(id);
    await this.settle(lost).catch((error: unknown) => this.keepTrouble(lost, error));
    const record = await this.desk.reload(id);
    if (record.attempt !== null)
      throw new Problem(
        'change-uncertain',
        'The answer of the database was lost. The workbench is checking whether the change was applied; look again in a moment.',
      );
    if (record.state !== 'applied') {
      const sentence = reason.replace(/\.?$/, '.');
      throw new Problem('database-error', `${sentence} The database kept nothing of the change.`);
    }
  }

  /** An approval was for something else; so it lapses. */
  private async rehearseAnew(actor: Actor, id: string, attempted: 'differs' | 'failed'): Promise<void> {
    const record = await this.desk.reload(id);
    const { connectionId, hash } = record;
    if (record.attempt !== null) throw new Problem('change-uncertain');
    // Its rehearsal is of what was applied: an undo reads it.
    if (nextState(record.state, 'apply') === null) throw new Problem('changed-meanwhile');
    const items = await this.desk.itemsOf(record);
    const needed = neededFor(actor, record);
    const done = await rehearse(this.runner, { actor, connectionId, items, needed, hash, now: this.clock.isoNow() });
    const isLapsed = record.state === 'approved';
    const lapsed = isLapsed ? { approvedEffect: null, decidedAt: null, decidedBy: null } : {};
    const state = isLapsed && done.rehearsal.status !== 'conflicted' ? { state: 'proposed' as const } : {};
    await this.steps.keepRehearsal(actor, record, done, { ...lapsed, ...state });
    // What the database refused then, as a number of a sequence that another row has, it may take now.
    if (attempted === 'differs' || done.rehearsal.status === 'ready')
      throw new Problem('change-differs', 'Nothing was changed. Review what it would do now, and apply it again.');
  }

  /** A database that does not answer keeps nobody from the workbench. */
  onApplicationBootstrap(): void {
    void this.settleInTime();
  }

  @Interval(SETTLE_EVERY_MS)
  async settleInTime(): Promise<void> {
    await this.settleAll().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'could not look for change sets whose end is not known'),
    );
  }

  /** Finds out what became of attempts whose process died or lost its line, at the same time on each connection. */
  async settleAll(): Promise<void> {
    const found = await this.state.manager.findBy(ChangeSetRecord, { attempt: isUnsettled() });
    const open = found.filter(({ id }) => !this.running.has(id));
    const ids = new Set(open.map(({ connectionId }) => connectionId));
    const recordsOn = (id: string) => open.filter(({ connectionId }) => connectionId === id);
    await Promise.all([...ids].map((id) => this.settling.get(id) ?? this.settleOn(id, recordsOn(id))));
  }

  private settleOn(connectionId: string, records: readonly ChangeSetRecord[]): Promise<void> {
    const settleEach = async (): Promise<void> => {
      for (const record of records) {
        await this.settle(record).catch((error: unknown) => this.keepTrouble(record, error));
      }
    };
    const settling = settleEach().finally(() => this.settling.delete(connectionId));
    this.settling.set(connectionId, settling);
    return settling;
  }

  /** Finds out how the transaction ended; as long as the database does not show it, the change set stays uncertain. */
  private async settle(record: ChangeSetRecord): Promise<void> {
    const { attempt } = record;
    if (attempt === null) return;
    const outcome = await this.outcomeOf(record, attempt);
    if (outcome === 'unclear') await this.keepUnclear(record);
    if (outcome === 'committed') await this.keepApplied(record, attempt, SYSTEM_ACTOR);
    if (outcome === 'aborted') await this.keepNothing(record);
  }

  /** Keeps why it cannot be found out yet, for those who wait; another process may be about to write down what it knows. */
  private async keepTrouble({ id, connectionId, version, attempt }: ChangeSetRecord, error: unknown): Promise<void> {
    this.logger.warn({ err: error, change: id }, 'could not find out whether a change set was applied');
    if (error instanceof Problem && error.code === 'state-unavailable') return;
    const trouble = error instanceof Problem ? error.message : 'The database could not be read.';
    if (attempt === null || attempt.trouble === trouble) return;
    const kept = this.state.transaction(async (manager) => {
      await manager.update(ChangeSetRecord, { id, version }, { attempt: { ...attempt, trouble } });
      this.notes.changed(connectionId, id);
    });
    await kept.catch(() => undefined);
  }

  private async outcomeOf(
    { id, connectionId }: ChangeSetRecord,
    { transactionId, at, place }: ApplyAttempt,
  ): Promise<RowsOutcome | null> {
    const present = this.desk.placeOf(connectionId);
    const ageMs = this.clock.now() - Date.parse(at);
    if (present === null && ageMs > GONE_MS) return 'unclear';
    if (present === null) throw new Problem('connection-not-found', REMOVED);
    const byRows = async () =>
      this.runner.outcomeByRows(SYSTEM_ACTOR, connectionId, await this.rows.all(id, 'applied'), ageMs);
    // Another database knows nothing of the transaction; what it has may have been copied there.
    if (place !== undefined && place !== present) {
      // Where its tables are not there either, nothing will ever show it.
      const elsewhere = ageMs > GONE_MS ? byRows().catch(() => 'unclear' as const) : byRows();
      return (await elsewhere) === 'committed' ? 'committed' : 'unclear';
    }
    if (transactionId === null) return byRows();
    const status = await this.runner.statusOf(SYSTEM_ACTOR, connectionId, transactionId);
    if (status === null) return byRows();
    // Rows that cannot be read any more, as those of a table that is gone, contradict nothing.
    return settledOutcome(status, status === 'in progress' ? 'unclear' : await byRows().catch(() => 'unclear'));
  }

  /** Others have changed its rows since. It is compared with them again before anything is written, so nothing is done twice. */
  private async keepUnclear(record: ChangeSetRecord): Promise<void> {
    const state = nextState(record.state, 'conflict') ?? record.state;
    await this.state.transaction(async (manager) => {
      await this.changes.update(manager, record, { state, attempt: null });
      await this.changes.note(manager, record, personOf(SYSTEM_ACTOR), UNCLEAR);
    });
  }
}
