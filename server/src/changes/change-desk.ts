import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR, reaches } from '#libs/access';
import type { Actor } from '#libs/access';
import type { ChangeItem, ChangeRehearsal, ChangeSet, ChangeSetDetails, Connection, WriteLane } from '#libs/api';
import { changeActions, firstItems, laneObstacle, missingRight, placeDigest, proposalObstacle } from '#libs/changes';
import type { ChangeAction, ChangeSituation } from '#libs/changes';
import { OwnerActors } from '../auth/index.js';
import { ConnectionAccess, ConnectionsQueries, capabilitiesOf } from '../connections/index.js';
import type { NeededLevel } from '../connections/index.js';
import { Problem, State } from '../platform/index.js';
import { shownPerson } from './change-person.js';
import { changeView } from './change-view.js';
import type { ChangeContext } from './change-view.js';
import { firstStatements } from './first-statements.js';
import type { KnownTables } from './first-statements.js';
import { sha256 } from './change-digests.js';
import { maySeeItems, shownRehearsal } from './shown-data.js';
import { ChangeCommentRecord } from './storage/change-comment.entity.js';
import { ChangeSetRecord, isPrivate } from './storage/change-set.entity.js';
import { SealedJson } from './storage/sealed-json.js';
import { ChangeItems, itemCount } from './storage/change-items.js';

/** What is done to a change set only where its connection takes it. */
const NEEDS_LANE: ReadonlySet<ChangeAction> = new Set(['rehearse', 'propose', 'approve', 'apply', 'undo']);

/** A rehearsal as it is kept: with the columns that vary, by the place of their item. */
export interface KeptRehearsal {
  readonly rehearsal: ChangeRehearsal;
  readonly varying: readonly (readonly [number, readonly string[]])[];
}

/** What a step knows of a change set: the items that have a hash, and their tables. */
export interface KnownItems {
  readonly hash: string;
  readonly items: readonly ChangeItem[];
  readonly tables?: KnownTables;
}

/** A change set that `actor` may see, with what they may do. */
export interface OpenChange {
  readonly record: ChangeSetRecord;
  readonly context: ChangeContext;
}

/** What a person has to be on the connection of a change set to run it. */
export function neededFor(actor: Actor, { authorId }: ChangeSetRecord): NeededLevel {
  return authorId === actor.userId ? 'write' : 'approve';
}

/** Finds change sets for those who may see them, and shows them. */
@Injectable()
export class ChangeDesk {
  constructor(
    private readonly state: State,
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly json: SealedJson,
    private readonly items: ChangeItems,
    private readonly owners: OwnerActors,
  ) {}

  /**
   * A change set whose connection `actor` may see; one that was never proposed is its author's alone. Throws `change-set-not-found`, and where
   * an action is asked for, `forbidden` for one that is for others, and `change-not-allowed` for one that its state forbids.
   */
  async open(actor: Actor, id: string, action?: ChangeAction): Promise<OpenChange> {
    const record = await this.wholeRecord(id).getOne();
    const isSeen = record !== null && this.access.maySee(actor, record.connectionId);
    if (!isSeen || (isPrivate(record) && record.authorId !== actor.userId)) throw new Problem('change-set-not-found');
    if (action !== undefined) this.require(actor, record, action);
    return { record, context: this.contextOf(actor, record) };
  }

  /** Throws `forbidden` and `change-not-allowed` where an action is not allowed now: its connection may have changed. */
  require(actor: Actor, record: ChangeSetRecord, action: ChangeAction): void {
    if (!this.contextOf(actor, record).actions[action]) throw this.refusal(actor, record, action);
  }

  /** A change set as it is by now, without asking who may see it. */
  reload(id: string): Promise<ChangeSetRecord> {
    return this.wholeRecord(id).getOneOrFail();
  }

  /** With what lists leave out, but its items. */
  private wholeRecord(id: string) {
    const query = this.state.manager.createQueryBuilder(ChangeSetRecord, 'change').where({ id });
    return query.addSelect('change.rehearsal');
  }

  /** What `actor` may do with a change set, and what it is called. */
  contextOf(actor: Actor, record: ChangeSetRecord): ChangeContext {
    const situation = this.situationOf(actor, record);
    const connectionName = this.connections.nameOf(record.connectionId);
    return { connectionName, lane: situation.lane, actions: changeActions(situation), nameOf: this.nameOf };
  }

