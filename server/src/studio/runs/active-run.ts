import type { Run, RunStatus, StatementError } from '#libs/api';
import { ABORTED } from '#libs/async';
import { ConnectFailure } from '../../connections/index.js';
import type { Session, StatementOutcome } from '../../connections/index.js';
import { JsonText, Problem } from '../../platform/index.js';
import type { SlotWait } from '../../platform/index.js';
import { MemoryBudget, StatementCollector } from '../../results/index.js';
import type { EncodedRows, KeptRun } from '../../results/index.js';
import type { RunContext, RunProgress, SessionSource } from './run-context.js';
import { BROKEN_DOWN, openingError } from './run-errors.js';
import { RunReport } from './run-report.js';
import { charsBesides } from './run-statements.js';
import type { RunStatement } from './run-statements.js';

/** A statement and what collects its result. */
interface Step {
  readonly statement: RunStatement;
  readonly collector: StatementCollector;
}

/** One text on its way through one session: its statements run one after another and stop at the first error. */
export class ActiveRun implements KeptRun {
  status: RunStatus = 'running';
  error: StatementError | null = null;
  /** What kept the session from being opened, if anything. */
  connectFailure: ConnectFailure | null = null;
  /** What went wrong in the workbench itself, if anything. */
  fault: unknown = null;
  /** The limit that kept the run from being started, if any. */
  refusal: Problem | null = null;
  readonly statements: readonly StatementCollector[];
  /** Its progress, for all who watch it. */
  readonly report: RunReport;
  private readonly steps: readonly Step[];
  private readonly abort = new AbortController();
  private readonly listeners = new Set<() => void>();
  private readonly startedAtMs: number;
  private readonly budget: MemoryBudget;
  private elapsedMs: number | null = null;
  private isDiscarded = false;
  private wait: SlotWait | null = null;

  constructor(
    readonly context: RunContext,
    statements: readonly RunStatement[],
  ) {
    this.startedAtMs = context.monotonicMs();
    this.budget = new MemoryBudget(context.memoryChars);
    this.budget.addBesides(context.sql.length + charsBesides(statements));
    this.report = new RunReport(this, context.monotonicMs);
    const last = statements.length - 1;
    this.steps = statements.map((statement, index) => ({
      statement,
      collector: this.collector(statement, index, index === last),
    }));
    this.statements = this.steps.map(({ collector }) => collector);
  }

  get id(): string {
    return this.context.id;
  }

  get ownerId(): string {
    return this.context.actor.userId;
  }

  get tabId(): string | undefined {
    return this.context.tabId;
  }

  get isOver(): boolean {
    return this.status !== 'running';
  }

  /** Characters of everything that is held in memory. */
  get heldChars(): number {
    return this.budget.heldChars;
  }

  /** Bytes on disk. */
  get spooledBytes(): number {
    return this.statements.reduce((sum, { spooledBytes }) => sum + spooledBytes, 0);
  }

  /** True when the last statement's first page is there although the rest is still arriving. */
  get hasAnswer(): boolean {
    return this.isOver || this.isLastPaged;
  }

  /** True when the last statement has more rows than a page, although their number is not known yet. */
  get hasFirstPage(): boolean {
    return this.hasAnswer || this.hasLastRows;
  }

  private isLastPaged = false;
  private hasLastRows = false;

  /** Runs everything and resolves when the run is over; never rejects. */
  async execute(source: SessionSource): Promise<void> {
    const session = await this.openSession(source);
    if (session !== null) {
      const status = await this.runStatements(session).catch((fault: unknown) => this.breakDown(fault));
      await this.context.lease?.settle();
      this.status = status;
    }
    this.elapsedMs = this.context.monotonicMs() - this.startedAtMs;
    // Rows may have come between the wish to forget them and the end of the statement.
    if (this.isDiscarded) await this.discard().catch(() => undefined);
    this.changed();
    // The answer goes out first; no caller waits for the clean-up of the session.
    if (session !== null) setImmediate(() => void session.release());
  }

  /** Asks the database to stop what runs; the run ends as `cancelled` once it has. */
  cancel(): void {
    if (!this.isOver) this.abort.abort(ABORTED);
  }

  /** Calls `listener` after each change worth reporting; returns how to stop that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The run without its statements. */
  summary(): Omit<Run, 'statements'> {
    const { id, connectionId, startedAt, monotonicMs } = this.context;
    const elapsedMs = this.elapsedMs ?? monotonicMs() - this.startedAtMs;
    return {
      id,
      connection_id: connectionId,
      status: this.status,
      started_at: startedAt,
      elapsed_ms: Math.round(elapsedMs * 1000) / 1000,
      error: this.error,
      session: this.context.lease?.facts() ?? null,
      waiting: this.wait === null ? null : { place: this.wait.place() },
    };
  }

