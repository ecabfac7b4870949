import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionHealth } from '#libs/api';
import type { PostgresConfig } from '../config.js';
import { ConnectFailure, type ConnectorContext } from '../../connector.js';
import { connectFailure, isCrowded, isServerFailure, scrubbed } from '../connect-failure.js';
import { unlessAborted } from '../unless-aborted.js';
import { HealthMonitor } from './health-monitor.js';

/** The server ended a session that was idle, or whose transaction took too long, by a setting: no sign of trouble. */
const ENDED_BY_A_SETTING = new Set(['57P05', '25P03', '25P04']);

/** Servers lock accounts for failed logins, and a key becomes trusted by people alone. */
const NOT_TRIED_AGAIN: ReadonlySet<string> = new Set([
  'connection-refused-login',
  'ssh-host-key-unknown',
  'ssh-host-key-changed',
]);

/** A server that has no room for another session notices after some milliseconds that one was closed. */
const ROOM_PAUSES_MS = [50, 250] as const;

/** What the contact to a server needs from its connector. */
export interface ServerContactDeps {
  readonly context: Pick<ConnectorContext, 'now' | 'onHealthChanged'>;
  /** Pauses before attempts to reach a failed server, in milliseconds. */
  readonly probePausesMs: readonly number[];
  /** The tunnel to the server, which knows why nothing came through; null for none. */
  readonly way?: { readonly failure: ConnectFailure | null } | null;
  /** Tries to reach a failed server; its rejection counts as another failure. */
  readonly probe: () => Promise<void>;
  /** Closes lines that are open for the next one to use: a role may be allowed few. */
  readonly makeRoom: () => void;
}

/** All work that talks to one server: keeps the connection's health up to date and maps errors to `ConnectFailure`. */
export class ServerContact {
  readonly #monitor: HealthMonitor;
  #isClosed = false;

  constructor(
    private readonly config: PostgresConfig,
    private readonly deps: ServerContactDeps,
  ) {
    this.#monitor = new HealthMonitor({
      now: deps.context.now,
      onHealthChanged: deps.context.onHealthChanged,
      probe: () => this.probe(),
      probePausesMs: deps.probePausesMs,
    });
  }

  /** Counts open clients and round trips. */
  get monitor(): Pick<HealthMonitor, 'clientOpened' | 'clientClosed' | 'reached' | 'measured'> {
    return this.#monitor;
  }

  health(): ConnectionHealth {
    return this.#monitor.health();
  }

  /** Runs what talks to the server, keeps health up to date, and turns what goes wrong into a ConnectFailure. */
  async run<T>(signal: AbortSignal, talk: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    try {
      signal.throwIfAborted();
      const answer = await this.#monitor.attempt(() => unlessAborted(this.#withRoom(talk), signal));
      this.#requireOpen();
      this.#monitor.reached();
      return answer;
    } catch (error) {
      if (signal.aborted) throw new ConnectFailure('connection-timeout', 'The wait for the database was cancelled.');
      this.#requireOpen();
      const failure = this.#failureOf(error);
      if (isServerFailure(error)) this.failed(failure);
      throw failure;
    }
  }

  /** Talks again where the server had no room for another session, and lines of ours may have been in the way. */
  async #withRoom<T>(talk: () => Promise<T>): Promise<T> {
    for (const pauseMs of ROOM_PAUSES_MS) {
      try {
        return await talk();
      } catch (error) {
        if (!isCrowded(error)) throw error;
      }
      this.deps.makeRoom();
      await wait(pauseMs);
    }
    return talk();
  }

  /** Checks whether a failed server is back. Never rejects. */
  async probe(): Promise<void> {
    try {
      await this.deps.probe();
    } catch (error) {
      this.failed(this.#failureOf(error));
    }
  }

  /** A login that was refused is not tried again unasked. */
  failed({ code, message }: ConnectFailure): void {
    this.#monitor.failed(message, !NOT_TRIED_AGAIN.has(code));
  }

  /** A client has ended with this message and SQLSTATE. */
  lost(message: string, code: string | null): void {
    if (code !== null && ENDED_BY_A_SETTING.has(code)) return;
    // A session that the server ended has a SQLSTATE.
    const lostWay = code === null ? (this.deps.way?.failure?.message ?? null) : null;
    this.#monitor.failed(scrubbed(lostWay ?? message, this.config));
  }

  /** Ends the probes; whatever runs or begins from now on rejects with `connection-unusable`. */
  close(): void {
    this.#isClosed = true;
    this.#monitor.stop();
  }

  /** What the server itself says is its own; a line that broke on the way is explained by the tunnel. */
  #failureOf(error: unknown): ConnectFailure {
    const failure = connectFailure(error, this.config);
    const isFromServer = failure.sqlstate !== null || error instanceof ConnectFailure;
    return isFromServer ? failure : (this.deps.way?.failure ?? failure);
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new ConnectFailure('connection-unusable', 'The connection was removed or changed.');
  }
}
