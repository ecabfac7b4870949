import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { FORMER_TEXT_COUNTS, KEPT_TEXT_COUNTS, fittingCount } from '#libs/fair-share';
import { FINGERPRINT_DIGITS, SECRET_PREFIX } from '#libs/secret-key';
import { OwnerActors } from '../../auth/index.js';
import { State } from '../../platform/index.js';
import type { SealedValue } from '../../platform/index.js';
import { TextBudget } from '../text-budget.js';
import { PAGE_BYTES } from '../text-limit.js';
import { DraftRecord } from './draft.entity.js';

/** What a tab takes in the state. */
const BYTES = 'OCTET_LENGTH(draft.sql) + COALESCE(OCTET_LENGTH(draft.staged), 0)';
/** The beginning of encrypted edits says which key they need. */
const KEY_CHARS = SECRET_PREFIX.length + FINGERPRINT_DIGITS;

interface SizedId {
  readonly id: string;
  readonly bytes: number;
}

/** Counts the tabs of a person without reading their texts. */
@Injectable()
export class KeptDrafts {
  constructor(
    private readonly state: State,
    private readonly budget: TextBudget,
    private readonly owners: OwnerActors,
  ) {}

  /** The open tabs of a page, by id. */
  async page(
    manager: EntityManager,
    ownerId: string,
    cursor = '',
  ): Promise<{ readonly ids: string[]; readonly next: string | null }> {
    const open = await this.sizes(manager, ownerId, cursor);
    const sizes = open.map(({ bytes }) => bytes);
    const ids = open.slice(0, fittingCount(sizes, { count: KEPT_TEXT_COUNTS.tabs, bytes: PAGE_BYTES }));
    return { ids: ids.map(({ id }) => id), next: ids.length < open.length ? (ids.at(-1)?.id ?? null) : null };
  }

  /** The tabs of a person that were closed lately. */
  async closedIds(manager: EntityManager, ownerId: string): Promise<string[]> {
    const where = { ownerId, closedAt: Not(IsNull()) };
    const closed = await manager.find(DraftRecord, { where, select: { id: true } });
    return closed.map(({ id }) => id);
  }

  /** Throws `person-limit` where a person's tabs have no room for a tab as it is to be. */
  async requireRoom(
    manager: EntityManager,
    ownerId: string,
    id: string,
    { sql, staged }: Pick<DraftRecord, 'sql' | 'staged'>,
  ): Promise<void> {
    const open = await this.sizes(manager, ownerId);
    const own = open.find((tab) => tab.id === id);
    const kept = { count: open.length, bytes: open.reduce((sum, { bytes }) => sum + bytes, 0) };
    const bytes = Buffer.byteLength(sql) + Buffer.byteLength(staged ?? '') - (own?.bytes ?? 0);
    this.budget.require('tabs', kept, { count: own === undefined ? 1 : 0, bytes });
  }

  /** Forgets the tabs that a person closed longest ago where those are too many. */
  async forgetClosedBeyond(manager: EntityManager, ownerId: string): Promise<void> {
    const old = await manager.find(DraftRecord, {
      where: { ownerId, closedAt: Not(IsNull()) },
      select: { id: true },
      order: { closedAt: 'DESC' },
      skip: FORMER_TEXT_COUNTS.closedTabs,
      take: FORMER_TEXT_COUNTS.closedTabs,
    });
    if (old.length > 0) await manager.delete(DraftRecord, { id: In(old.map(({ id }) => id)) });
  }

  /** Staged edits that stand for all of their person that need the same key: those of all would not fit into memory. */
  async sealedValues(): Promise<SealedValue[]> {
    const sealed = await this.state.manager
      .createQueryBuilder(DraftRecord, 'draft')
      .select('draft.id', 'id')
      .addSelect('draft.ownerId', 'ownerId')
      .addSelect(`SUBSTR(draft.staged, 1, ${KEY_CHARS})`, 'key')
      .addSelect('OCTET_LENGTH(draft.staged)', 'bytes')
      .where('draft.staged IS NOT NULL')
      .orderBy('bytes')
      .getRawMany<SizedId & { ownerId: string; key: string }>();
    const smallest = new Map<string, { readonly id: string; readonly ownerId: string }>();
    for (const { id, ownerId, key } of sealed.toReversed()) smallest.set(`${key} ${ownerId}`, { id, ownerId });
    const values: SealedValue[] = [];
    for (const { id, ownerId } of smallest.values()) {
      const found = await this.state.manager.findOne(DraftRecord, {
        where: { id },
        select: { id: true, staged: true },
      });
      const edits = found?.staged ?? null;
      if (edits !== null)
        values.push({ kind: 'staged edits of', id, name: this.owners.nameOf(ownerId), sealed: edits });
    }
    return values;
  }

  private async sizes(manager: EntityManager, ownerId: string, after = ''): Promise<SizedId[]> {
    const found = await manager
      .createQueryBuilder(DraftRecord, 'draft')
      .select('draft.id', 'id')
      .addSelect(BYTES, 'bytes')
      .where('draft.ownerId = :ownerId AND draft.closedAt IS NULL AND draft.id > :after', { ownerId, after })
      .orderBy('draft.id')
      .getRawMany<SizedId>();
    return found;
  }
}
