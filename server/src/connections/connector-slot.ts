import type { ConnectionHealth, HealthState, ServerInfo } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import type { ConnectionConfig } from './connection-config.js';
import { ConnectFailure } from './engines/connector.js';
import type { Connector, ConnectorContext, WorkbenchInstance } from './engines/connector.js';
import { engineOf } from './engines/engines.js';
import type { ConnectionEngine } from './engines/engines.js';

/** Milliseconds a session may take to open. */
export const CONNECT_TIMEOUT_MS = 10_000;
const LISTENING_TIMEOUT_MS = 3000;
/** How often unused connectors are looked for. */
const LOOK_PAUSE_MS = 15_000;

export interface SlotContext {
  readonly now: () => number;
  /** The workbench's own folder. */
  readonly home: string | null;
  readonly instance?: WorkbenchInstance;
  readonly create: (config: ConnectionConfig, context: ConnectorContext) => Promise<Connector>;
  readonly onHealthChanged: (health: ConnectionHealth) => void;
}

/** One connection's place in the registry: its connector once it is needed, and its health before that. */
export class ConnectorSlot {
  private making: Promise<Connector> | null = null;
  private made: Connector | null = null;
  private own: ConnectionHealth = { state: 'connecting', last_error: null, latency_ms: null, checked_at: null };
  private isClosed = false;
  private isChecking = false;
  private nextLookAt = 0;
  private readonly engine: ConnectionEngine;

  constructor(
    readonly config: ConnectionConfig,
    private readonly context: SlotContext,
  ) {
    this.engine = engineOf(config.kind);
  }

  get health(): ConnectionHealth {
    return this.made?.health() ?? this.own;
  }

  get server(): ServerInfo | null {
    return this.made?.server() ?? null;
  }

  /** Null until the server or file has answered: until then its dialect is a guess. */
  get dialect(): SqlDialect | null {
    return this.server === null ? null : (this.made?.dialect ?? null);
  }

  /** The connector, made at the first call. */
  connector(): Promise<Connector> {
    this.making ??= this.make().catch((error: unknown) => {
      this.making = null;
      throw error;
    });
    return this.making;
  }

  /** Finds out whether the connection works, as gently as its kind allows. Never rejects. */
  check(): Promise<void> {
    return this.alone(() => (this.engine.findFault === undefined ? this.openOnce() : this.findFault()));
  }

  /**
   * Looks, when it is time, at what no session watches: an idle server's port, a path that no engine has opened. What
   * has failed in an engine's hands is the engine's to try again. Never rejects.
   */
  async look(): Promise<void> {
    if (this.context.now() < this.nextLookAt) return;
    const { made } = this;
    if (made === null) return this.check();
    if (this.engine.isListening !== undefined && made.health().state === 'idle')
      return this.alone(() => this.lookAtPort(made));
  }

  /** Closes the connector if there is one; the slot is of no use afterwards. Never rejects. */
  async close(): Promise<void> {
    this.isClosed = true;
    const connector = await this.making?.catch(() => null);
    await connector?.close();
  }

  private async make(): Promise<Connector> {
    if (this.isClosed) throw new ConnectFailure('connection-unusable', 'The connection was removed or changed.');
    const connector = await this.context.create(this.config, {
      now: this.context.now,
      home: this.context.home,
      ...(this.context.instance === undefined ? {} : { instance: this.context.instance }),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      onHealthChanged: (health) => {
        if (!this.isClosed) this.context.onHealthChanged(health);
      },
    });
    this.made = connector;
    return connector;
  }

  /** One look at a time; what goes wrong becomes the health, unless the engine has reported it already. */
  private async alone(work: () => Promise<void>): Promise<void> {
    if (this.isChecking || this.isClosed) return;
    this.isChecking = true;
    try {
      await work();
    } catch (error) {
      this.report('failed', messageOf(error));
    } finally {
      this.isChecking = false;
      this.nextLookAt = this.context.now() + LOOK_PAUSE_MS;
    }
  }

  /** Opens a session of the pool and gives it back, so that the pool is warm for the first statement. */
  private async openOnce(): Promise<void> {
    const connector = await this.connector();
    const session = await connector.openSession(AbortSignal.timeout(2 * CONNECT_TIMEOUT_MS));
    await session.release();
  }

  private async findFault(): Promise<void> {
    if (this.made !== null) return;
    const fault = (await this.engine.findFault?.(this.config)) ?? null;
    this.report(fault === null ? 'idle' : 'failed', fault);
  }

  /** A server that is gone is noticed by a login that fails; one that listens is left in peace. */
  private async lookAtPort(connector: Connector): Promise<void> {
    if ((await this.engine.isListening?.(this.config, LISTENING_TIMEOUT_MS)) === true) return;
    await connector.test(AbortSignal.timeout(CONNECT_TIMEOUT_MS));
  }

  /** What was found out without an engine; an engine that has begun to speak meanwhile knows better. */
  private report(state: HealthState, fault: string | null): void {
    const hasChanged = this.own.state !== state || this.own.last_error !== fault;
    const checkedAt = new Date(this.context.now()).toISOString();
    this.own = { state, last_error: fault, latency_ms: null, checked_at: checkedAt };
    if (hasChanged && this.made === null && !this.isClosed) this.context.onHealthChanged(this.own);
  }
}

function messageOf(error: unknown): string {
  return error instanceof ConnectFailure ? error.message : 'The connection cannot be opened.';
}
