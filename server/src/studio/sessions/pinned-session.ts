import type { Actor } from '#libs/access';
import type { StudioSession, TransactionState } from '#libs/api';
import { ABORTED } from '#libs/async';
import { leavesState, lossHint, sessionEndsAtMs } from '#libs/sessions';
import type { SessionEnd, SessionContents, SessionLimits, SessionUse } from '#libs/sessions';
import { opensTransaction } from '#libs/sql';
import type { ParameterValue } from '#libs/sql';
import { endsWithin, unlessAborted, noopSink } from '../../connections/index.js';
import type {
  Connector,
  EngineSession,
  ParkedSession,
  ResultSink,
  SessionClaim,
  SessionSlots,
  StatementOutcome,
} from '../../connections/index.js';
import type { Slot, SlotWait } from '../../platform/index.js';
import { holdsState } from './holds-state.js';
import type { SessionKey } from './session-key.js';
import { ShortWait } from './short-wait.js';
import { transactionAfter } from './transaction-commands.js';

/** What holds for a session. */
export interface PinnedSessionRules {
  readonly limits: SessionLimits;
  /** True where a statement opens a transaction that a person commits; the connection may change while it is open. */
  isManual: boolean;
  /** Throws where its owner may not hold this session beside the others. */
  readonly requireRoom: (session: PinnedSession) => void;
}

/** Who runs something in the session. */
export interface LeaseHolder {
  readonly isOver: boolean;
}

/** A run that follows within this needs no answer before: what both leave behind is asked for together. */
const NEXT_RUN_MS = 20;
/** How long an engine may take to end a transaction before it is checked whether it works on that, in milliseconds. */
const END_ANSWER_MS = 2_500;
/** An answer may be on its way while the engine is idle already. */
const ON_ITS_WAY_MS = 250;

/** One session that the runs of a tab share, and what is known of it. */
export class PinnedSession {
  transaction: TransactionState = 'none';
  hasState = false;
  /** Milliseconds since the epoch. */
  lastUsedAtMs: number;
  warnedAtMs: number | null = null;
  /** True once a failed run has said that the session is gone. */
  isLossReported = false;
  isEnded = false;
  /** Why it ends as soon as the run in it is over. */
  endsAs: SessionEnd | null = null;
  /** True while something other than a run is done in it. */
  isWorking = false;
  holder: LeaseHolder | null = null;
  private opened: EngineSession | null = null;
  /** The place among the connection's sessions: held while something runs, or would be lost with the session. */
  private slot: Slot | null = null;
  /** Counts as a statement of its person while one runs. */
  private permit: Slot | null = null;
  private parked: ParkedSession | null = null;
  /** While the engine is asked what the session holds, nothing else may run in it. */
  private parking: Promise<void> | null = null;
  /** The time before that question in which the next run may begin. */
  private readonly nextRun = new ShortWait();
  /** Ends that question: its answer is not needed once the session ends. */
  private readonly over = new AbortController();
  /** Runs that asked for the session so far. */
  private openings = 0;

  constructor(
    readonly key: SessionKey,
    readonly actor: Actor,
    readonly connector: Connector,
    readonly openedAtMs: number,
    readonly rules: PinnedSessionRules,
    private readonly slots: SessionSlots,
  ) {
    this.lastUsedAtMs = openedAtMs;
  }

  get isBusy(): boolean {
    return this.isWorking || this.holder?.isOver === false;
  }

  /** True once the engine has lost what was built up. */
  get isLost(): boolean {
    return this.opened?.isLost() ?? false;
  }

  /** How it was lost. */
  get loss(): Extract<SessionEnd, 'lost' | 'given-up'> {
    return this.opened?.isGivenUp() === true ? 'given-up' : 'lost';
  }

  get isOpen(): boolean {
    return this.opened !== null;
  }

  /** True while it takes a place among its connection's sessions. */
  get isPlaced(): boolean {
    return this.slot !== null;
  }

  /** True where nothing would be lost with it. */
  get isSpare(): boolean {
    return this.transaction === 'none' && !this.hasState;
  }

  get holdings(): SessionContents {
    return { hasTransaction: this.transaction !== 'none', hasState: this.hasState };
  }

  get use(): SessionUse {
    const { transaction, isBusy, lastUsedAtMs, warnedAtMs } = this;
    return { transaction, isBusy, lastUsedAtMs, warnedAtMs };
  }

  /**
   * Waits for a place and opens the session unless it still is. Throws `ConnectFailure`, `person-limit`, `session-limit`
   * and what `SessionSlots.requireAccess` does; what was open before stays open then.
   */
  async open(signal: AbortSignal, onWait?: (wait: SlotWait | null) => void): Promise<void> {
    const { connectionId, isReadOnly } = this.key;
    const claim = { actor: this.actor, connectionId, purpose: 'tab', signal, onWait } as const;
    this.openings += 1;
    try {
      await this.leaveParking(signal);
      this.permit = await this.slots.mayRun(claim, this.connector.kind);
      if (this.slot === null) await this.place(claim);
      this.slots.requireAccess(claim, isReadOnly);
      this.opened ??= await this.slots.openPlaced(this.connector, signal, { isReadOnly });
    } catch (error) {
      await this.leave();
      throw error;
    }
    if (this.isEnded) await this.release();
  }

  /** Waits until the engine was asked; a session that was lost then, with nothing in it, is opened anew. */
  private async leaveParking(signal: AbortSignal): Promise<void> {
    this.nextRun.end();
    if (this.parking !== null) await unlessAborted(this.parking, signal);
    if (!this.isLost || !this.isSpare) return;
    void this.opened?.release();
    this.opened = null;
  }

