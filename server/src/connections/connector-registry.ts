import { homedir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { ConnectionHealth, ServerInfo } from '#libs/api';
import { KEEPS_SESSIONS } from '#libs/sessions';
import type { SqlDialect } from '#libs/sql';
import { Clock, EventBus, Instance, WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import type { ConnectionConfig } from './connection-config.js';
import { CONNECT_TIMEOUT_MS, ConnectorSlot } from './connector-slot.js';
import type { Connector, WorkbenchInstance } from './engines/connector.js';
import { sweepHostFolders } from './engines/host/host-folder.js';
import { closeParser } from './engines/host/parse-duckdb.js';
import type { Account } from './engines/account.js';
import { engineOf } from './engines/engines.js';
import { createConnector } from './engines/index.js';

/** After start and after changes, at most this many connections are tried at a time. */
const CHECKS_AT_A_TIME = 3;
/** The first look waits until the port is open. */
const FIRST_CHECK_MS = 50;
const HEARTBEAT_MS = 2000;
/** Idle servers whose ports are tried at a time. */
const LOOKS_AT_A_TIME = 8;

/** One connector for each connection in force: made when needed, kept while its settings stay, closed when they go. */
@Injectable()
export class ConnectorRegistry implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ConnectorRegistry.name);
  private slots = new Map<string, ConnectorSlot>();
  private heartbeat: NodeJS.Timeout | undefined;
  private isStarted = false;
  private isLooking = false;

  constructor(
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly instance: Instance,
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.isStarted = true;
    void sweepHostFolders();
    setTimeout(() => void this.checkAll([...this.slots.values()]), FIRST_CHECK_MS).unref();
    this.heartbeat = setInterval(() => {
      void this.lookAtAll();
    }, HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.heartbeat);
    const slots = [...this.slots.values()];
    this.slots = new Map();
    await Promise.all([...slots.map((slot) => slot.close()), closeParser()]);
  }

  /** Takes over the list in force. A connector whose settings are as before keeps its sessions. */
  apply(configs: readonly ConnectionConfig[]): void {
    const before = this.slots;
    this.slots = new Map(configs.map((config) => [config.id, this.keptOrNew(before.get(config.id), config)]));
    const kept = new Set(this.slots.values());
    for (const slot of before.values()) if (!kept.has(slot)) void slot.close();
    const known = new Set(before.values());
    if (this.isStarted) void this.checkAll([...kept].filter((slot) => !known.has(slot)));
  }

  /** The connector of a connection that is in force, or null. */
  async find(id: string): Promise<Connector | null> {
    return (await this.slots.get(id)?.connector()) ?? null;
  }

  health(id: string): ConnectionHealth | null {
    return this.slots.get(id)?.health ?? null;
  }

  server(id: string): ServerInfo | null {
    return this.slots.get(id)?.server ?? null;
  }

  /** The dialect of what a connection has open; null before it was opened. */
  dialect(id: string): SqlDialect | null {
    return this.slots.get(id)?.dialect ?? null;
  }

  /** Makes a private connector, for trying settings out; the caller closes it. */
  createApart(config: ConnectionConfig): Promise<Connector> {
    return createConnector(config, {
      now: () => this.clock.now(),
      home: this.config.home,
      instance: this.instanceOn(config),
      account: this.account(),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      onHealthChanged: () => undefined,
    });
  }

  /** A connection with what files of the account add, for programs that sign in themselves. Throws `ConnectFailure`. */
  async resolved<C extends ConnectionConfig>(config: C): Promise<C> {
    return ((await engineOf(config.kind).resolved?.(config, this.account())) ?? config) as C;
  }

  private account(): Account | null {
    return this.config.hasAccountFiles ? { home: homedir(), env: process.env } : null;
  }

  private keptOrNew(slot: ConnectorSlot | undefined, config: ConnectionConfig): ConnectorSlot {
    if (slot !== undefined && isDeepStrictEqual(settingsOf(slot.config), settingsOf(config))) return slot;
    return new ConnectorSlot(config, {
      now: () => this.clock.now(),
      home: this.config.home,
      instance: this.instanceOn(config),
      create: (made, context) => createConnector(made, { ...context, account: this.account() }),
      onHealthChanged: (health) => {
        this.events.publish('connection.health_changed', { connection_id: config.id, health });
      },
    });
  }

  private instanceOn({ id }: ConnectionConfig): WorkbenchInstance {
    return {
      home: this.instance.home,
      process: this.instance.process,
      onLeftoversEnded: (count) => {
        this.logger.warn(`Ended ${count} sessions that an earlier process left on connection ${id}`);
      },
    };
  }

  /** Starts no look before the last one of the round before has ended. */
  private async lookAtAll(): Promise<void> {
    if (this.isLooking) return;
    this.isLooking = true;
    await inTurns([...this.slots.values()], LOOKS_AT_A_TIME, (slot) => slot.look());
    this.isLooking = false;
  }

  private async checkAll(slots: readonly ConnectorSlot[]): Promise<void> {
    await inTurns(slots, CHECKS_AT_A_TIME, (slot) => slot.check());
  }
}

/** Works on all of a list, a few at a time. */
async function inTurns<T>(list: readonly T[], atATime: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: atATime }, next));
}

/** Settings that no connector is made for. */
const KEPT: ReadonlySet<string> = new Set(['pathAsWritten', ...Object.keys(KEEPS_SESSIONS)]);

/** What a connector is made for. */
function settingsOf(config: ConnectionConfig): object {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !KEPT.has(name)));
}
