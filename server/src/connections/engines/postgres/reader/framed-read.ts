import type { Connection, Submittable } from 'pg';
import type { StatementError } from '#libs/api';
import type { RawRow } from '../../data-reader.js';
import type { FieldDescription } from '../introspection/column-catalog.js';
import { type ServerMessage, endsSession, ownError, statementError } from '../statement-error.js';
import type { Frame } from './read-frame.js';
import { rawRow } from './raw-rows.js';

/** How a read ended. */
export type ReadOutcome =
  | { readonly status: 'succeeded'; readonly rows: readonly RawRow[]; readonly fields: readonly FieldDescription[] }
  | { readonly status: 'failed'; readonly error: StatementError; readonly isLineLost: boolean };

/** One framed statement on its way through the driver. */
export class FramedRead implements Submittable {
  readonly ended: Promise<ReadOutcome>;
  readonly #resolve: (outcome: ReadOutcome) => void;
  readonly #rows: RawRow[] = [];
  #fields: FieldDescription[] = [];
  #preludesLeft: number;
  /** The statement itself is over; what follows belongs to the frame. */
  #isDone = false;

  constructor(
    private readonly frame: Frame,
    private readonly sql: string,
  ) {
    this.#preludesLeft = frame.preludes;
    const { promise, resolve } = Promise.withResolvers<ReadOutcome>();
    this.ended = promise;
    this.#resolve = resolve;
  }

  submit(connection: Connection): Error | undefined {
    if (!connection.stream.writable) return new Error('The connection to the server was lost.');
    connection.stream.write(this.frame.messages);
    return undefined;
  }

  /** Takes a row as it came; those of the preludes are of no use. */
  takeRow(body: Buffer): void {
    if (this.#preludesLeft === 0 && !this.#isDone) this.#rows.push(rawRow(body));
  }

  handleRowDescription(message: { readonly fields: FieldDescription[] }): void {
    if (this.#preludesLeft === 0 && !this.#isDone) this.#fields = message.fields;
  }

  handleCommandComplete(): void {
    if (this.#preludesLeft > 0) this.#preludesLeft -= 1;
    else this.#isDone = true;
  }

  handleReadyForQuery(): void {
    this.#resolve({ status: 'succeeded', rows: this.#rows, fields: this.#fields });
  }

  handleError(error: Error & ServerMessage): void {
    this.#resolve({ status: 'failed', error: statementError(error, this.sql), isLineLost: endsSession(error) });
  }

  handleCopyInResponse(connection: Connection): void {
    // A wrapped query cannot copy; whatever else sends this leaves the line in no known state.
    this.#resolve({ status: 'failed', error: ownError('COPY cannot be read here.', '0A000'), isLineLost: true });
    connection.stream.destroy();
  }

  handleDataRow(): void {
    // Rows are taken as bytes before the driver sees them.
  }

  handleEmptyQuery(): void {
    // The ROLLBACK of the frame follows, and then the end.
  }

  handlePortalSuspended(): void {
    // Every row is asked for at once.
  }

  handleCopyData(): void {
    // As above: nothing copies.
  }
}