  /** Other tabs of the same person may have got a place during the wait, so there has to be room before and after. */
  private async place(claim: SessionClaim): Promise<void> {
    this.rules.requireRoom(this);
    this.slot = await this.slots.acquire(claim, this.parked);
    this.parked = null;
    this.rules.requireRoom(this);
  }

  /** Gives back what a failed opening has got so far. */
  private async leave(): Promise<void> {
    if (this.isEnded) await this.release();
    else if (this.isOpen) void this.park();
    else this.permit?.release();
  }

  /**
   * Lets others have the session's place unless something would be lost with it: what functions leave behind only the
   * engine knows. Never rejects.
   */
  async park(): Promise<void> {
    this.permit?.release();
    this.permit = null;
    if (!this.isParkable) return;
    const { openings } = this;
    this.parking = this.findState(openings);
    await this.parking;
    this.parking = null;
    // Another run may have begun to wait for the answer; it needs the place again.
    if (openings === this.openings) this.yieldPlace();
  }

  /** Resolves when it is known what the last run left behind. Never rejects. */
  async whenParked(): Promise<void> {
    this.nextRun.end();
    await this.parking;
  }

  private get isParkable(): boolean {
    return this.slot !== null && !this.isEnded && this.isSpare;
  }

  /** At once where others wait for a place; otherwise the next run may come first, and is asked for then. */
  private async findState(openings: number): Promise<void> {
    if (!this.slots.isAwaited(this.key.connectionId)) await this.nextRun.wait(NEXT_RUN_MS);
    if (openings !== this.openings || this.opened === null) return;
    const hasState = await holdsState(this.opened, this.connector.dialect, this.over.signal);
    this.hasState ||= hasState;
  }

  private yieldPlace(): void {
    if (this.slot === null || !this.isParkable) return;
    const parked = { close: () => this.closeParked(parked) };
    this.parked = parked;
    this.slots.park(this.key.connectionId, parked);
    this.slot.release();
    this.slot = null;
  }

  /** Runs a statement and notes what it leaves behind. An outcome that ends the session says what is gone with it. */
  async run(
    sql: string,
    sink: ResultSink,
    signal: AbortSignal,
    values: readonly ParameterValue[] = [],
  ): Promise<StatementOutcome> {
    await this.parking;
    if (this.opened === null) throw new Error('The session is not open.');
    const refused = await this.beginFor(this.opened, sql, signal);
    const outcome = refused ?? (await this.opened.run(sql, sink, signal, values));
    if (outcome.status === 'succeeded') this.note(outcome.command, sql);
    if (outcome.status !== 'failed' || !outcome.isSessionLost || this.isEnded) return outcome;
    this.isLossReported = true;
    const hint = lossHint(this.loss, this.holdings, outcome.error.hint);
    return { ...outcome, error: { ...outcome.error, hint } };
  }

  /**
   * Commits or rolls back. A commit goes on as long as its engine can be seen to work on it; everything else that has no
   * answer in time gives the session up. Answers within 5 s then. Never rejects.
   */
  async finish(command: 'COMMIT' | 'ROLLBACK'): Promise<StatementOutcome> {
    const running = this.run(command, noopSink, new AbortController().signal);
    while (!(await endsWithin(running, END_ANSWER_MS))) {
      if (command === 'COMMIT' && (await this.opened?.isAtWork()) === true) continue;
      if (!(await endsWithin(running, ON_ITS_WAY_MS))) this.opened?.giveUp();
    }
    return running;
  }

  /** Asks the engine how its transaction stands. Of a lost session what was known last stays, to be reported. */
  async refresh(): Promise<void> {
    const transaction = (await this.opened?.transaction()) ?? 'none';
    if (!this.isLost) this.transaction = transaction;
  }

  /** Rolls back, undoes settings and gives the session back. */
  async release(): Promise<void> {
    this.isEnded = true;
    if (this.parked !== null) this.slots.unpark(this.key.connectionId, this.parked);
    this.parked = null;
    this.over.abort(ABORTED);
    this.nextRun.end();
    await this.opened?.release();
    this.slot?.release();
    this.permit?.release();
  }

  view(isBusy: boolean = this.isBusy): StudioSession {
    const endsAtMs = sessionEndsAtMs({ ...this.use, isBusy }, this.rules.limits);
    return {
      id: this.key.id,
      connection_id: this.key.connectionId,
      transaction: this.transaction,
      has_state: this.hasState,
      opened_at: new Date(this.openedAtMs).toISOString(),
      last_used_at: new Date(this.lastUsedAtMs).toISOString(),
      is_expiring: this.warnedAtMs !== null && this.transaction !== 'none',
      expires_at: endsAtMs === null ? null : new Date(endsAtMs).toISOString(),
    };
  }

  /** Another person needs the place: the next run opens the session anew, and nothing is lost. */
  private closeParked(parked: ParkedSession): void {
    if (this.parked !== parked) return;
    this.parked = null;
    const { opened } = this;
    this.opened = null;
    void opened?.release();
  }

  /** Opens the transaction that a statement is to run in; null when it may run, else how the beginning ended. */
  private async beginFor(session: EngineSession, sql: string, signal: AbortSignal): Promise<StatementOutcome | null> {
    if (!this.rules.isManual || !opensTransaction(sql, this.connector.dialect)) return null;
    await this.refresh();
    if (this.transaction !== 'none') return null;
    const outcome = await session.run('BEGIN', noopSink, signal);
    if (outcome.status !== 'succeeded') return outcome;
    this.transaction = 'open';
    return null;
  }

  /** Until the run is over this is what a loss would be reported by; then the engine is asked. */
  private note(command: string | null, sql: string): void {
    this.hasState ||= leavesState(command, sql);
    this.transaction = transactionAfter(command) ?? this.transaction;
  }
}
