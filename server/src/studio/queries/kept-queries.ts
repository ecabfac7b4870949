import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { EntityManager } from 'typeorm';
import { FORMER_TEXT_COUNTS, fittingCount } from '#libs/fair-share';
import type { TextAmount } from '#libs/fair-share';
import { TextBudget } from '../text-budget.js';
import { SavedQueryRecord } from './saved-query.entity.js';

/** Keeps the saved queries of a person, and those that they removed, within bounds. */
@Injectable()
export class KeptQueries {
  constructor(private readonly budget: TextBudget) {}

  /** Throws `person-limit` where a person's queries have no room for `added`. */
  async requireRoom(manager: EntityManager, ownerId: string, added: TextAmount): Promise<void> {
    if (added.count <= 0 && added.bytes <= 0) return;
    const sums = await manager
      .createQueryBuilder(SavedQueryRecord, 'query')
      .select('COUNT(*)', 'count')
      .addSelect('COALESCE(SUM(OCTET_LENGTH(query.sql)), 0)', 'bytes')
      .where('query.ownerId = :ownerId AND query.removedAt IS NULL', { ownerId })
      .getRawOne<Record<keyof TextAmount, number | string>>();
    const kept = { count: Number(sums?.count ?? 0), bytes: Number(sums?.bytes ?? 0) };
    this.budget.require('queries', kept, added);
  }

  /** Forgets those that a person removed longest ago where they removed more than is kept. */
  async forgetRemovedBeyond(manager: EntityManager, ownerId: string): Promise<void> {
    const removed = await manager
      .createQueryBuilder(SavedQueryRecord, 'query')
      .select('query.id', 'id')
      .addSelect('OCTET_LENGTH(query.sql)', 'bytes')
      .where('query.ownerId = :ownerId AND query.removedAt IS NOT NULL', { ownerId })
      .orderBy('query.removedAt', 'DESC')
      .getRawMany<{ id: string; bytes: number }>();
    const most = { count: FORMER_TEXT_COUNTS.removed, bytes: this.budget.mostBytes };
    const kept = fittingCount(
      removed.map(({ bytes }) => bytes),
      most,
    );
    const beyond = removed.slice(kept).map(({ id }) => id);
    if (beyond.length > 0) await manager.delete(SavedQueryRecord, { id: In(beyond) });
  }
}