  private situationOf(actor: Actor, record: ChangeSetRecord): ChangeSituation {
    const { connectionId } = record;
    return {
      ...{ state: record.state, lane: this.laneOf(actor, connectionId), isAuthor: record.authorId === actor.userId },
      isByAgent: record.author.kind === 'agent' || record.author.kind === 'token',
      isAgent: actor.kind === 'agent',
      mayWrite: this.access.mayChange(actor, connectionId),
      mayApprove: reaches(this.access.levelOf(actor, connectionId), 'approve'),
      isUncertain: record.attempt !== null,
    };
  }

  /** How a connection takes changes; not at all where it is gone. */
  laneOf(actor: Actor, connectionId: string): WriteLane {
    if (this.connections.nameOf(connectionId) === null) return 'none';
    return laneOf(this.connections.get(actor, connectionId));
  }

  /**
   * Opens the way to a connection that is to take a change set. Throws `connection-not-found`, why it cannot be opened, and
   * `change-not-allowed` where it takes none.
   */
  async requireLane(actor: Actor, connectionId: string): Promise<void> {
    const connection = this.connections.get(actor, connectionId);
    const { dialect } = await this.connections.connector(actor, connectionId);
    const hasChangeSets = capabilitiesOf(connection.kind, dialect).change_sets;
    const obstacle = laneObstacle({ ...connection, hasChangeSets });
    if (obstacle !== null) throw new Problem('change-not-allowed', obstacle);
  }

  private laneObstacleOf(actor: Actor, connectionId: string): string | null {
    if (this.connections.nameOf(connectionId) === null) return 'The connection of this change set was removed.';
    const connection = this.connections.get(actor, connectionId);
    const hasChangeSets = connection.server === null ? null : connection.capabilities.change_sets;
    return laneObstacle({ ...connection, hasChangeSets });
  }

  /** The digest of where a connection leads; null where it is gone. */
  placeOf(connectionId: string): string | null {
    if (this.connections.nameOf(connectionId) === null) return null;
    return placeDigest(this.connections.get(SYSTEM_ACTOR, connectionId), sha256);
  }

  view(actor: Actor, record: ChangeSetRecord): ChangeSet {
    return changeView(record, this.contextOf(actor, record));
  }

  /**
   * A change set with all but its rows, as far as `actor` may read those of databases; what is known of its items is not read again. Throws `change-set-not-found` and
   * `secret-unreadable`.
   */
  async details(actor: Actor, id: string, known?: KnownItems): Promise<ChangeSetDetails> {
    const { record, context } = await this.open(actor, id);
    // Others may have edited it meanwhile.
    const current = known?.hash === record.hash ? known : null;
    const items = maySeeItems(actor, record) ? (current?.items ?? (await this.items.first(record))) : [];
    const kept = await this.rehearsalOf(record);
    const comments = await this.state.manager.find(ChangeCommentRecord, {
      where: { changeId: id },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    // A connection that cannot be opened keeps no one from what was kept: a step may have been taken just now.
    const connector =
      context.lane === 'none' ? null : await this.connections.connector(actor, record.connectionId).catch(() => null);
    const propose = context.actions.propose && proposalObstacle(kept?.rehearsal ?? null) === null;
    return {
      ...changeView(record, { ...context, actions: { ...context.actions, propose } }),
      items: firstItems(items),
      item_count: itemCount(record),
      statements: connector === null ? [] : await firstStatements(connector, items, current?.tables),
      rehearsal: shownRehearsal(actor, kept?.rehearsal ?? null),
      comments: comments.map(({ id: commentId, author, text, createdAt }) => {
        return { id: commentId, author: shownPerson(author, this.nameOf), text, created_at: createdAt };
      }),
    };
  }

  itemsOf(record: ChangeSetRecord): Promise<ChangeItem[]> {
    return this.items.all(record);
  }

  async rehearsalOf(record: ChangeSetRecord): Promise<KeptRehearsal | null> {
    return record.rehearsal === null ? null : this.json.open<KeptRehearsal>(record.rehearsal);
  }

  private readonly nameOf = (userId: string): string => this.owners.nameOf(userId);

  private refusal(actor: Actor, record: ChangeSetRecord, action: ChangeAction): Problem {
    if (record.attempt !== null) return new Problem('change-uncertain');
    const obstacle = NEEDS_LANE.has(action) ? this.laneObstacleOf(actor, record.connectionId) : null;
    if (obstacle !== null) return new Problem('change-not-allowed', obstacle);
    const missing = missingRight(this.situationOf(actor, record), action);
    if (missing !== null) return new Problem('change-not-allowed', missing);
    return new Problem('change-not-allowed', `You cannot ${action} this change set: it is ${record.state}.`);
  }
}

/** How a connection takes changes. What a path holds is not known before it is opened, so it may take them until then. */
export function laneOf({ writes, capabilities, server }: Connection): WriteLane {
  return server === null || capabilities.change_sets ? writes : 'none';
}
