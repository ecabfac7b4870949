import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { ResultColumn } from '#libs/api';
import { dialectOf } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import type { ResultStorage } from './collector/collector-deps.js';
import { SpoolViews } from './filter/spool-views.js';
import type { SpoolViewsParts } from './filter/spool-views.js';
import { EngineOrders } from './order/engine-orders.js';
import { SortEngine } from './order/sort-engine.js';
import { SpoolOrders } from './order/spool-orders.js';
import { SpoolQuota } from './quota/spool-quota.js';
import { ResultSpool } from './spool/result-spool.js';

/** The run whose rows a file holds. */
export interface StoredRun {
  readonly id: string;
  /** Who started it: their quota is used. */
  readonly ownerId: string;
  readonly dialect: SqlDialect;
}

/** The folder of spooled results, with the quota and the sorting engine that they share. */
@Injectable()
export class ResultFiles {
  private readonly folder: string;
  private readonly quota: SpoolQuota;
  private readonly engine: SortEngine;
  private makeRoom: (bytes: number, ownerId: string) => void = () => undefined;

  constructor(@Inject(WORKBENCH_CONFIG) config: WorkbenchConfig) {
    this.folder = join(config.home, 'results');
    const limits = {
      resultBytes: config.resultMaxBytes,
      personBytes: config.personResultsMaxBytes,
      totalBytes: config.resultsMaxBytes,
    };
    this.quota = new SpoolQuota(limits, (bytes, ownerId) => this.makeRoom(bytes, ownerId));
    this.engine = new SortEngine(this.folder, () => this.quota.free);
  }

  /** Bytes on disk that all results take. */
  get usedBytes(): number {
    return this.quota.used;
  }

  /** Calls `makeRoom` when rows of `ownerId` need more bytes than are free; it removes results of that person. */
  onFull(makeRoom: (bytes: number, ownerId: string) => void): void {
    this.makeRoom = makeRoom;
  }

  /** Creates the folder and removes what an earlier process left in it. */
  open(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.folder)) {
      const isOurs = name === 'spill' || /\.(?:ndjson|order|parts|keys)$/.test(name);
      if (isOurs) rmSync(join(this.folder, name), { recursive: true, force: true });
    }
  }

  /** Ends the sorting engine. Never rejects. */
  async close(): Promise<void> {
    await this.engine.close();
  }

  /** Starts the sorting engine, so that the first sort does not wait for it. Never rejects. */
  warmUpSorting(): Promise<void> {
    return this.engine.warmUp();
  }

  /** Where one statement of a run, counted from 0, keeps the rows that are too many for memory. */
  storageOf(run: StoredRun, statementIndex: number): ResultStorage {
    return {
      openSpool: (columns) => this.openSpool(run, statementIndex, columns),
      openOrders: (spool, columns) => this.openOrders(spool, columns, run.dialect),
      openViews: (spool, columns, isOver) => this.openViews({ spool, columns, isOver }, run.dialect),
    };
  }

  /** Where columns may hold values of other types, none is assumed to hold what its type promises. */
  private openSpool(
    { id, ownerId, dialect }: StoredRun,
    statementIndex: number,
    columns: readonly ResultColumn[],
  ): ResultSpool {
    const sortable = dialectOf(dialect).values.columnsKeepTypes ? columns : columns.map(ofAnyKind);
    const quota = { allocationFor: () => this.quota.allocationFor(ownerId) };
    return new ResultSpool(join(this.folder, `${id}-${statementIndex}.ndjson`), quota, sortable);
  }

  private openOrders(spool: ResultSpool, columns: readonly ResultColumn[], dialect: SqlDialect): SpoolOrders {
    return new SpoolOrders(spool, this.engineOrders(spool, columns, dialect));
  }

  private openViews(parts: Pick<SpoolViewsParts, 'spool' | 'columns' | 'isOver'>, dialect: SqlDialect): SpoolViews {
    const engine = this.engineOrders(parts.spool, parts.columns, dialect);
    return new SpoolViews({ ...parts, engine, sorting: this.engine });
  }

  /** Where columns may hold values of any type, only a comparison cell by cell is right. */
  private engineOrders(spool: ResultSpool, columns: readonly ResultColumn[], dialect: SqlDialect): EngineOrders | null {
    return dialectOf(dialect).values.columnsKeepTypes ? new EngineOrders(this.engine, spool, columns) : null;
  }
}

function ofAnyKind(column: ResultColumn): ResultColumn {
  return { ...column, kind: 'other' };
}
