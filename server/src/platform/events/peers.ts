import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { PEER_EVENTS } from '#libs/events';
import type { EventMap, EventName } from '#libs/events';
import { WORKBENCH_CONFIG } from '../config/workbench-config.js';
import type { WorkbenchConfig } from '../config/workbench-config.js';
import { postgresLine } from '../state/postgres-line.js';
import { State } from '../state/state.js';
import { EventBus } from './event-bus.js';

const CHANNEL = 'data_workbench_events';
/** Postgres takes payloads below 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7_900;
const RETRY_AFTER_MS = 1_000;

/** What goes from process to process. */
interface Message {
  readonly from: string;
  readonly name: EventName;
  readonly payload: unknown;
}

/**
 * Carries events between workbenches that share a state in Postgres, by its notifications: told in the transaction that
 * made them true, heard after its commit. One too long to be told is left out; pages show it when they are read again.
 */
@Injectable()
export class Peers implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly self = randomUUID();
  private readonly url: string | null;
  private client: pg.Client | null = null;
  private retry: NodeJS.Timeout | null = null;
  private isStopping = false;

  constructor(
    @Inject(WORKBENCH_CONFIG) config: WorkbenchConfig,
    private readonly state: State,
    private readonly bus: EventBus,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(Peers.name);
    this.url = config.stateDatabaseUrl;
  }

  onModuleInit(): void {
    this.state.onUncertainCommit(() => this.bus.relay('state.changed_elsewhere', { action: null }));
    if (this.url === null) return;
    for (const name of PEER_EVENTS) this.bus.witness(name, (payload) => this.tell(name, payload));
    this.bus.witness('action.performed', ({ action }) => this.tell('state.changed_elsewhere', { action }));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.url !== null) await this.listen(this.url);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    if (this.retry !== null) clearTimeout(this.retry);
    await this.client?.end().catch(() => undefined);
  }

  private async tell<N extends EventName>(name: N, payload: EventMap[N]): Promise<void> {
    const message = JSON.stringify({ from: this.self, name, payload } satisfies Message);
    if (Buffer.byteLength(message) > MAX_PAYLOAD_BYTES) return;
    await this.state.manager.query('SELECT pg_notify($1, $2)', [CHANNEL, message]);
  }

  private async listen(url: string): Promise<void> {
    const client = new pg.Client({ ...postgresLine(url), application_name: 'data-workbench-peers' });
    client.on('notification', ({ payload = '' }) => this.hear(payload));
    client.on('error', () => undefined);
    client.once('end', () => this.listenAgain(url));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.logger.warn({ err: error }, 'other workbenches on this state cannot be heard now');
      await client.end().catch(() => undefined);
    }
  }

  /** What was said meanwhile is lost, so everything held in memory may be out of date. */
  private listenAgain(url: string): void {
    if (this.isStopping) return;
    this.retry = setTimeout(() => {
      void this.listen(url).then(() => this.bus.relay('state.changed_elsewhere', { action: null }));
    }, RETRY_AFTER_MS);
  }

  private hear(text: string): void {
    const { from, name, payload } = JSON.parse(text) as Message;
    if (from !== this.self) this.bus.relay(name, payload as never);
  }
}
