import type { Connection, Submittable } from 'pg';
import type { ResultRow, StatementError } from '#libs/api';
import type { ColumnSource } from '#libs/changes';
import { lostAnswerHint } from '#libs/sessions';
import type { ParameterValue } from '#libs/sql';
import type { ResultSink, StatementOutcome } from '../connector.js';
import { STOPPED_AMONG_ROWS } from '../rows-cut.js';
import { asError } from './client/as-error.js';
import type { ColumnCatalog, FieldDescription, UncommittedNames } from './introspection/column-catalog.js';
import type { DataRow } from './client/data-row.js';
import { endsSession, isLineCut, noticeOf, type ServerMessage, statementError } from './statement-error.js';
import {
  COPIED_NOTICE,
  COPY_IN_REFUSAL,
  COPY_OUT_REFUSAL,
  HELD_CURSOR,
  NOT_RESET,
  WROTE,
} from './statement-refusals.js';
import { copyRefusalMessages, type Framing, preludesOf, statementMessages } from './statement-messages.js';
import type { StatementListener } from './client/workbench-client.js';

const QUERY_CANCELED = '57014';
const DIVISION_BY_ZERO = '22012';
const DECLARES_CURSOR = 'DECLARE CURSOR';

/** Room for longer rows would have to be kept ready six times over; they go to the sink as strings. */
const LONGEST_ENCODED_BYTES = 256 * 1024;

/** `INSERT 0 5`, `SELECT 200`, `CREATE TABLE`: the verb, then numbers of which the last counts rows. */
const COMMAND_TAG = /^(.*?)(?:(?: \d+)? (\d+))?$/;
const WRITES_ROWS = /^(INSERT|UPDATE|DELETE|MERGE)$/;

/** What a statement needs of the session it runs in. */
export interface StatementRunDeps {
  readonly catalog: ColumnCatalog;
  readonly uncommitted: UncommittedNames | null;
  readonly framing: Framing;
  /** The reset that goes first is done. */
  resetDone(): void;
  /** Has the server cancel the statement. */
  cancel(): void;
  /** A transaction is open before the statement. */
  readonly hasTransaction: boolean;
  /** Cuts the line; the driver reports the error to the statement. */
  cut(error: Error): void;
  /** See `ResultOrigins`. */
  ownSettings(): readonly string[];
}

/**
 * One statement on its way through the driver: sends everything in one write, hands each row on as it arrives, and
 * stops reading from the socket while the sink wants no more.
 */
export class StatementRun implements Submittable, StatementListener {
  readonly ended: Promise<StatementOutcome>;
  readonly #resolve: (outcome: StatementOutcome) => void;
  #connection: Connection | null = null;
  #preludesLeft: number;
  #hasColumns = false;
  /** Rows go straight to the sink; otherwise they wait in `#held`. */
  #isFlowing = true;
  #held: ResultRow[] = [];
  #isLookingUp = false;
  #isGivenUp = false;
  #hasLostRows = false;
  #hasCommandEnded = false;
  #tag: string | null = null;
  #copyRefusal: StatementError | null = null;
  #outcome: StatementOutcome | null = null;
  #isSettled = false;

  constructor(
    readonly sql: string,
    private readonly sink: ResultSink,
    private readonly deps: StatementRunDeps,
    private readonly values: readonly ParameterValue[] = [],
  ) {
    this.#preludesLeft = preludesOf(deps.framing);
    const { promise, resolve } = Promise.withResolvers<StatementOutcome>();
    this.ended = promise;
    this.#resolve = resolve;
  }

