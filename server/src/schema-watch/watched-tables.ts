import { Injectable } from '@nestjs/common';
import type { TableName } from '#libs/catalog';
import { State } from '../platform/index.js';
import { WatchedTablesRecord } from './schema-change.entity.js';

/** Stores the partitions and extension tables that are watched by name. */
@Injectable()
export class WatchedTables {
  constructor(private readonly state: State) {}

  /** Empty where none was ever named. */
  async of(connectionId: string): Promise<readonly TableName[]> {
    const record = await this.state.manager.findOneBy(WatchedTablesRecord, { connectionId });
    return record?.tables ?? [];
  }

  /** Replaces the tables of a connection. */
  async replace(connectionId: string, tables: readonly TableName[]): Promise<void> {
    await this.state.manager.upsert(WatchedTablesRecord, { connectionId, tables: [...tables] }, ['connectionId']);
  }
}
