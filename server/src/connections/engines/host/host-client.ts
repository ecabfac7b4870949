import type { Duplex } from 'node:stream';
import { ABORTED } from '#libs/async';
import { ConnectFailure } from '../connector.js';
import { controlFrame, FRAME_KINDS, FrameReader, type Frame } from './frames.js';
import { hostSettings } from './host-settings.js';
import type { AnsweredRequest, HostFailure, HostMessage, HostNotification, HostRequest } from './protocol.js';
import { runOfBatch } from './row-batch.js';

/** Takes what a run sends. */
export interface RunListener {
  message(message: Extract<HostMessage, { kind: 'columns' | 'sources' | 'notice' | 'outcome' | 'refused' }>): void;
  rows(payload: Buffer): void;
  /** The host has ended; nothing more comes. */
  ended(): void;
}

/** Takes what a host sends by itself. */
export interface HostListener {
  message(message: HostNotification): void;
}

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A request without its id. */
export type Call = AnsweredRequest extends infer R ? (R extends AnsweredRequest ? Omit<R, 'id'> : never) : never;

/** How long an engine may take to give up what is no longer wanted. */
const ABORT_LIMIT_MS = 4_000;
/** A host that works answers a ping beside its work; one without an answer for so long, in milliseconds, is frozen. */
const PING_LIMIT_MS = 1_500;

/** Rejects what waits for a host that has ended. */
export class HostEnded extends Error {
  constructor() {
    super('The engine process has ended.');
    this.name = 'HostEnded';
  }
}

/** The same where it was ended because a call took too long. */
export class HostStuck extends HostEnded {}

/** The workbench's end of the line to an engine host: calls that are answered, and runs that send rows. */
export class HostClient {
  private readonly calls = new Map<number, PendingCall>();
  private readonly runs = new Map<number, RunListener>();
  private lastId = 0;
  private hasEnded = false;

  constructor(
    private readonly line: Duplex,
    private readonly listener: HostListener,
    /** Called when the first call begins to wait (true) and when none waits any more (false). */
    private readonly onBusy: (isBusy: boolean) => void,
    /** Called when the host has not done in time what it must do to go on. */
    private readonly onStuck: () => void,
  ) {
    const reader = new FrameReader((frame) => this.take(frame));
    line.on('data', (chunk: Buffer) => reader.push(chunk));
  }

  get isBusy(): boolean {
    return this.calls.size + this.runs.size > 0;
  }

  /** Sends what is not answered. */
  send(request: HostRequest): void {
    if (!this.hasEnded && this.line.writable) this.line.write(controlFrame(request));
  }

  /** Sends a request and resolves with its answer; an abort is passed on. Rejects with `HostEnded` or as the host says. */
  async call(call: Call, signal?: AbortSignal): Promise<unknown> {
    if (this.hasEnded) throw new HostEnded();
    const id = this.nextId();
    let limit: NodeJS.Timeout | undefined;
    const abort = (): void => {
      this.send({ op: 'abort', id });
      limit = setTimeout(() => this.settle(id, ({ reject }) => reject(notAnswered())), ABORT_LIMIT_MS).unref();
    };
    try {
      return await new Promise((resolve, reject) => {
        this.waiting(() => this.calls.set(id, { resolve, reject }));
        this.send({ ...call, id });
        signal?.addEventListener('abort', abort);
        if (signal?.aborted === true) abort();
      });
    } finally {
      clearTimeout(limit);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Starts a run and answers with its id; `listener` gets what it sends, the outcome last. */
  startRun(call: Omit<Extract<HostRequest, { op: 'run' }>, 'id' | 'op'>, listener: RunListener): number {
    const id = this.nextId();
    if (this.hasEnded) {
      listener.ended();
      return id;
    }
    this.waiting(() => this.runs.set(id, listener));
    this.send({ op: 'run', id, ...call });
    return id;
  }

  /** Stops a run. A host in which it goes on is stuck: the engine does not look for interrupts everywhere. */
  stopRun(id: number): void {
    if (!this.runs.has(id)) return;
    this.send({ op: 'abort', id });
    setTimeout(() => this.runs.has(id) && this.onStuck(), hostSettings().stopLimitMs).unref();
  }

  /** As `call`, for what a host that does not answer in time is stuck in: it is ended. Rejects with `HostStuck` then. */
  async callInTime(call: Call, limitMs = hostSettings().stopLimitMs): Promise<unknown> {
    const patience = new AbortController();
    const limit = setTimeout(() => patience.abort(ABORTED), limitMs).unref();
    patience.signal.addEventListener('abort', () => this.onStuck());
    try {
      return await this.call(call);
    } catch (error) {
      throw patience.signal.aborted ? new HostStuck() : error;
    } finally {
      clearTimeout(limit);
    }
  }

  /** Whether the host answers a ping, which waits for no work of the engine. */
  async isAnswering(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const limit = setTimeout(() => resolve(false), PING_LIMIT_MS);
    this.call({ op: 'ping' }).then(
      () => resolve(true),
      () => resolve(false),
    );
    const isAnswered = await promise;
    clearTimeout(limit);
    return isAnswered;
  }

  /** The host has ended: everything that waits is over. */
  end(): void {
    this.hasEnded = true;
    const [calls, runs] = [[...this.calls.values()], [...this.runs.values()]];
    this.calls.clear();
    this.runs.clear();
    for (const call of calls) call.reject(new HostEnded());
    for (const run of runs) run.ended();
    this.onBusy(false);
  }

  private nextId(): number {
    this.lastId = (this.lastId % 0x7fff_ffff) + 1;
    return this.lastId;
  }

  private waiting(add: () => void): void {
    const wasBusy = this.isBusy;
    add();
    if (!wasBusy) this.onBusy(true);
  }

  private done(): void {
    if (!this.isBusy) this.onBusy(false);
  }

  private take({ kind, payload }: Frame): void {
    if (kind === FRAME_KINDS.rows) this.runs.get(runOfBatch(payload))?.rows(payload);
    else this.takeMessage(JSON.parse(payload.toString()) as HostMessage);
  }

  private takeMessage(message: HostMessage): void {
    if (isNotification(message)) this.listener.message(message);
    else if (message.kind === 'answer') this.settle(message.id, ({ resolve }) => resolve(message.value));
    else if (message.kind === 'ran') this.settle(message.id, ({ resolve }) => resolve(message.outcome));
    else this.takeRunMessage(message);
  }

  private takeRunMessage(message: Parameters<RunListener['message']>[0]): void {
    const run = this.runs.get(message.id);
    if (run === undefined) {
      if (message.kind === 'refused') this.settle(message.id, ({ reject }) => reject(errorOf(message.failure)));
      return;
    }
    const isOver = message.kind === 'outcome' || message.kind === 'refused';
    if (isOver) this.runs.delete(message.id);
    run.message(message);
    if (isOver) this.done();
  }

  private settle(id: number, settle: (call: PendingCall) => void): void {
    const call = this.calls.get(id);
    if (call === undefined) return;
    this.calls.delete(id);
    settle(call);
    this.done();
  }
}

function isNotification(message: HostMessage): message is HostNotification {
  return ['health', 'lost', 'reading', 'named'].includes(message.kind);
}

function errorOf({ code, message, sqlstate }: HostFailure): Error {
  return code === null ? new Error(message) : new ConnectFailure(code, message, sqlstate);
}

function notAnswered(): ConnectFailure {
  return new ConnectFailure('connection-timeout', 'The engine process does not answer. Reconnect to start a new one.');
}
