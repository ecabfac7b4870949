import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '#libs/access';
import type {
  ChangeItem,
  ChangeItemList,
  ChangeItemsInput,
  ChangePerson,
  ChangeRowList,
  ChangeSetDetails,
  ChangeSetEdit,
  ChangeSetInput,
  ChangeSetList,
  Connection,
  RowOutline,
} from '#libs/api';
import { addCounts, countItems, tablesOfItems } from '#libs/changes';
import { ConnectionAccess, ConnectionsQueries, restrictToVisible } from '../connections/index.js';
import { Clock, Problem, State } from '../platform/index.js';
import { ChangeDesk } from './change-desk.js';
import { cursorOf, placeOf } from './change-cursor.js';
import { ChangeNotes } from './change-notes.js';
import { personOf } from './change-person.js';
import { defaultTitle, titleBehind, titleOf } from './change-title.js';
import type { ChangeItemsQueryDto, ChangesQueryDto } from './changes.dto.js';
import { changeHash, extendedHash } from './change-digests.js';
import { maySeeItems, maySeeRows } from './shown-data.js';
import { ChangeCommentRecord } from './storage/change-comment.entity.js';
import { ChangeRowsRecord } from './storage/change-rows.entity.js';
import type { RowsSource } from './storage/change-rows.entity.js';
import { ChangeRows } from './storage/change-rows.js';
import { ChangeSetRecord, withoutPrivate } from './storage/change-set.entity.js';
import { ChangeItems, itemCount, requireItems } from './storage/change-items.js';
import type { PiecedRecord } from './storage/change-items.js';
import { KeptChanges } from './storage/kept-changes.js';
import { validItems } from './valid-items.js';

/** Comments of a change set, which is shown with all of them. */
const MOST_COMMENTS = 500;

/** What an edit takes away from a change set. */
const UNDECIDED = {
  ...{ decidedAt: null, decidedBy: null, decision: null, proposedAt: null },
  state: 'draft',
} as const;
/** What other items take away. */
const UNREHEARSED = { rehearsal: null, approvedEffect: null } as const;

/** A draft that was just made. */
interface MadeDraft {
  readonly id: string;
  readonly hash: string;
  readonly title: string;
  readonly items: ChangeItem[];
}

