import { dirname } from 'node:path';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { hasScope, mayPlaceConnections } from '#libs/access';
import type { Actor } from '#libs/access';
import type { AuditAction, PerformedAction } from '#libs/audit';
import type { Connection, ConnectionInput, ConnectionTestResult, ConnectionUpdate } from '#libs/api';
import { TaskQueue } from '#libs/async';
import {
  EventBus,
  Problem,
  SecretKeys,
  State,
  WORKBENCH_CONFIG,
  sealSecret,
  secretKeyPath,
} from '../platform/index.js';
import type { SealedValue, WorkbenchConfig } from '../platform/index.js';
import { ConnectionAccess } from './access/connection-access.js';
import { ConfigurationFile } from './config-file/configuration-file.js';
import type { TextEdit } from './config-file/configuration-file.js';
import { addConnection, changeConnection, removeConnection } from './config-file/edit-connections.js';
import { mistakesText, problemOfRefusal, problemOfWriting } from './config-file/configuration-problems.js';
import { FileWatch } from './config-file/file-watch.js';
import { readSealedPasswords } from './config-file/sealed-passwords.js';
import { ConfiguredConnections } from './configured-connections.js';
import { problemOfConnectFailure } from './connect-problem.js';
import type { ConnectionConfig } from './connection-config.js';
import { changeDetails, targetChange } from './connection-change.js';
import { idFromName } from './connection-id.js';
import { RESERVED_ID } from './connection-rules.js';
import { configOf, settingsOfNew, settingsThatDiffer, settingsWith } from './connection-settings.js';
import type { Seal } from './connection-settings.js';
import { runConnectionTest } from './connection-test.js';
import { ConnectionsQueries } from './connections.queries.js';
import { ConnectorRegistry } from './connector-registry.js';
import { requireComplete } from './dto/read-input.js';
import { ConnectFailure } from './engines/connector.js';
import { secretNames } from './engines/engines.js';
import { SessionSlots } from './sessions/session-slots.js';
import { refuseOther, refuseOtherPlace } from './refuse-other-place.js';
import { secretsForTest } from './stored-password.js';
import { UsedIds } from './used-ids/used-ids.js';

/** How long the reset of a person's sessions takes at most, in milliseconds. */
const RESET_LIMIT_MS = 4_000;
const RESET_UNANSWERED =
  'Your sessions were ended, but the database did not answer a new one. Wait until the connection is green, or check the server.';

