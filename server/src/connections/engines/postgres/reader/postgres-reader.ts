import { ConnectFailure } from '../../connector.js';
import {
  type DataReader,
  type KeptReadOptions,
  type NumbersStatement,
  type RawRow,
  type ReadColumn,
  ReadFailure,
  type ReadOptions,
  type ReadStatement,
  type ReaderLoad,
} from '../../data-reader.js';
import { cancelUntilEnded } from '../cancel-until-ended.js';
import type { CheckedClients } from '../client/checked-clients.js';
import type { KeptState } from '../client/kept-state.js';
import type { ColumnCatalog } from '../introspection/column-catalog.js';
import type { ServerLine } from '../server-line.js';
import { answeredInTime, ServerSilent } from '../liveness/server-silent.js';
import { ownError } from '../statement-error.js';
import { unsendable } from '../statement-messages.js';
import { withLivenessCheck, watchOver } from '../liveness/with-liveness-check.js';
import { FramedRead, type ReadOutcome } from './framed-read.js';
import type { InteractivePriority } from './interactive-priority.js';
import { type Frame, RESET_SQL, describeFrame, keptFrame, planFrame, readFrame } from './read-frame.js';
import { ReaderClient } from './reader-client.js';
import { ReaderLines } from './reader-lines.js';

const DESCRIBE_TIMEOUT_MS = 10_000;
const IDLE_MS = 30_000;

/** What `format_type` prints for a type that is not there. */
const UNKNOWN = '???';
const TYPES_UNKNOWN = 'The types of its columns could not be read.';
const NOTHING_KEPT = 'The server keeps no statements, and so no plans.';

/** A kept statement is not there. */
const NO_SUCH_STATEMENT = '26000';

/** The first major version of the server that can be made to plan a kept statement for its values. */
const FIRST_THAT_PLANS_FOR_VALUES = 12;
/** The first one that compiles statements. */
const FIRST_THAT_COMPILES = 11;

/** Makes the messages for the line that they will be sent over. */
type FrameMaker = (client: ReaderClient) => Frame;

/** What is to be sent. */
interface Order {
  readonly sql: string;
  readonly frame: FrameMaker;
  /** What its statement is kept as. */
  readonly owner: string | null;
}

type Succeeded = Extract<ReadOutcome, { status: 'succeeded' }>;

/** What a reader needs of its connector. */
export interface ReaderContext {
  readonly max: number;
  /** Who comes first. */
  readonly priority?: InteractivePriority;
  readonly line: () => ServerLine;
  readonly clients: CheckedClients;
  readonly catalog: Pick<ColumnCatalog, 'lookUp'>;
  readonly keptState: Pick<KeptState, 'ask'>;
  /** The connection's own limit in milliseconds, or 0. */
  readonly statementTimeoutMs: number;
  /** Runs what opens a line, keeps the connection's health up to date, and turns what goes wrong into a ConnectFailure. */
  readonly reaching: <T>(signal: AbortSignal, talk: () => Promise<T>) => Promise<T>;
}

/** Reads over lines of its own, each statement framed by a read-only transaction, each line reset after its use. */
export class PostgresReader implements DataReader {
  readonly #lines: ReaderLines;
  #keepsStatements = true;

  constructor(private readonly context: ReaderContext) {
    const { max, priority } = context;
    const open = (): Promise<ReaderClient> => this.#open();
    const mayHoldState = (client: ReaderClient): Promise<boolean> =>
      answeredInTime(client, this.context.keptState.ask(client));
    this.#lines = new ReaderLines({ max, idleMs: IDLE_MS, open, mayHoldState, ...(priority ? { priority } : {}) });
  }

  load(): ReaderLoad {
    return this.#lines.load();
  }

  /** Closes idle connections; the next read opens new ones. */
  closeIdle(): void {
    this.#lines.dropIdle();
  }

  /** Closes every connection; what runs ends as lost. */
  close(): void {
    this.#lines.close();
  }

