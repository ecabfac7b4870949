import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { PinoLogger } from 'nestjs-pino';
import { In, LessThan, Not } from 'typeorm';
import { Clock, State } from '../platform/index.js';
import { ChangeRowsRecord } from './storage/change-rows.entity.js';
import { ChangeSetRecord, isUnsettled } from './storage/change-set.entity.js';

/** Rows before and after are kept this long; undoing ends with them. */
const KEEP_MS = 90 * 24 * 60 * 60_000;
/** All of them together take no more than this, encrypted. */
const QUOTA_BYTES = 1024 * 1024 * 1024;
const SWEEP_EVERY_MS = 60 * 60_000;

/** Forgets the rows of old change sets; the change sets themselves stay. */
@Injectable()
export class ChangeRetention {
  constructor(
    private readonly state: State,
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

  /** Removes the rows that are older than `keepMs`, then the oldest ones until no more than `quotaBytes` are left. */
  async forget(keepMs: number, quotaBytes: number): Promise<void> {
    const before = new Date(this.clock.now() - keepMs).toISOString();
    // Rows show what became of a change set whose answer was lost.
    const uncertain = await this.state.manager.find(ChangeSetRecord, {
      select: { id: true },
      where: { attempt: isUnsettled() },
    });
    const rows = { source: In(['rehearsed', 'applied']), changeId: Not(In(uncertain.map(({ id }) => id))) };
    await this.state.transaction((manager) =>
      manager.delete(ChangeRowsRecord, { ...rows, createdAt: LessThan(before) }),
    );
    const sizes = await this.state.manager
      .createQueryBuilder(ChangeRowsRecord, 'piece')
      .select('piece.changeId', 'id')
      .addSelect('SUM(piece.bytes)', 'bytes')
      .where(rows)
      .groupBy('piece.changeId')
      .orderBy('MAX(piece.createdAt)', 'DESC')
      .getRawMany<{ id: string; bytes: string | number }>();
    let kept = 0;
    for (const { id, bytes } of sizes) {
      kept += Number(bytes);
      if (kept > quotaBytes)
        await this.state.transaction((manager) =>
          manager.delete(ChangeRowsRecord, { source: rows.source, changeId: id }),
        );
    }
  }
}
