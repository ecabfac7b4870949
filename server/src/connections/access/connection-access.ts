import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DEFAULT_GRANTS, connectionLevel, mayWrite, reaches } from '#libs/access';
import type { Actor, ConnectionGrant, ConnectionLevel } from '#libs/access';
import type { WriteLane } from '#libs/api';
import { EventBus, Problem, State } from '../../platform/index.js';
import { ConfiguredConnections } from '../configured-connections.js';
import { ConnectionAccessRecord } from './connection-access.entity.js';

/** Which connections an actor may see: all but some, or only some. */
export type VisibleConnections = { readonly only: readonly string[] } | { readonly allBut: readonly string[] };

/** What is asked for on a connection. */
export type NeededLevel = Exclude<ConnectionLevel, 'none'>;

/** Who may use which connection. Held in memory, so that asking costs nothing. */
@Injectable()
export class ConnectionAccess implements OnModuleInit {
  private byConnection = new Map<string, readonly ConnectionGrant[]>();

  constructor(
    private readonly state: State,
    private readonly events: EventBus,
    private readonly configured: ConfiguredConnections,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.load(this.state.manager);
    this.events.beforeRelay('state.changed_elsewhere', async ({ action }) => {
      if (action === null) await this.catchUp();
      else if (action.startsWith('connection.')) await this.loadAgain();
    });
    this.events.beforeRelay('connection.access_changed', () => this.loadAgain());
  }

  /** Reads in a transaction, whose turn comes between changes: no change is overwritten by what was read before it. */
  private loadAgain(): Promise<void> {
    return this.state.transaction((manager) => this.load(manager));
  }

  private async load(manager: EntityManager): Promise<void> {
    const records = await manager.find(ConnectionAccessRecord);
    this.byConnection = new Map(records.map(({ connectionId, grants }) => [connectionId, grants]));
  }

  /** Reads the grants again, and reports here which ones changed while no events arrived. */
  private async catchUp(): Promise<void> {
    const before = this.byConnection;
    await this.loadAgain();
    for (const id of new Set([...before.keys(), ...this.byConnection.keys()])) {
      if (isDeepStrictEqual(before.get(id), this.byConnection.get(id))) continue;
      this.events.relay('connection.access_changed', { connection_id: id });
    }
  }

  /** What `actor` may do with a connection, which need not exist. */
  levelOf(actor: Actor, connectionId: string): ConnectionLevel {
    return connectionLevel(actor, connectionId, this.grantsOf(connectionId));
  }

  /** Whether `actor` may know of a connection. */
  maySee(actor: Actor, connectionId: string): boolean {
    return this.levelOf(actor, connectionId) !== 'none';
  }

  /** Whether `actor` may change data through a connection by statements of their own. */
  mayWrite(actor: Actor, connectionId: string): boolean {
    return this.laneOf(connectionId) !== 'review' && this.mayChange(actor, connectionId);
  }

  /** Whether `actor` may change data through a connection, be it only by change sets that others have approved. */
  mayChange(actor: Actor, connectionId: string): boolean {
    return mayWrite(actor, this.levelOf(actor, connectionId));
  }

  /** How a connection takes writes; not at all where there is none of that id. */
  laneOf(connectionId: string): WriteLane {
    return this.configured.find(connectionId)?.writes ?? 'none';
  }

  /** Throws `connection-not-found` where `actor` may not see a connection, `forbidden` where they may do less than `needed`. */
  require(actor: Actor, connectionId: string, needed: NeededLevel): void {
    requireLevel(this.levelOf(actor, connectionId), needed);
  }

  /**
   * The same by the grants that the state holds: first in a transaction for `actor`, no revocation that came before it is
   * missed. Throws as `require` does.
   */
  async requireInTransaction(actor: Actor, connectionId: string, needed: NeededLevel): Promise<void> {
    requireLevel(connectionLevel(actor, connectionId, await this.storedGrants(connectionId)), needed);
  }

  private async storedGrants(connectionId: string): Promise<readonly ConnectionGrant[]> {
    const record = await this.state.manager.findOneBy(ConnectionAccessRecord, { connectionId });
    return record?.grants ?? DEFAULT_GRANTS;
  }

  /** The connections that `actor` may know of, for filtering what is kept about them. */
  visibleTo(actor: Actor): VisibleConnections {
    if (actor.connectionIds !== null) return { only: actor.connectionIds.filter((id) => this.maySee(actor, id)) };
    return { allBut: [...this.byConnection.keys()].filter((id) => !this.maySee(actor, id)) };
  }

  /** Who may use a connection; the default where nothing is set. */
  grantsOf(connectionId: string): readonly ConnectionGrant[] {
    return this.byConnection.get(connectionId) ?? DEFAULT_GRANTS;
  }

  /**
   * Says anew who may use a connection, in force at once. Throws as `requireInTransaction` does without "manage", and
   * `changed-meanwhile` where the grants in force are not those `expected`.
   */
  async change(
    actor: Actor,
    connectionId: string,
    grants: readonly ConnectionGrant[],
    expected?: readonly ConnectionGrant[],
  ): Promise<void> {
    await this.state.transactionFor(actor, async (manager) => {
      await this.requireInTransaction(actor, connectionId, 'manage');
      if (expected !== undefined && !areSame(expected, await this.storedGrants(connectionId)))
        throw new Problem('changed-meanwhile', 'Access was changed meanwhile. Review it, then save again.');
      await manager.upsert(ConnectionAccessRecord, { connectionId, grants }, ['connectionId']);
      this.events.publish('action.performed', {
        action: 'connection.access_change',
        actor,
        outcome: 'done',
        object: { kind: 'connection', id: connectionId, name: null },
        details: { grants: grants.map(wordsOf) },
      });
      this.state.afterCommit(() => this.byConnection.set(connectionId, grants));
      this.events.publish('connection.access_changed', { connection_id: connectionId });
    });
    // Who may no longer see it must not be notified of it by name, only that the list is another one.
    this.events.publish('connections.changed', { connection_ids: [] });
  }
}

/** Grants have no order. */
function areSame(some: readonly ConnectionGrant[], others: readonly ConnectionGrant[]): boolean {
  return isDeepStrictEqual(some.map(wordsOf).sort(), others.map(wordsOf).sort());
}

function requireLevel(level: ConnectionLevel, needed: NeededLevel): void {
  if (level === 'none') throw new Problem('connection-not-found');
  if (!reaches(level, needed)) throw new Problem('forbidden', `You may not ${needed} here.`);
}

function wordsOf({ subject, level }: ConnectionGrant): string {
  if (subject.kind === 'everybody') return `everybody: ${level}`;
  return subject.kind === 'role' ? `role ${subject.role}: ${level}` : `user ${subject.userId}: ${level}`;
}