  /** Throws away what still arrives, so that the end of the statement is reached whatever the sink does. */
  giveUp(): void {
    this.#isGivenUp = true;
    if (this.#held.length > 0) this.#hasLostRows = true;
    this.#held = [];
    this.#isLookingUp = false;
    this.#isFlowing = true;
    this.#connection?.stream.resume();
    this.#settle();
  }

  submit(connection: Connection): Error | undefined {
    this.#connection = connection;
    if (!connection.stream.writable) return new Error('The connection to the server was lost.');
    connection.stream.write(statementMessages(this.sql, this.deps.framing, this.values));
    return undefined;
  }

  handleRowDescription(message: { readonly fields: FieldDescription[] }): void {
    this.#hasColumns = true;
    if (this.#isGivenUp) return;
    this.sink.sources?.({ columns: message.fields.map(sourceOf), ownSettings: this.deps.ownSettings() });
    const { catalog, uncommitted } = this.deps;
    const columns = catalog.known(message.fields, uncommitted);
    if (columns) this.sink.columns(columns);
    else this.#openLater(message.fields).catch((error: unknown) => this.#breakDown(error));
  }

  /** The driver calls it for a row that came in several pieces. */
  handleDataRow(message: { readonly fields: ResultRow }): void {
    if (this.#preludesLeft > 0) return;
    if (this.#isGivenUp) this.#hasLostRows = true;
    else if (!this.#isFlowing) this.#held.push(message.fields);
    else if (!this.sink.row(message.fields)) this.#hold();
  }

  takeRow(row: DataRow): void {
    const isEncoded =
      this.sink.encodedRow !== undefined && this.#isFlowing && this.#preludesLeft === 0 && !this.#isGivenUp;
    if (!isEncoded || row.maxJsonBytes > LONGEST_ENCODED_BYTES) this.handleDataRow({ fields: row.cells() });
    else if (!this.sink.encodedRow?.(row)) this.#hold();
  }

  handleCommandComplete(message: { readonly text: string }): void {
    if (this.#isResetOpen()) this.deps.resetDone();
    if (this.#preludesLeft > 0) this.#preludesLeft--;
    else if (!this.#hasCommandEnded) {
      this.#hasCommandEnded = true;
      this.#tag = message.text;
    }
  }

  handleEmptyQuery(): void {
    this.#hasCommandEnded = true;
  }

  handleReadyForQuery(): void {
    const isDone = this.#hasCommandEnded;
    if (this.#copyRefusal && isDone) this.sink.notice({ ...COPIED_NOTICE });
    this.#finish(this.#copyRefusal && !isDone ? failed(this.#copyRefusal, false) : this.#success());
  }

  handleError(error: Error & ServerMessage): void {
    const isSessionLost = endsSession(error);
    if (this.#isResetOpen() && !isSessionLost) this.#loseUnreset();
    else if (this.#copyRefusal && !isSessionLost) this.#finish(failed(this.#copyRefusal, false));
    else if (this.#isGivenUp && error.code === QUERY_CANCELED) this.#finish({ status: 'cancelled' });
    else if (this.#isRefusedWrite(error))
      this.#finish(failed(this.#tag === DECLARES_CURSOR ? HELD_CURSOR : WROTE, false));
    else this.#finish(failed(this.#errorOf(error), isSessionLost));
  }

  /** The reset is the first of the preludes. */
  #isResetOpen(): boolean {
    const { framing } = this.deps;
    return framing.resetsFirst && this.#preludesLeft === preludesOf(framing);
  }

  /** Whatever ended the reset, a cancel too: the session still has what another person left in it. */
  #loseUnreset(): void {
    this.#finish(failed(NOT_RESET, true));
    this.deps.cut(new Error(NOT_RESET.message));
  }

  #errorOf(error: ServerMessage): StatementError {
    const shown = statementError(error, this.sql, this.values);
    if (!isLineCut(error)) return shown;
    const { framing, hasTransaction } = this.deps;
    return { ...shown, hint: lostAnswerHint(this.sql, 'postgres', { ...framing, hasTransaction }) };
  }

  /** The check behind the statement fails by dividing by zero; what the statement itself divides comes before its end. */
  #isRefusedWrite({ code }: ServerMessage): boolean {
    const { isReadOnly, refusesTransactionId } = this.deps.framing;
    return isReadOnly && refusesTransactionId && this.#hasCommandEnded && code === DIVISION_BY_ZERO;
  }

  handleNotice(notice: ServerMessage): void {
    if (!this.#hasCommandEnded && this.#preludesLeft === 0) this.sink.notice(noticeOf(notice));
  }

  handlePortalSuspended(): void {
    // Cannot happen: every row is asked for at once.
  }

  handleCopyInResponse(connection: Connection): void {
    this.#copyRefusal = COPY_IN_REFUSAL;
    // Inside the read-only frame the server is reading our COMMIT as copy data by now: only a new session is clean.
    if (this.deps.framing.isReadOnly) this.deps.cut(new Error(COPY_IN_REFUSAL.message));
    else connection.stream.write(copyRefusalMessages(COPY_IN_REFUSAL.message));
  }

  handleCopyOutResponse(): void {
    this.#copyRefusal = COPY_OUT_REFUSAL;
    this.deps.cancel();
  }

  handleCopyData(): void {
    // Thrown away: the statement is being cancelled.
  }

  async #openLater(fields: FieldDescription[]): Promise<void> {
    const { catalog, uncommitted } = this.deps;
    this.#isFlowing = false;
    this.#isLookingUp = true;
    this.#connection?.stream.pause();
    const columns = await catalog.lookUp(fields, uncommitted);
    if (this.#isGivenUp) return;
    this.#isLookingUp = false;
    this.sink.columns(columns);
    this.#flow();
  }

  #hold(): void {
    this.#isFlowing = false;
    this.#connection?.stream.pause();
    this.sink
      .drained()
      .then(() => this.#flow())
      .catch((error: unknown) => this.#breakDown(error));
  }

  /** Hands on what was held, then lets the socket flow again, unless the sink is full before. */
  #flow(): void {
    if (this.#isFlowing) return;
    let index = 0;
    while (index < this.#held.length) {
      const row = this.#held[index++];
      if (row && !this.sink.row(row)) {
        this.#held = this.#held.slice(index);
        this.#hold();
        return;
      }
    }
    this.#held = [];
    this.#isFlowing = true;
    this.#connection?.stream.resume();
    this.#settle();
  }

  /** A sink that throws has no use for more: the line is cut, and the driver reports the error to `handleError`. */
  #breakDown(error: unknown): void {
    if (this.#isSettled) return;
    this.giveUp();
    this.deps.cut(asError(error));
  }

  #success(): StatementOutcome {
    const [, verb = '', count] = COMMAND_TAG.exec(this.#tag ?? '') ?? [];
    const isWrite = WRITES_ROWS.test(verb);
    const isCounted = count !== undefined && (isWrite || !this.#hasColumns);
    return { status: 'succeeded', command: verb === '' ? null : verb, affectedRows: isCounted ? Number(count) : null };
  }

  /** A cancel that came too late must not hide what was done, and any query may call a function that writes. */
  #withoutLost(outcome: StatementOutcome): StatementOutcome {
    if (!this.#hasLostRows || outcome.status !== 'succeeded') return outcome;
    return this.deps.framing.isReadOnly ? { status: 'cancelled' } : { ...outcome, rowsCut: STOPPED_AMONG_ROWS };
  }

  #finish(outcome: StatementOutcome): void {
    this.#outcome ??= outcome;
    this.#settle();
  }

  /** Reports the end once every held row was handed on; from then on the socket belongs to the next statement. */
  #settle(): void {
    if (!this.#outcome || this.#held.length > 0 || this.#isLookingUp) return;
    if (!this.#isFlowing) this.#connection?.stream.resume();
    this.#isFlowing = true;
    this.#isSettled = true;
    this.#resolve(this.#withoutLost(this.#outcome));
  }
}

function failed(error: StatementError, isSessionLost: boolean): StatementOutcome {
  return { status: 'failed', error, isSessionLost };
}

/** By object id and number: names may mean another table by the time that they are read. */
function sourceOf({ tableID, columnID = 0 }: FieldDescription): ColumnSource | null {
  return tableID === 0 || columnID <= 0 ? null : { relation: String(tableID), attribute: String(columnID) };
}