  async describe(sql: string, signal: AbortSignal): Promise<ReadColumn[]> {
    const frame = (client: ReaderClient): Frame => {
      client.kept.forget();
      return describeFrame(sql, this.#limit(DESCRIBE_TIMEOUT_MS));
    };
    const { fields } = await this.#run({ sql, frame, owner: null }, signal);
    const untabled = fields.map((field) => ({ ...field, tableID: 0 }));
    const columns = await this.context.catalog.lookUp(untabled, null);
    if (columns.some(({ type }) => type === UNKNOWN)) throw new ReadFailure(ownError(TYPES_UNKNOWN));
    return columns.map(({ name, type }) => ({ name, type }));
  }

  async read(
    statement: ReadStatement,
    { timeoutMs, format, keptAs, ...options }: ReadOptions,
    signal: AbortSignal,
  ): Promise<RawRow[]> {
    const frame = (client: ReaderClient): Frame => {
      const limited = { ...options, timeoutMs: this.#limit(timeoutMs), canCompile: canCompile(client) };
      const settings = { ...limited, isBinary: format === 'binary' };
      if (keptAs !== undefined && this.#keepsStatements && plansForValues(client)) {
        return keptFrame(statement, { ...settings, keptAs }, client.kept);
      }
      client.kept.forget();
      return readFrame(statement, settings);
    };
    const { rows } = await this.#run({ sql: statement.text, frame, owner: keptAs ?? null }, signal);
    return [...rows];
  }

  async plan(
    statement: NumbersStatement,
    { format: _, ...options }: KeptReadOptions,
    signal: AbortSignal,
  ): Promise<string> {
    if (!this.#keepsStatements) throw new ReadFailure(ownError(NOTHING_KEPT));
    const limited = { ...options, timeoutMs: this.#limit(options.timeoutMs) };
    const frame = (client: ReaderClient): Frame =>
      planFrame(statement, { ...limited, canCompile: canCompile(client) }, client.kept);
    const { rows } = await this.#run({ sql: statement.text, frame, owner: options.keptAs }, signal);
    return rows.map(([line]) => String(line)).join('\n');
  }

  #limit(timeoutMs: number): number {
    const { statementTimeoutMs } = this.context;
    return statementTimeoutMs > 0 ? Math.min(timeoutMs, statementTimeoutMs) : timeoutMs;
  }

  async #run(order: Order, signal: AbortSignal): Promise<Succeeded> {
    const refusal = unsendable(order.sql);
    if (refusal) throw new ReadFailure(refusal);
    const first = await this.#attempt(order, signal);
    const outcome = first.isWorthAnother ? (await this.#attempt(order, signal)).outcome : first.outcome;
    if (outcome.status === 'succeeded') return outcome;
    if (outcome.isLineLost) throw new ConnectFailure('connection-unreachable', outcome.error.message);
    throw new ReadFailure(outcome.error);
  }

  #attempt(
    { sql, frame, owner }: Order,
    signal: AbortSignal,
  ): Promise<{ outcome: ReadOutcome; isWorthAnother: boolean }> {
    return this.#lines.use(owner, signal, async (client, isFresh) => {
      // It may have been given up while the line was being opened.
      signal.throwIfAborted();
      const made = frame(client);
      const outcome = await this.#send(client, new FramedRead(made, sql), signal);
      signal.throwIfAborted();
      if (made.isKept && isNotKept(outcome)) {
        // A pooler between here and the server hands the line to other sessions.
        this.#keepsStatements = false;
        return { outcome, isWorthAnother: true };
      }
      // A line that was idle may be one that the server has closed meanwhile: that says nothing of the statement.
      return { outcome, isWorthAnother: !isFresh && outcome.status === 'failed' && outcome.isLineLost };
    });
  }

  async #send(client: ReaderClient, read: FramedRead, signal: AbortSignal): Promise<ReadOutcome> {
    let cancelling: Promise<void> | null = null;
    const cancel = (): void => {
      cancelling ??= this.#cancel(client, read.ended);
    };
    signal.addEventListener('abort', cancel, { once: true });
    client.takeRow = (body) => read.takeRow(body);
    client.query(read);
    const outcome = await withLivenessCheck(watchOver(client, this.context.line), read.ended);
    signal.removeEventListener('abort', cancel);
    client.takeRow = null;
    await (cancelling as Promise<void> | null);
    await tidyUp(client, outcome);
    return outcome;
  }

  async #cancel(client: ReaderClient, ended: Promise<unknown>): Promise<void> {
    const { address } = this.context.line();
    if (!(await cancelUntilEnded(address, client.backendKey(), ended))) client.destroy(new ServerSilent());
  }

  #open(): Promise<ReaderClient> {
    const { line, clients, reaching } = this.context;
    const signal = AbortSignal.timeout(2 * (line().settings.connectionTimeoutMillis ?? 10_000));
    return reaching(signal, async () => {
      return clients.open((settings) => new ReaderClient(settings));
    });
  }
}

/** Makes a line ready for the next statement; after one that succeeded the frame has done so already. */
async function tidyUp(client: ReaderClient, outcome: ReadOutcome): Promise<void> {
  if (outcome.status === 'failed' && outcome.isLineLost) {
    client.destroy();
    return;
  }
  if (outcome.status === 'succeeded') return;
  client.kept.forget();
  try {
    await answeredInTime(client, reset(client));
  } catch {
    client.destroy();
  }
}

async function reset(client: ReaderClient): Promise<void> {
  await client.whenReady();
  await client.query('ROLLBACK');
  await client.query(RESET_SQL);
}

function isNotKept(outcome: ReadOutcome): boolean {
  return outcome.status === 'failed' && outcome.error.sqlstate === NO_SUCH_STATEMENT;
}

function plansForValues(client: ReaderClient): boolean {
  return majorVersion(client) >= FIRST_THAT_PLANS_FOR_VALUES;
}

function canCompile(client: ReaderClient): boolean {
  return majorVersion(client) >= FIRST_THAT_COMPILES;
}

function majorVersion({ serverVersion }: ReaderClient): number {
  return Number.parseInt(serverVersion ?? '', 10);
}
