import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan } from 'typeorm';
import type { Actor } from '#libs/access';
import type { Draft, DraftInput, DraftList, DraftReceipt, DraftStaging } from '#libs/api';
import { Clock, EventBus, Problem, SecretKeys, State } from '../../platform/index.js';
import { requireTextLimit } from '../text-limit.js';
import { DraftRecord } from './draft.entity.js';
import { KeptDrafts } from './kept-drafts.js';

/** A closed tab is known as closed for this long: a browser that was away until then does not bring it back. */
const KEEP_CLOSED_MS = 30 * 24 * 60 * 60 * 1000;
const TAB_ID = /^[\w-]{1,64}$/;

/** Keeps what is typed into the studio's tabs. It never runs any of it. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly state: State,
    private readonly clock: Clock,
    private readonly bus: EventBus,
    private readonly keys: SecretKeys,
    private readonly kept: KeptDrafts,
  ) {
    keys.addHolder(() => this.kept.sealedValues());
  }

  /** Forgets what was closed long ago. */
  async forgetClosed(): Promise<void> {
    const before = new Date(this.clock.now() - KEEP_CLOSED_MS).toISOString();
    await this.state.transaction((manager) => manager.delete(DraftRecord, { closedAt: LessThan(before) }));
  }

  /**
   * Lists the open tabs of a person, and with the first page the ids of those that were closed lately. A page ends early
   * where its texts are long; pages go by id, each in the order of the tabs, so that a tab that is moved is in one of them.
   */
  async list(actor: Actor, cursor: string | undefined): Promise<DraftList> {
    const { manager } = this.state;
    const { ids, next } = await this.kept.page(manager, actor.userId, cursor);
    const open = await manager.find(DraftRecord, {
      where: { id: In(ids), ownerId: actor.userId, closedAt: IsNull() },
      order: { position: 'ASC', updatedAt: 'ASC', id: 'ASC' },
    });
    const items = await Promise.all(open.filter((record) => isFor(actor, record)).map((record) => this.view(record)));
    const closed_ids = cursor === undefined ? await this.kept.closedIds(manager, actor.userId) : [];
    return { items, closed_ids, next_cursor: next };
  }

  /** Shows one open tab; throws `tab-not-found`. */
  async get(actor: Actor, id: string): Promise<Draft> {
    const record = await this.state.manager.findOneBy(DraftRecord, { id, closedAt: IsNull() });
    if (record === null || !isFor(actor, record)) throw new Problem('tab-not-found');
    return this.view(record);
  }

  /**
   * Keeps a tab as it stands in a browser. Throws `too-large`, `person-limit`, and `changed-meanwhile` when the tab has another version
   * than the one the browser knows or was closed; version 0 opens a closed tab again. Throws `secret-key-missing` for
   * staged edits that cannot be encrypted.
   */
  async put(actor: Actor, id: string, input: DraftInput): Promise<DraftReceipt> {
    if (!TAB_ID.test(id)) throw new Problem('tab-not-found', 'A tab has an id of letters, digits, - and _.');
    requireTextLimit(input.sql);
    const { userId: ownerId } = actor;
    const staged = input.staged ? await this.keys.seal(JSON.stringify(input.staged)) : null;
    return this.state.transactionFor(actor, async (manager) => {
      const select = { version: true, closedAt: true, ownerId: true, connectionId: true, staged: true };
      const known = await manager.findOne(DraftRecord, { where: { id }, select });
      if (known !== null && !isFor(actor, known)) throw new Problem('tab-not-found');
      const expected = known?.closedAt === null ? known.version : 0;
      if (known !== null && expected !== input.version) throw changedMeanwhile();
      // A server that has forgotten a tab counts on, so that no browser takes an old version for the one it knows.
      const version = Math.max(known?.version ?? 0, input.version) + 1;
      const updatedAt = this.clock.isoNow();
      // A closed tab has only edits that could not be decrypted.
      const unseen = known?.closedAt === null ? await this.unreadable(known) : (known?.staged ?? null);
      // A browser without edits leaves them out: those that it has not seen stay, also once the key is back.
      const edits = input.staged === undefined ? (known?.staged ?? null) : (staged ?? unseen);
      await this.kept.requireRoom(manager, ownerId, id, { sql: input.sql, staged: edits });
      const record = { id, ownerId, ...valuesOf(input), staged: edits, version, updatedAt, closedAt: null };
      await manager.upsert(DraftRecord, record, ['id']);
      const writer = input.writer ?? null;
      this.bus.publish('studio.tab_changed', { owner_id: ownerId, tab_id: id, version, writer });
      return { id, version, updated_at: updatedAt };
    });
  }

  /** Staged edits that cannot be decrypted now. No browser has seen them, so that none of them takes them away. */
  private async unreadable({ staged: sealed }: Pick<DraftRecord, 'staged'>): Promise<string | null> {
    return sealed === null || (await this.keys.open(sealed)).kind === 'plain' ? null : sealed;
  }

  /** Edits that cannot be decrypted are not shown. */
  private async view(record: DraftRecord): Promise<Draft> {
    if (record.staged === null) return viewOf(record, null);
    const opening = await this.keys.open(record.staged);
    return viewOf(record, opening.kind === 'plain' ? (JSON.parse(opening.text) as DraftStaging) : null);
  }

  /** Closes a tab; one that is not open stays so. Throws `changed-meanwhile` when `version` is given and another is in force. */
  async remove(actor: Actor, id: string, version: number | undefined): Promise<void> {
    await this.state.transactionFor(actor, async (manager) => {
      const where = { id, closedAt: IsNull() };
      const select = { version: true, ownerId: true, connectionId: true, staged: true };
      const open = await manager.findOne(DraftRecord, { where, select });
      if (open === null || !isFor(actor, open)) return;
      if (version !== undefined && open.version !== version) throw changedMeanwhile();
      const left = { sql: '', title: null, lastRun: null, staged: await this.unreadable(open) };
      await manager.update(DraftRecord, where, { closedAt: this.clock.isoNow(), ...left });
      await this.kept.forgetClosedBeyond(manager, actor.userId);
      this.bus.publish('studio.tab_changed', { owner_id: actor.userId, tab_id: id, version: null, writer: null });
    });
  }
}

