import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ENDED_STATES } from '#libs/changes';
import { keptTextProblem } from '#libs/fair-share';
import type { TextAmount } from '#libs/fair-share';
import { Problem, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { WorkbenchConfig } from '../../platform/index.js';
import { ChangeRowsRecord } from './change-rows.entity.js';
import { ChangeSetRecord } from './change-set.entity.js';

/** Those of a person that the database has not taken, whatever became of them. */
const UNAPPLIED = 'change.authorId = :authorId AND change.state NOT IN (:...ended)';

/** Keeps the unapplied change sets of a person within bounds. */
@Injectable()
export class KeptChanges {
  constructor(@Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig) {}

  /**
   * Does `write` in a transaction that is open. Throws `person-limit` where the change sets of a person have grown beyond what
   * they may keep; the transaction is to be rolled back then.
   */
  async within(manager: EntityManager, authorId: string, write: () => Promise<void>): Promise<void> {
    const before = await amountOf(manager, authorId);
    await write();
    const { count, bytes } = await amountOf(manager, authorId);
    const added = { count: count - before.count, bytes: bytes - before.bytes };
    const problem = keptTextProblem('changes', before, added, this.config.personTextsMaxBytes);
    if (problem !== null) throw new Problem('person-limit', problem);
  }
}

/** How many change sets, and the bytes of their items as they are kept. */
async function amountOf(manager: EntityManager, authorId: string): Promise<TextAmount> {
  const whose = { authorId, ended: ENDED_STATES };
  const sets = await manager
    .createQueryBuilder(ChangeSetRecord, 'change')
    .select('COUNT(*)', 'count')
    .addSelect('COALESCE(SUM(OCTET_LENGTH(change.items)), 0)', 'bytes')
    .where(UNAPPLIED, whose)
    .getRawOne<Record<keyof TextAmount, number | string>>();
  const pieces = await manager
    .createQueryBuilder(ChangeSetRecord, 'change')
    .innerJoin(ChangeRowsRecord, 'piece', 'piece.changeId = change.id')
    .select('COALESCE(SUM(piece.bytes), 0)', 'bytes')
    .where(UNAPPLIED, whose)
    .andWhere("piece.source IN ('items', 'keys')")
    .getRawOne<{ bytes: number | string }>();
  return { count: Number(sets?.count ?? 0), bytes: Number(sets?.bytes ?? 0) + Number(pieces?.bytes ?? 0) };
}