/** Makes, lists, edits and removes change sets. Nothing here reaches the database that they are about. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly state: State,
    private readonly desk: ChangeDesk,
    private readonly rows: ChangeRows,
    private readonly items: ChangeItems,
    private readonly kept: KeptChanges,
    private readonly connections: ConnectionsQueries,
    private readonly access: ConnectionAccess,
    private readonly notes: ChangeNotes,
    private readonly clock: Clock,
  ) {}

  /** The change sets on connections that `actor` may see, the last changed first; their own of those that were never proposed. */
  async list(actor: Actor, filter: ChangesQueryDto): Promise<ChangeSetList> {
    const query = this.state.manager.createQueryBuilder(ChangeSetRecord, 'change');
    withoutPrivate(query, actor.userId);
    restrictToVisible(query, 'change.connectionId', this.access.visibleTo(actor));
    const { connection_id: connectionId, state, author } = filter;
    if (connectionId !== undefined) query.andWhere('change.connectionId = :connectionId', { connectionId });
    if (state !== undefined) query.andWhere('change.state = :state', { state });
    if (author !== undefined) query.andWhere('change.authorId = :author', { author });
    if (filter.for_me === true) query.andWhere("change.state = 'proposed' AND change.authorId <> :personId");
    if (filter.cursor !== undefined)
      query.andWhere('(change.changedAt, change.id) < (:at, :id)', { ...placeOf(filter.cursor) });
    const found = await query
      .orderBy('change.changedAt', 'DESC')
      .addOrderBy('change.id', 'DESC')
      .take(filter.limit + 1)
      .getMany();
    const page = found.slice(0, filter.limit);
    const last = page.at(-1);
    const views = page.map((record) => this.desk.view(actor, record));
    return {
      items: filter.for_me === true ? views.filter(({ actions }) => actions.approve) : views,
      next_cursor: found.length > filter.limit && last ? cursorOf(last) : null,
    };
  }

  /** Makes a draft and shows it. Throws as `make` does. */
  async create(actor: Actor, input: ChangeSetInput, undoes: string | null = null): Promise<ChangeSetDetails> {
    const { id, hash, items } = await this.make(actor, input, undoes);
    return this.desk.details(actor, id, { hash, items });
  }

  /** Makes a draft. Throws `connection-not-found`, `validation-failed`, `person-limit`, `secret-key-missing`. */
  async make(actor: Actor, input: ChangeSetInput, undoes: string | null = null): Promise<MadeDraft> {
    const connection = this.connections.get(actor, input.connection_id);
    const { items, sealed, content } = await this.contentOf(connection, input.items);
    const id = randomUUID();
    const now = this.clock.isoNow();
    const title = titleOf(input.title) ?? defaultTitle(content);
    await this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, connection.id, 'query');
      await this.kept.within(manager, actor.userId, async () => {
        await manager.insert(ChangeSetRecord, {
          ...{ id, connectionId: input.connection_id, state: 'draft', version: 1, ...content },
          ...{ title, author: personOf(actor), authorId: actor.userId },
          ...{ createdAt: now, changedAt: now, undoes, items: sealed.first, itemPieces: sealed.pieces },
        });
        await this.items.replace(manager, id, sealed);
      });
      this.notes.changed(input.connection_id, id);
    });
    return { id, hash: content.hash, title, items };
  }

  /** Shows a change set. Throws `change-set-not-found`. */
  get(actor: Actor, id: string): Promise<ChangeSetDetails> {
    return this.desk.details(actor, id);
  }

  /** Items of a change set from a place on; all of them without a limit. Throws `change-set-not-found` and `secret-unreadable`. */
  async itemsOf(actor: Actor, id: string, { offset, limit }: ChangeItemsQueryDto): Promise<ChangeItemList> {
    const { record } = await this.desk.open(actor, id);
    const count = itemCount(record);
    const items = maySeeItems(actor, record) ? await this.items.slice(record, offset, limit ?? count) : [];
    return { items, item_count: count };
  }

  /**
   * Adds items behind those that are there; it is a draft again. Costs what the added items cost, however many there are.
   * Throws as `edit` does.
   */
  async add(actor: Actor, id: string, { items, version }: ChangeItemsInput): Promise<ChangeSetDetails> {
    const { record } = await this.desk.open(actor, id, 'edit');
    if (record.version !== version) throw new Problem('changed-meanwhile');
    requireItems(record);
    const connection = this.connections.get(actor, record.connectionId);
    const edited = await this.items.editedRows(record);
    if (edited === null || !isPieced(record))
      return this.edit(actor, id, { version, items: [...(await this.items.all(record)), ...items] });
    const count = itemCount(record);
    const added = validItems(connection, items, { count, isEdited: (row) => edited.has(row) });
    const sealed = await this.items.sealBehind(record, added, edited);
    const content = {
      hash: await extendedHash(record.hash, added),
      counts: addCounts(record.counts, countItems(added)),
      tables: tablesOfItems(added, record.tables),
      itemPieces: sealed.pieces,
      ...(sealed.first !== null && { items: sealed.first }),
    };
    const title = titleBehind(record, content);
    await this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, connection.id, 'query');
      await this.kept.within(manager, record.authorId, async () => {
        await this.update(manager, record, { ...content, ...UNDECIDED, ...UNREHEARSED, title });
        await this.items.append(manager, id, sealed);
      });
    });
    return this.desk.details(actor, id);
  }

  /**
   * Changes title or items; it is a draft again. Throws `change-set-not-found`, `change-not-allowed`, `validation-failed`,
   * `person-limit`, and `changed-meanwhile` where another version is in force than the one that was edited.
   */
  async edit(actor: Actor, id: string, edit: ChangeSetEdit): Promise<ChangeSetDetails> {
    const { record } = await this.desk.open(actor, id, 'edit');
    if (record.version !== edit.version) throw new Problem('changed-meanwhile');
    if (edit.items === undefined) requireItems(record);
    const connection = this.connections.get(actor, record.connectionId);
    const edited = edit.items === undefined ? null : await this.contentOf(connection, edit.items);
    const title = titleOf(edit.title) ?? titleBehind(record, edited?.content ?? record);
    const changed =
      edited === null
        ? {}
        : { ...edited.content, items: edited.sealed.first, itemPieces: edited.sealed.pieces, ...UNREHEARSED };
    await this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, connection.id, 'query');
      await this.kept.within(manager, record.authorId, async () => {
        await this.update(manager, record, { ...changed, ...UNDECIDED, title });
        if (edited !== null) await this.items.replace(manager, id, edited.sealed);
      });
    });
    return this.desk.details(
      actor,
      id,
      edited === null ? undefined : { hash: edited.content.hash, items: edited.items },
    );
  }

  /** Removes a change set that was not applied. Throws `change-set-not-found`, `change-not-allowed`, `changed-meanwhile`. */
  async remove(actor: Actor, id: string): Promise<void> {
    const { record } = await this.desk.open(actor, id, 'delete');
    await this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, record.connectionId, 'query');
      // It may be about to be committed by now.
      const { affected } = await manager.delete(ChangeSetRecord, { id, version: record.version });
      if (affected !== 1) throw new Problem('changed-meanwhile');
      await manager.delete(ChangeRowsRecord, { changeId: id });
      await manager.delete(ChangeCommentRecord, { changeId: id });
      this.notes.performed('change.delete', actor, record);
    });
  }

  /**
   * A page of rows before and after: those that were applied, else those of the last rehearsal; by its place from 0, or a row that it has; none for those who may not read rows.
   * Throws `change-set-not-found`.
   */
  async page(
    actor: Actor,
    id: string,
    at: { readonly page: number } | { readonly row: number },
  ): Promise<ChangeRowList> {
    const { record } = await this.desk.open(actor, id);
    if (!maySeeRows(actor)) return { items: [], next_cursor: null };
    const source = sourceOf(record);
    return 'page' in at ? this.rows.page(id, source, at.page) : this.rows.pageWith(id, source, at.row);
  }

  /** Where the rows stand among the pages. Throws `change-set-not-found`. */
  async outline(actor: Actor, id: string): Promise<RowOutline> {
    const { record } = await this.desk.open(actor, id);
    return this.rows.outline(id, sourceOf(record));
  }

  /** Adds a comment. Throws `change-set-not-found`, and `change-not-allowed` where it has as many as are shown. */
  async comment(actor: Actor, id: string, text: string): Promise<ChangeSetDetails> {
    const { record } = await this.desk.open(actor, id, 'comment');
    await this.state.transactionFor(actor, async (manager) => {
      await this.access.requireInTransaction(actor, record.connectionId, 'query');
      const count = await manager.countBy(ChangeCommentRecord, { changeId: id });
      if (count >= MOST_COMMENTS)
        throw new Problem('change-not-allowed', `A change set has up to ${MOST_COMMENTS} comments.`);
      await this.note(manager, record, personOf(actor), text);
    });
    return this.desk.details(actor, id);
  }

  /** Keeps a comment in a transaction that is open. */
  async note(manager: EntityManager, { id, connectionId }: ChangeSetRecord, author: ChangePerson, text: string) {
    const comment = { id: randomUUID(), changeId: id, author, text };
    await manager.insert(ChangeCommentRecord, { ...comment, createdAt: this.clock.isoNow() });
    this.notes.changed(connectionId, id);
  }

  /**
   * Changes a record that is still the version that was read. Throws `changed-meanwhile`: two people may decide at once.
   */
  async update(manager: EntityManager, record: ChangeSetRecord, changes: Partial<ChangeSetRecord>): Promise<void> {
    const { id, version } = record;
    const next = { ...changes, version: version + 1, changedAt: this.clock.isoNow() };
    const { affected } = await manager.update(ChangeSetRecord, { id, version }, next);
    if (affected !== 1) throw new Problem('changed-meanwhile');
    this.notes.changed(record.connectionId, id);
  }

  private async contentOf(connection: Connection, json: readonly ChangeItem[]) {
    const items = validItems(connection, json);
    const hash = await changeHash(connection.id, items);
    const content = { hash, counts: countItems(items), tables: tablesOfItems(items) };
    return { items, sealed: await this.items.seal(items), content };
  }
}

/** Whether it is known where the pieces of the items begin, which earlier versions did not keep. */
function isPieced(record: ChangeSetRecord): record is PiecedRecord {
  return record.itemPieces !== null;
}

function sourceOf({ state }: ChangeSetRecord): RowsSource {
  return state === 'applied' || state === 'undone' ? 'applied' : 'rehearsed';
}
