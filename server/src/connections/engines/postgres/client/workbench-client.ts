import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import type { BackendKey } from '../cancel-request.js';
import { type RowConsumer, readIncoming } from './incoming-messages.js';
import type { ServerMessage } from '../statement-error.js';

/** What a running statement hears beside the messages that the driver hands to it. */
export interface StatementListener extends RowConsumer {
  handleNotice(notice: ServerMessage): void;
  handleCopyOutResponse(): void;
}

/** The part of the driver's connection that its published types leave out. */
interface ConnectionInternals {
  attachListeners(stream: Duplex): void;
}

/** A ParameterStatus message. */
interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** The settings with which dates and times are printed; the server reports each change. */
const PRINTING: ReadonlySet<string> = new Set(['DateStyle', 'IntervalStyle', 'TimeZone']);

/** A server that is to close its side of a connection has this long, in milliseconds. */
const GOODBYE_LIMIT_MS = 2_000;

/** A driver's client whose incoming bytes cannot crash the process and which knows the statement it is running. */
export class WorkbenchClient extends pg.Client {
  declare readonly processID: number | null;
  declare readonly secretKey: number | null;
  /** True where the server has said that it waits for the next statement. */
  declare readonly readyForQuery: boolean;
  declare readonly connectionParameters: { options: string | undefined };
  /** The statement that rows, notices and copy answers belong to. */
  statement: StatementListener | null = null;
  /** True where the line was cut from this side. */
  isDropped = false;
  /** True once the line is gone. */
  hasEnded = false;
  /** Resolves when the line is gone. */
  readonly ended: Promise<void>;
  /** True where the session before left its state behind: `DISCARD ALL` has to come first. */
  needsReset = false;
  /** `server_version` as the server reported it. */
  serverVersion: string | null = null;

  /** The socket itself, also where TLS reads from it. */
  private readonly socket = this.connection.stream as Socket;

  /** `DateStyle` as the server reported it. */
  dateStyle: string | null = null;

  /** The settings of `PRINTING`, as the session began with them and as they are. */
  private readonly printing = new Map<string, { readonly first: string; now: string }>();

  /** What it asked of the server for its session when it began; nothing where it is undefined. */
  get options(): string | undefined {
    return this.connectionParameters.options;
  }

  /** How much the server has sent. */
  get bytesRead(): number {
    return this.socket.bytesRead;
  }

  /** `client_encoding` as the server last reported it. */
  clientEncoding = 'UTF8';

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // The driver would take PGOPTIONS of this process, with which every value could be printed differently.
    this.connectionParameters.options = typeof config === 'object' ? config.options : undefined;
    const internals = this.connection as unknown as ConnectionInternals;
    const attach = internals.attachListeners.bind(internals);
    internals.attachListeners = (stream) => {
      attach(stream);
      this.follow(stream);
    };
    this.connection.on('copyOutResponse', () => this.statement?.handleCopyOutResponse());
    this.connection.on('parameterStatus', (status: ParameterStatus) => {
      if (status.parameterName === 'server_version') this.serverVersion = status.parameterValue;
      if (status.parameterName === 'DateStyle') this.dateStyle = status.parameterValue;
      if (status.parameterName === 'client_encoding') this.clientEncoding = status.parameterValue;
      if (PRINTING.has(status.parameterName)) this.notePrinting(status);
    });
    this.ended = new Promise((resolve) => {
      this.once('end', () => {
        this.hasEnded = true;
        resolve();
      });
    });
    this.on('notice', (notice) => this.statement?.handleNotice(notice));
  }

  /** Names of the settings with which dates and times are printed otherwise than when the session began. */
  get ownSettings(): string[] {
    return [...this.printing].filter(([, { first, now }]) => first !== now).map(([name]) => name);
  }

  private notePrinting({ parameterName: name, parameterValue }: ParameterStatus): void {
    // ISO dates are printed alike in any order of day and month, which says how others are read.
    const now = name === 'DateStyle' && parameterValue.startsWith('ISO') ? 'ISO' : parameterValue;
    this.printing.set(name, { first: this.printing.get(name)?.first ?? now, now });
  }

  /** Puts itself between the line and the driver. */
  protected follow(stream: Duplex): void {
    readIncoming(
      stream,
      () => this.statement,
      (error) => this.destroy(error),
    );
  }

  /**
   * As the driver does it, but a line is closed on which the sign-in fails: the driver leaves it open where it finds the
   * fault itself (no password, an unknown method), and the server would wait a minute for the rest of the sign-in.
   */
  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    if (callback === undefined) {
      return super.connect().then(
        () => this,
        (error: unknown) => {
          this.connection.stream.destroy();
          throw error;
        },
      );
    }
    super.connect((error: Error) => {
      // The types promise an error; a sign-in that succeeds has none.
      if (error as Error | null | undefined) this.connection.stream.destroy();
      callback(error);
    });
    return undefined;
  }

  /** What a cancel request has to name, or null before the server has said it. */
  backendKey(): BackendKey | null {
    return this.processID === null || this.secretKey === null
      ? null
      : { processId: this.processID, secretKey: this.secretKey };
  }

  /** Resolves when the server waits for the next statement, or the line is gone. */
  async whenReady(): Promise<void> {
    if (this.readyForQuery || this.hasEnded) return;
    const ready = new Promise<void>((resolve) => this.connection.once('readyForQuery', () => resolve()));
    await Promise.race([ready, this.ended]);
  }

  /** Says goodbye; a server that does not close the connection in return is not waited for. */
  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    const limit = setTimeout(() => this.destroy(), GOODBYE_LIMIT_MS).unref();
    void this.ended.then(() => clearTimeout(limit));
    if (callback === undefined) return super.end();
    super.end(callback);
    return undefined;
  }

  /** Cuts the line at once, without a goodbye; what runs ends with the error. */
  destroy(error?: Error): void {
    this.isDropped = true;
    this.hasEnded = true;
    this.connection.stream.destroy(error);
  }
}
