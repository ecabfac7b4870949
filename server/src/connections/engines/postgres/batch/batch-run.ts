import type { Connection } from 'pg';
import type { ResultRow } from '#libs/api';
import { charactersOf } from '#libs/results';
import type { BatchOutcome, BoundStatement, StatementOutcome } from '../../connector.js';
import type { DataRow } from '../client/data-row.js';
import type { SessionRun } from '../session-run.js';
import { endsSession, statementError } from '../statement-error.js';
import type { ServerMessage } from '../statement-error.js';
import { batchMessages } from './batch-messages.js';

const QUERY_CANCELED = '57014';
/** What statements answer that make, change and remove no names. */
const KEEPS_NAMES = /^(?:SELECT|INSERT|UPDATE|DELETE|MERGE|SET)\b/;

/** What a batch needs of the session that it runs in. */
export interface BatchRunDeps {
  /** Rows with more characters than these are not held. */
  readonly mostCharacters: number;
  /** Cuts the line; the driver reports the error to the batch. */
  cut(error: Error): void;
}

/**
 * Statements of the open transaction on their way through the driver: all are sent in one write, and each runs once the
 * one before it has ended well. After a failure the server skips the rest.
 */
export class BatchRun implements SessionRun<StatementOutcome> {
  readonly ended: Promise<StatementOutcome>;
  readonly #resolve: (outcome: StatementOutcome) => void;
  readonly #answers: ResultRow[][] = [];
  #rows: ResultRow[] = [];
  #characters = 0;
  #isGivenUp = false;
  #command: string | null = null;
  #outcome: StatementOutcome | null = null;

  constructor(
    private readonly statements: readonly BoundStatement[],
    private readonly deps: BatchRunDeps,
  ) {
    const { promise, resolve } = Promise.withResolvers<StatementOutcome>();
    this.ended = promise;
    this.#resolve = resolve;
  }

  /** How it ended; asked for once it has. */
  get batch(): BatchOutcome {
    const isTooLarge = this.#characters > this.deps.mostCharacters;
    const end = this.#outcome?.status === 'succeeded' ? null : this.#outcome;
    return { rows: isTooLarge ? [] : this.#answers, end, ...(isTooLarge && { isTooLarge }) };
  }

  submit(connection: Connection): Error | undefined {
    if (!connection.stream.writable) return new Error('The connection to the server was lost.');
    connection.stream.write(batchMessages(this.statements));
    return undefined;
  }

  /** What still arrives is held all the same: the limit of characters stays. */
  giveUp(): void {
    this.#isGivenUp = true;
  }

  takeRow(row: DataRow): void {
    this.#hold(row.cells());
  }

  /** The driver calls it for a row that came in several pieces. */
  handleDataRow({ fields }: { readonly fields: ResultRow }): void {
    this.#hold(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    if (this.#command === null || KEEPS_NAMES.test(this.#command)) this.#command = text;
    this.#next();
  }

  handleEmptyQuery(): void {
    this.#next();
  }

  handleReadyForQuery(): void {
    const [command = null] = this.#command?.split(' ') ?? [];
    this.#finish({ status: 'succeeded', command, affectedRows: null });
  }

  handleError(error: Error & ServerMessage): void {
    if (this.#isGivenUp && error.code === QUERY_CANCELED) {
      this.#finish({ status: 'cancelled' });
      return;
    }
    const { sql, values } = this.statements[this.#answers.length] ?? { sql: '', values: [] };
    const isSessionLost = endsSession(error);
    this.#finish({ status: 'failed', error: statementError(error, sql, values), isSessionLost });
  }

  handleNotice(): void {
    // A batch shows no notices.
  }

  handlePortalSuspended(): void {
    // Cannot happen: every row is asked for at once.
  }

  /** The server would take the statements behind it for rows. */
  handleCopyInResponse(): void {
    this.deps.cut(new Error('A batch copies nothing.'));
  }

  handleCopyOutResponse(): void {
    this.deps.cut(new Error('A batch copies nothing.'));
  }

  #hold(row: ResultRow): void {
    this.#characters += charactersOf(row);
    if (this.#characters <= this.deps.mostCharacters) this.#rows.push(row);
    else this.#rows = [];
  }

  #next(): void {
    this.#answers.push(this.#rows);
    this.#rows = [];
  }

  #finish(outcome: StatementOutcome): void {
    this.#outcome ??= outcome;
    this.#resolve(this.#outcome);
  }
}
