import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ListedTable, WatchedTableList, WatchedTablesChange } from '#libs/api';
import { shownTable, tablesAsShown } from '#libs/catalog';
import type { Table, TableName } from '#libs/catalog';
import { resolveTables } from '#libs/contracts';
import { ConnectionAccess } from '../connections/index.js';
import { EventBus, State, refuseChangedMeanwhile } from '../platform/index.js';
import { CatalogSource } from './catalog-source.js';
import { SchemaWatchService } from './schema-watch.service.js';
import { tableOf } from './snapshot-content.js';
import { SnapshotStore } from './snapshot-store.js';
import { inSlices } from './time-slices.js';
import { UnknownTables } from './unknown-tables.js';
import { WatchedTables } from './watched-tables.js';

/** Lists and replaces the tables that are watched by name. */
@Injectable()
export class WatchedTablesService {
  constructor(
    private readonly source: CatalogSource,
    private readonly access: ConnectionAccess,
    private readonly watch: SchemaWatchService,
    private readonly store: WatchedTables,
    private readonly snapshots: SnapshotStore,
    private readonly unknownTables: UnknownTables,
    private readonly state: State,
    private readonly events: EventBus,
  ) {}

  /** The names as they are shown, and those to choose from. Throws `connection-not-found`, `not-relational`. */
  async get(actor: Actor, connectionId: string): Promise<WatchedTableList> {
    this.source.relational(actor, connectionId);
    return { tables: shownNames(await this.store.of(connectionId)), catalog: await this.catalog(connectionId) };
  }

  private async catalog(connectionId: string): Promise<ListedTable[]> {
    const newest = await this.snapshots.newest(connectionId);
    if (newest === null) return [];
    const { tables } = await this.snapshots.catalog(newest);
    const found: Table[] = [];
    await inSlices(tables.values(), (kept) => found.push(tableOf(kept)));
    return tablesAsShown(found).map((table) => ({
      name: shownTable(table),
      schema: table.schema,
      partition_of: table.partition_of === undefined ? null : shownTable(table.partition_of),
      extension: table.extension ?? null,
    }));
  }

  /**
   * Replaces the tables that are watched by name; a name that is on the list already may be gone from the catalog.
   * Throws `connection-not-found`, `forbidden`, `not-relational`, `unknown-tables`, why the database cannot be read, and
   * `changed-meanwhile` where other tables are watched than those that are expected.
   */
  async replace(
    actor: Actor,
    connectionId: string,
    { tables: names, expected }: WatchedTablesChange,
  ): Promise<WatchedTableList> {
    const connection = this.source.relational(actor, connectionId);
    this.access.require(actor, connectionId, 'manage');
    const { tables } = await this.watch.read(actor, connectionId);
    const known = (await this.store.of(connectionId)).map((name) => {
      return { ...name, columns: [], primary_key: [], foreign_keys: [], indexes: [] };
    });
    const resolved = resolveTables({ tables: [...known, ...tables] }, names);
    if (resolved.unknown.length > 0 || resolved.ambiguous.length > 0)
      throw await this.unknownTables.problem(actor, connectionId, resolved);
    const chosen = resolved.tables.map(({ schema, name }) => ({ schema, name }));
    await this.state.transactionFor(actor, async () => {
      await this.access.requireInTransaction(actor, connectionId, 'manage');
      refuseChangedMeanwhile('list of tables', {
        current: shownNames(await this.store.of(connectionId)).sort(),
        expected: expected && [...expected].sort(),
        wanted: shownNames(chosen).sort(),
      });
      await this.store.replace(connectionId, chosen);
      const object = { kind: 'connection', id: connectionId, name: connection.name };
      const details = { tables: chosen.length };
      this.events.publish('action.performed', {
        ...{ action: 'schema_watch.tables', actor, outcome: 'done', object, details },
      });
    });
    return this.get(actor, connectionId);
  }
}

function shownNames(tables: readonly TableName[]): string[] {
  return tablesAsShown(tables).map(shownTable);
}