/**
 * What a person typed stays theirs, also where they may no longer see the connection that it was meant for. A token that
 * is for some connections has no part in what its owner types for others.
 */
function isFor({ userId, connectionIds }: Actor, { ownerId, connectionId }: DraftRecord): boolean {
  if (ownerId !== userId) return false;
  return connectionIds === null || connectionId === null || connectionIds.includes(connectionId);
}

function changedMeanwhile(): Problem {
  return new Problem('changed-meanwhile', 'Another browser has changed or closed this tab.');
}

function valuesOf(input: DraftInput) {
  const { title, sql, position, connection_id, query_id = null, query_version = null } = input;
  const { file_id = null, file_etag = null, writer = null, number = null, last_run = null } = input;
  const cursor = Math.min(input.cursor, sql.length);
  return {
    title,
    sql,
    cursor,
    position,
    connectionId: connection_id,
    queryId: query_id,
    queryVersion: query_version,
    fileId: file_id,
    fileEtag: file_etag,
    writer,
    number,
    lastRun: last_run,
  };
}

function viewOf(record: DraftRecord, staged: DraftStaging | null): Draft {
  return {
    id: record.id,
    title: record.title,
    sql: record.sql,
    cursor: record.cursor,
    connection_id: record.connectionId,
    query_id: record.queryId,
    query_version: record.queryVersion,
    file_id: record.fileId,
    file_etag: record.fileEtag,
    position: record.position,
    version: record.version,
    writer: record.writer,
    updated_at: record.updatedAt,
    number: record.number,
    last_run: record.lastRun,
    staged,
  };
}
