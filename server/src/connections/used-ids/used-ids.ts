import { Injectable, Logger } from '@nestjs/common';
import { State } from '../../platform/index.js';
import { ConnectionAccessRecord } from '../access/connection-access.entity.js';
import { UsedIdRecord } from './used-id.entity.js';

/**
 * The ids that connections have had. Jobs, tokens, contracts and grants outlive their connection, in case it comes back;
 * one that is added by its name only is another one, and gets none of them.
 */
@Injectable()
export class UsedIds {
  private readonly logger = new Logger(UsedIds.name);
  /** Those that need not be written again. */
  private readonly kept = new Set<string>();

  constructor(private readonly state: State) {}

  /** All of them, also those of other processes and of grants from before ids were kept. */
  async all(): Promise<ReadonlySet<string>> {
    const { manager } = this.state;
    const used = await manager.find(UsedIdRecord);
    const granted = await manager.find(ConnectionAccessRecord, { select: { connectionId: true } });
    return new Set([...used.map(({ id }) => id), ...granted.map(({ connectionId }) => connectionId)]);
  }

  /** Keeps ids for good. */
  async keep(ids: readonly string[]): Promise<void> {
    const rows = ids.filter((id) => !this.kept.has(id)).map((id) => ({ id }));
    if (rows.length === 0) return;
    await this.state.manager.createQueryBuilder().insert().into(UsedIdRecord).values(rows).orIgnore().execute();
    for (const { id } of rows) this.kept.add(id);
  }

  /** The same for ids of a list that is in force already. Never rejects: the next change of the list tries again. */
  async keepListed(ids: readonly string[]): Promise<void> {
    await this.keep(ids).catch((error: unknown) => {
      this.logger.warn(
        `The ids of connections could not be kept: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
  }
}
