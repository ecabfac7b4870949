import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { In, LessThan, Not } from 'typeorm';
import type { FindOperator } from 'typeorm';
import { Clock, State } from '../platform/index.js';
import { ChangeItems, isForgotten } from './storage/change-items.js';
import { ChangeRowsRecord } from './storage/change-rows.entity.js';
import type { RowsSource } from './storage/change-rows.entity.js';
import { ChangeSetRecord, isUnsettled } from './storage/change-set.entity.js';

/** Rows before and after are kept this long; undoing ends with them. */
const KEEP_MS = 90 * 24 * 60 * 60_000;
/** All of them together take no more than this, encrypted. */
const QUOTA_BYTES = 1024 * 1024 * 1024;
/** Rehearsals of one person take no more than this part of it. */
const PERSONS_PART = 4;

const SWEEP_EVERY_MS = 60 * 60_000;

/** Rows of one change set that are kept. */
interface KeptRows {
  readonly source: RowsSource;
  readonly id: string;
  readonly author: string;
  readonly bytes: number;
}

/** Forgets the rows of old change sets, and the items of those that were refused; the change sets themselves stay. */
@Injectable()
export class ChangeRetention {
  constructor(
    private readonly state: State,
    private readonly items: ChangeItems,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(ChangeRetention.name);
  }

  @Interval(SWEEP_EVERY_MS)
  async sweep(): Promise<void> {
    await this.forget(KEEP_MS, QUOTA_BYTES).catch((error: unknown) =>
      this.logger.warn({ err: error }, 'rows of old change sets could not be removed'),
    );
  }

  /**
   * Removes the rows that are older than `keepMs`, then the oldest ones until no more than `quotaBytes` are left: rows that
   * were applied are kept before those of rehearsals, which can be had again; of these, one person has a part only.
   */
  async forget(keepMs: number, quotaBytes: number): Promise<void> {
    const before = new Date(this.clock.now() - keepMs).toISOString();
    // Rows show what became of a change set whose answer was lost.
    const uncertain = await this.state.manager.find(ChangeSetRecord, {
      select: { id: true },
      where: { attempt: isUnsettled() },
    });
    const unsettled = Not(In(uncertain.map(({ id }) => id))) as FindOperator<string>;
    const old = { source: In(['rehearsed', 'applied']), changeId: unsettled, createdAt: LessThan(before) };
    await this.state.transaction((manager) => manager.delete(ChangeRowsRecord, old));
    await this.forgetRefused(before);
    const applied = await this.sizesOf('applied', unsettled);
    const rehearsed = await this.sizesOf('rehearsed', unsettled);
    let left = quotaBytes;
    const parts = new Map<string, number>();
    for (const { source, id, author, bytes } of [...applied, ...rehearsed]) {
      const part = (parts.get(author) ?? 0) + bytes;
      if (bytes <= left && (source === 'applied' || part <= quotaBytes / PERSONS_PART)) {
        left -= bytes;
        if (source === 'rehearsed') parts.set(author, part);
        continue;
      }
      await this.state.transaction((manager) => manager.delete(ChangeRowsRecord, { source, changeId: id }));
    }
  }

  /** Removes the items of change sets that were refused long ago; nothing is done with them any more. */
  private async forgetRefused(before: string): Promise<void> {
    const refused = await this.state.manager.findBy(ChangeSetRecord, { state: 'refused', changedAt: LessThan(before) });
    for (const record of refused) {
      if (!isForgotten(record)) await this.state.transaction((manager) => this.items.forget(manager, record));
    }
  }

  /** The rows of one source by their change sets, the newest first. */
  private async sizesOf(source: RowsSource, changeId: FindOperator<string>): Promise<KeptRows[]> {
    const found = await this.state.manager
      .createQueryBuilder(ChangeRowsRecord, 'piece')
      .leftJoin(ChangeSetRecord, 'change', 'change.id = piece.changeId')
      .select('piece.changeId', 'id')
      .addSelect('MAX(change.authorId)', 'author')
      .addSelect('SUM(piece.bytes)', 'bytes')
      .where({ source, changeId })
      .groupBy('piece.changeId')
      .orderBy('MAX(piece.createdAt)', 'DESC')
      .getRawMany<{ id: string; author: string | null; bytes: string | number }>();
    return found.map(({ id, author, bytes }) => ({ source, id, author: author ?? '', bytes: Number(bytes) }));
  }
}
