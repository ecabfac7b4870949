import { effect, inject, Service, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { auditTime, merge } from 'rxjs';
import type { ContractList, WatchedConnectionList } from '#libs/api';
import type { TableName } from '#libs/catalog';
import { ApiClient } from '../http/api-client';
import { LiveEvents } from '../http/live-events';
import { Loaded } from '../http/loaded';
import { connectionMark, tableMark } from './schema-marks';
import type { SchemaMark } from './schema-marks';

/** A check reports several things at once. */
const SETTLE_MS = 50;

/**
 * Where contracts are broken and schemas changed lately, for marks beside connections and tables. Read once the live
 * stream is open and after each event that may change it; what cannot be read leaves no mark.
 */
@Service()
export class SchemaMarks {
  private readonly client = inject(ApiClient);
  private readonly events = inject(LiveEvents);
  private readonly contracts = new Loaded<ContractList>(() => this.client.get('/api/contracts'));
  private readonly watched = new Loaded<WatchedConnectionList>(() => this.client.get('/api/schema-watch'));

  constructor() {
    const events = [
      this.events.on('schema_watch.snapshot_taken'),
      this.events.on('contract.changed'),
      this.events.on('contract.violated'),
      this.events.on('contract.restored'),
    ];
    merge(...events)
      .pipe(auditTime(SETTLE_MS), takeUntilDestroyed())
      .subscribe(() => void this.load());
    effect(() => {
      if (this.events.isConnected()) untracked(() => void this.load());
    });
  }

  /** What is to be known of a connection's schema; null where that is nothing. */
  ofConnection(connectionId: string): SchemaMark | null {
    return connectionMark(this.contractOf(connectionId), this.watchedOf(connectionId));
  }

  /** What is to be known of a table; null where that is nothing. */
  ofTable(connectionId: string, table: TableName): SchemaMark | null {
    return tableMark(table, this.contractOf(connectionId), this.watchedOf(connectionId));
  }

  private contractOf(connectionId: string) {
    return this.contracts.value()?.items.find(({ connection_id: id }) => id === connectionId);
  }

  private watchedOf(connectionId: string) {
    return this.watched.value()?.items.find(({ connection_id: id }) => id === connectionId);
  }

  private async load(): Promise<void> {
    await Promise.all([this.contracts.load(), this.watched.load()]);
  }
}