/** Keeps the list of connections and its file in step; the only writer of both. */
@Injectable()
export class ConnectionsService implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ConnectionsService.name);
  private readonly file: ConfigurationFile;
  private watches: FileWatch[] = [];
  /** The list follows the file in the order in which the file was read and written. */
  private readonly changes = new TaskQueue();

  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly configured: ConfiguredConnections,
    private readonly registry: ConnectorRegistry,
    private readonly queries: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly slots: SessionSlots,
    private readonly usedIds: UsedIds,
    private readonly events: EventBus,
    private readonly keys: SecretKeys,
    private readonly state: State,
  ) {
    keys.addHolder(() => this.sealedPasswords());
    this.file = new ConfigurationFile(config.configFile, {
      env: process.env,
      secretKey: () => keys.read(),
      // Processes that share the file share the state, where one unit of work writes at a time. A single one needs none: a
      // folder that does not answer would hold up all that is written.
      ...(config.stateDatabaseUrl === null ? {} : { inTurn: (change) => state.transaction(change) }),
    });
  }

  async onModuleInit(): Promise<void> {
    // A key that is restored makes passwords readable again.
    for (const path of [this.config.configFile, secretKeyPath(this.config.home)]) {
      this.watches.push(await FileWatch.start(path, () => void this.reload()));
    }
    await this.reload();
  }

  onApplicationShutdown(): void {
    for (const watch of this.watches) watch.stop();
  }

  /** Reads the file anew and puts it in force if it is right; otherwise the last good list stays. Never rejects. */
  reload(): Promise<void> {
    return this.changes.run(async () => this.accept((await this.file.read()).parsing));
  }

  /**
   * Adds a connection to the list and the file. Without an id it gets one of its name that no connection has had. Throws
   * `duplicate-id`, `configuration-changed`, `secret-key-missing`, and `forbidden` for a token limited to some connections.
   */
  async create(actor: Actor, input: ConnectionInput): Promise<Connection> {
    if (!mayPlaceConnections(actor)) throw new Problem('forbidden', 'This token is limited to some connections.');
    const seal = await this.sealer(input);
    const used = input.id === undefined ? await this.usedIds.all() : new Set<string>();
    let id = '';
    await this.rewrite(actor, (text, connections) => {
      const isTaken = (candidate: string) => connections.some((connection) => connection.id === candidate);
      if (input.id !== undefined && isTaken(input.id)) throw new Problem('duplicate-id');
      const isUnusable = (candidate: string) =>
        RESERVED_ID.test(candidate) || isTaken(candidate) || used.has(candidate);
      id = input.id ?? idFromName(input.name, input.kind, isUnusable);
      return addConnection(text, settingsOfNew(input, id, seal));
    });
    this.record(actor, 'connection.create', id, input.name);
    return this.queries.get(actor, id);
  }

  /**
   * Changes a connection; what the input leaves out stays. Throws `connection-not-found`, `configuration-changed`,
   * `secret-needed` where the stored password would go to another target, `validation-failed` where a required setting
   * would be missing, and `forbidden` where an actor who is no administrator points the connection elsewhere.
   */
  async update(actor: Actor, id: string, input: ConnectionUpdate): Promise<Connection> {
    this.requireManaged(actor, id);
    const seal = await this.sealer(input);
    const change: { before: ConnectionConfig | null; fields: string[] } = { before: null, fields: [] };
    await this.rewrite(actor, async (text, connections) => {
      await this.access.requireInTransaction(actor, id, 'manage');
      const config = connections.find((connection) => connection.id === id);
      if (config === undefined || text === null) throw new Problem('connection-not-found');
      change.before = config;
      refuseOther('id', input.id ?? id, id);
      refuseOther('kind', input.kind, config.kind);
      requireComplete(config.kind, settingsWith(input, config));
      refuseOtherPlace(actor, input, config, 'stored');
      const changes = settingsThatDiffer(input, config, seal);
      change.fields = Object.keys(changes);
      return changeConnection(text, id, changes);
    });
    const after = this.configured.find(id);
    const name = input.name ?? change.before?.name ?? null;
    const [before, now] = [change.before, after ?? change.before];
    this.record(actor, 'connection.change', id, name, before && now ? changeDetails(change.fields, before, now) : {});
    const target = before && now && targetChange(before, now);
    if (target !== null) this.record(actor, 'connection.target_change', id, name, target);
    return this.queries.get(actor, id);
  }

  /**
   * Takes a connection off the list and out of the file; its database is left alone. Throws `connection-not-found`,
   * `forbidden` and `configuration-changed`.
   */
  async remove(actor: Actor, id: string): Promise<void> {
    const { name } = this.requireManaged(actor, id);
    await this.usedIds.keep([id]);
    await this.rewrite(actor, async (text, connections) => {
      await this.access.requireInTransaction(actor, id, 'manage');
      const isListed = connections.some((connection) => connection.id === id);
      if (!isListed || text === null) throw new Problem('connection-not-found');
      return removeConnection(text, id);
    });
    this.record(actor, 'connection.remove', id, name);
  }

  /** Opens a session of its own and says who answered, or why there was no answer. */
  async test(actor: Actor, id: string, isGone: AbortSignal): Promise<ConnectionTestResult> {
    this.queries.get(actor, id);
    return runConnectionTest(() => this.queries.connector(actor, id), isGone);
  }

  /** Tries settings out without storing them. Throws `forbidden` for an actor who may not store them either. */
  async testInput(actor: Actor, input: ConnectionInput, isGone: AbortSignal): Promise<ConnectionTestResult> {
    const isKnown = input.id !== undefined && this.access.maySee(actor, input.id);
    const stored = isKnown ? this.configured.find(input.id ?? '') : null;
    if (stored !== null) this.access.require(actor, stored.id, 'manage');
    if (stored === null && !mayPlaceConnections(actor)) throw new Problem('forbidden');
    if (stored !== null) refuseOtherPlace(actor, input, stored, 'default');
    const config = configOf(input, secretsForTest(input, stored), dirname(this.config.configFile));
    const connector = this.registry.createApart(config);
    try {
      return await runConnectionTest(() => connector, isGone);
    } finally {
      await connector.then(
        (made) => made.close(),
        () => undefined,
      );
    }
  }

  /**
   * Ends sessions of a connection and opens one anew. `own`: those of `actor` alone; `all`: everybody's, audited. With
   * null it is `all` for those who may. Throws `connection-not-found`, `forbidden`, and what keeps the database from
   * being reached.
   */
  async reconnect(actor: Actor, id: string, sessions: 'own' | 'all' | null, isGone: AbortSignal): Promise<Connection> {
    this.access.require(actor, id, 'query');
    const isManager = this.access.levelOf(actor, id) === 'manage' && hasScope(actor.scopes, 'manage');
    const meant = sessions ?? (isManager ? 'all' : 'own');
    if (meant === 'all' && !isManager)
      throw new Problem('forbidden', 'Only people who can manage the connection can end all of its sessions.');
    try {
      await (meant === 'all' ? this.reconnectAll(actor, id, isGone) : this.resetOwn(actor, id, isGone));
    } catch (error) {
      throw error instanceof ConnectFailure ? problemOfConnectFailure(error) : error;
    }
    return this.queries.get(actor, id);
  }

  private async reconnectAll(actor: Actor, id: string, isGone: AbortSignal): Promise<void> {
    const connector = await this.registry.find(id);
    if (connector === null) throw new Problem('connection-not-found');
    this.record(actor, 'connection.reconnect', id, this.queries.nameOf(id));
    await connector.reconnect(isGone);
  }

  private async resetOwn(actor: Actor, id: string, signal: AbortSignal): Promise<void> {
    const connector = await this.queries.connector(actor, id);
    this.events.publish('connection.sessions_reset', { connection_id: id, owner_id: actor.userId });
    const limit = AbortSignal.timeout(RESET_LIMIT_MS);
    const either = AbortSignal.any([signal, limit]);
    try {
      const claim = { actor, connectionId: id, purpose: 'once', signal: either } as const;
      const session = await this.slots.openSession(claim, connector, { isReadOnly: true });
      await session.release();
      // A session from the pool says nothing of the server.
      await connector.test(either);
    } catch (error) {
      throw limit.aborted && !signal.aborted ? new ConnectFailure('connection-timeout', RESET_UNANSWERED) : error;
    }
  }

  /** A connection that `actor` may manage. A missing one and a hidden one have the same answer. */
  private requireManaged(actor: Actor, id: string): Connection {
    const connection = this.queries.get(actor, id);
    this.access.require(actor, id, 'manage');
    return connection;
  }

  /** The file is no part of the state: what was done to it is recorded right after. */
  private record(
    actor: Actor,
    action: AuditAction,
    id: string,
    name: string | null,
    details: PerformedAction['details'] = {},
  ): void {
    const object = { kind: 'connection', id, name };
    this.events.publish('action.performed', { action, actor, outcome: 'done', object, details });
  }

  private rewrite(actor: Actor, edit: TextEdit): Promise<void> {
    return this.changes.run(async () => {
      // The first reading of the key may wait for the writer, which the change occupies.
      await this.keys.read();
      const asked: TextEdit = (...newest) => this.state.transactionFor(actor, async () => edit(...newest));
      const change = await this.file.change(asked).catch((error: unknown) => {
        throw problemOfWriting(error);
      });
      if (change.kind !== 'written') throw problemOfRefusal(change);
      this.accept(change.reading.parsing);
    });
  }

  private accept(parsing: Parameters<ConfiguredConnections['accept']>[0]): void {
    const { changedIds, haveMistakesChanged } = this.configured.accept(parsing);
    if (changedIds.length > 0) this.registry.apply(this.configured.all);
    void this.usedIds.keepListed(this.configured.all.map(({ id }) => id));
    if (haveMistakesChanged && this.configured.mistakes.length > 0) {
      this.logger.warn(`The configuration file is not in force: ${mistakesText(this.configured.mistakes)}`);
    }
    if (changedIds.length > 0 || haveMistakesChanged) {
      this.events.publish('connections.changed', { connection_ids: changedIds });
    }
  }

  /** Also of entries that are not in force: their passwords are not lost. */
  private async sealedPasswords(): Promise<SealedValue[]> {
    // Unparsed: parsing asks for the key, whose first reading waits for this list.
    const text = await this.file.readText().catch(() => null);
    return readSealedPasswords(text ?? '').map((one) => ({ kind: 'connection', ...one }));
  }

  private async sealer(input: ConnectionUpdate): Promise<Seal> {
    if (!secretNames(input.kind).some((name) => Boolean(Reflect.get(input, name)))) return () => '';
    const key = await this.keys.require();
    return (password) => sealSecret(password, key);
  }
}
