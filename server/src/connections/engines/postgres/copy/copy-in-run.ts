import { once } from 'node:events';
import type { Connection, Submittable } from 'pg';
import { ABORTED } from '#libs/async';
import type { CopyInOutcome, CopyInRequest } from '../../copier.js';
import { asError } from '../client/as-error.js';
import type { StatementListener } from '../client/workbench-client.js';
import { endsSession, statementError } from '../statement-error.js';
import type { ServerMessage } from '../statement-error.js';
import { copyPlace } from './copy-in-place.js';

const QUERY_CANCELED = '57014';
const COMMAND_TAG = /^COPY (\d+)$/;
const HEADER_BYTES = 5;
const COPY_DATA = 'd'.charCodeAt(0);

/** The part of the driver's connection that its published types leave out. */
interface CopyConnection extends Connection {
  query(sql: string): void;
  sendCopyFail(reason: string): void;
  endCopyFrom(): void;
}

/** One `COPY … FROM STDIN` on its way through the driver: sends pieces of rows as fast as the server takes them. */
export class CopyInRun implements Submittable, StatementListener {
  readonly ended: Promise<CopyInOutcome>;
  readonly #resolve: (outcome: CopyInOutcome) => void;
  readonly #reject: (error: Error) => void;
  #connection: CopyConnection | null = null;
  #isSending = false;
  #isGivenUp = false;
  #sourceError: Error | null = null;
  #outcome: CopyInOutcome | null = null;
  #wake: () => void = () => undefined;

  constructor(private readonly request: CopyInRequest) {
    const { promise, resolve, reject } = Promise.withResolvers<CopyInOutcome>();
    this.ended = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): Error | undefined {
    if (!connection.stream.writable) return new Error('The connection to the server was lost.');
    this.#connection = connection as CopyConnection;
    this.#connection.query(this.request.sql);
    return undefined;
  }

  /** Ends the copy: a server that waits for rows does not look for a cancel request. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.#wake();
    if (this.#isSending) this.#fail('The import was cancelled.');
  }

  handleCopyInResponse(): void {
    this.#isSending = true;
    if (this.#isGivenUp) this.#fail('The import was cancelled.');
    else void this.#sendAll();
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const rows = Number(COMMAND_TAG.exec(text)?.[1] ?? 0);
    this.#outcome ??= { status: 'succeeded', command: 'COPY', affectedRows: rows };
  }

  handleReadyForQuery(): void {
    this.#finish(this.#outcome ?? { status: 'cancelled' });
  }

  handleError(error: Error & ServerMessage): void {
    const { sql, table, columns } = this.request;
    this.#isSending = false;
    this.#wake();
    if (this.#isGivenUp && error.code === QUERY_CANCELED) {
      this.#finish({ status: 'cancelled' });
      return;
    }
    const place = copyPlace(error.where ?? '', table, columns);
    const isSessionLost = endsSession(error);
    this.#finish({ status: 'failed', error: statementError(error, sql), isSessionLost, place });
  }

  handleNotice(): void {
    // A copy shows no notices.
  }

  handleCopyOutResponse(): void {
    // The statement is the workbench's own and copies in.
  }

  takeRow(): void {
    // A copy returns no rows.
  }

  async #sendAll(): Promise<void> {
    try {
      for await (const piece of this.request.rows) {
        if (!this.#isSending) return;
        if (!this.#send(piece)) await this.#drained();
      }
      if (!this.#isSending) return;
      this.#isSending = false;
      this.#connection?.endCopyFrom();
    } catch (error) {
      this.#sourceError = asError(error);
      this.#fail(this.#sourceError.message);
    }
  }

  #send(piece: Uint8Array): boolean {
    const stream = this.#connection?.stream;
    if (stream === undefined) return false;
    const header = Buffer.allocUnsafe(HEADER_BYTES);
    header[0] = COPY_DATA;
    header.writeUInt32BE(piece.byteLength + HEADER_BYTES - 1, 1);
    stream.cork();
    stream.write(header);
    const isReady = stream.write(piece);
    stream.uncork();
    return isReady;
  }

  /** Resolves when the server takes more, or the copy is over. */
  async #drained(): Promise<void> {
    const stream = this.#connection?.stream;
    if (stream?.writableNeedDrain !== true) return;
    const over = new Promise<void>((resolve) => (this.#wake = resolve));
    const leaving = new AbortController();
    const drained = once(stream, 'drain', { signal: leaving.signal }).catch(() => undefined);
    await Promise.race([drained, over]);
    leaving.abort(ABORTED);
  }

  #fail(reason: string): void {
    if (!this.#isSending) return;
    this.#isSending = false;
    this.#connection?.sendCopyFail(reason);
  }

  #finish(outcome: CopyInOutcome): void {
    this.#isSending = false;
    if (this.#sourceError !== null) this.#reject(this.#sourceError);
    else this.#resolve(outcome);
  }
}