  /** How far the run is: of a size that depends on neither its rows nor its texts. */
  progress(): RunProgress {
    return { ...this.summary(), statements: this.statements.map((statement) => statement.progress()) };
  }

  /** The run as the API shows it, as JSON. */
  json(): JsonText<Run> {
    const pieces: (string | Buffer)[] = [];
    const lent: EncodedRows[] = [];
    let text = `${JSON.stringify(this.summary()).slice(0, -1)},"statements":[`;
    for (const [index, statement] of this.statements.entries()) {
      const { head, rows } = statement.json();
      pieces.push(`${text}${index === 0 ? '' : ','}${head}`, rows.bytes);
      lent.push(rows);
      text = ']}';
    }
    return new JsonText([...pieces, `${text}]}`], () => {
      for (const rows of lent) rows.giveBack();
    });
  }

  /** Moves what is held in memory to disk, all but first pages. */
  async moveToDisk(): Promise<void> {
    for (const statement of this.statements) await statement.moveToDisk();
  }

  async discard(): Promise<void> {
    this.isDiscarded = true;
    this.cancel();
    await Promise.all(this.statements.map((statement) => statement.discard()));
  }

  private async openSession(source: SessionSource): Promise<Session | null> {
    try {
      return await source.openSession(this.abort.signal, (wait) => this.noteWait(wait));
    } catch (failure) {
      this.status = this.abort.signal.aborted ? 'cancelled' : 'failed';
      if (this.status === 'failed') this.fail(failure);
      return null;
    }
  }

  /** The place is read when it is shown: it changes with what others do. */
  private noteWait(wait: SlotWait | null): void {
    this.wait = wait;
    this.changed();
  }

  private fail(failure: unknown): void {
    if (failure instanceof ConnectFailure) this.connectFailure = failure;
    if (failure instanceof Problem) this.refusal = failure;
    this.error = openingError(failure);
  }

  private async runStatements(session: Session): Promise<RunStatus> {
    for (const [index, step] of this.steps.entries()) {
      const { collector } = step;
      if (this.abort.signal.aborted) return 'cancelled';
      collector.begin();
      const outcome = await this.reported(await runOne(session, step, this.abort.signal), index);
      await collector.end(outcome);
      if (outcome.status === 'failed') this.budget.addBesides(JSON.stringify(outcome.error).length);
      if (collector.status !== 'succeeded') {
        if (outcome.status === 'failed' && outcome.isSessionLost) this.error = outcome.error;
        return collector.status === 'cancelled' ? 'cancelled' : 'failed';
      }
    }
    return 'succeeded';
  }

  /** Ends what runs after an error of the workbench itself. */
  private breakDown(fault: unknown): RunStatus {
    this.fault = fault;
    this.error = BROKEN_DOWN;
    for (const collector of this.statements) {
      if (collector.status === 'running')
        collector.breakOff({ status: 'failed', error: BROKEN_DOWN, isSessionLost: false });
    }
    return 'failed';
  }

  private async reported(outcome: StatementOutcome, index: number): Promise<StatementOutcome> {
    const { reportError } = this.context;
    if (outcome.status !== 'failed' || reportError === undefined) return outcome;
    const left = this.steps.slice(index).map(({ statement }) => statement);
    return { ...outcome, error: await reportError(left, outcome.error) };
  }

  private collector(statement: RunStatement, index: number, isLast: boolean): StatementCollector {
    const { storageOf, monotonicMs } = this.context;
    const events = {
      firstRows: () => {
        if (isLast) this.reportFirstRows();
      },
      firstPage: () => {
        this.isLastPaged = isLast;
        this.changed();
      },
      spoolFailed: () => this.abort.abort(ABORTED),
    };
    return new StatementCollector(index, statement, this.budget, storageOf(index), events, monotonicMs);
  }

  /** Later, since the end of the result may have come along. */
  private reportFirstRows(): void {
    setImmediate(() => {
      this.hasLastRows = true;
      this.changed();
    });
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** Runs a statement as its engine takes it; a position is reported in the text as it was written. */
async function runOne(
  session: Session,
  { statement: { sql, binding }, collector }: Step,
  signal: AbortSignal,
): Promise<StatementOutcome> {
  if (binding === undefined) return session.run(sql, collector, signal);
  const outcome = await session.run(binding.sql, collector, signal, binding.values);
  if (outcome.status !== 'failed' || outcome.error.position === null) return outcome;
  return { ...outcome, error: { ...outcome.error, position: binding.writtenPosition(outcome.error.position) } };
}
