import { effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { merge } from 'rxjs';
import type {
  ContractView,
  FreezeChange,
  FreezeInput,
  FreezePreview,
  SchemaWatchRun,
  WatchedTableList,
  WatchedTablesChange,
} from '#libs/api';
import { LiveEvents } from '../../shared/http/live-events';
import { Loaded } from '../../shared/http/loaded';
import { PagedList } from '../../shared/http/paged-list';
import { ChangeList } from './change-list';
import { SchemaWatchApi } from './schema-watch-api';
import type { ViolationPage, WatchSchedule } from './schema-watch-api';
import type { ChangeFilter } from './watch-filter';

/** A connection may have no contract, which is an answer as well. */
export interface KnownContract {
  readonly view: ContractView | null;
}

/** A connection without a job is checked by hand only, which is an answer as well. */
export interface KnownSchedule {
  readonly next: WatchSchedule | null;
}

/** What is known of one connection: its last check, what moved, its contract and what broke it. */
export class Watch {
  readonly status = new Loaded(() => this.api.status(this.connectionId));
  readonly changes = new ChangeList((wanted) => this.api.changes(this.connectionId, wanted));
  readonly snapshots = new Loaded(() => this.api.snapshots(this.connectionId));
  readonly schedule = new Loaded<KnownSchedule>(async () => ({ next: await this.api.schedule(this.connectionId) }));
  readonly contract = new Loaded<KnownContract>(async () => ({ view: await this.api.contract(this.connectionId) }));
  readonly violations = new PagedList<ViolationPage>(
    (_, cursor) => this.api.violations(this.connectionId, cursor),
    ({ id }) => id,
    null,
  );

  constructor(
    private readonly api: SchemaWatchApi,
    readonly connectionId: string,
  ) {}

  /** Reads what moved and passes a filter. */
  async show(filter: ChangeFilter): Promise<void> {
    await this.changes.show(filter);
  }

  /** Reads everything but what moved. */
  async loadState(): Promise<void> {
    const parts = [this.status, this.contract, this.violations, this.snapshots, this.schedule];
    await Promise.all(parts.map((part) => part.load()));
  }

  /** Reads all of it again. */
  async load(): Promise<void> {
    await Promise.all([this.loadState(), this.changes.load()]);
  }
}

/** The connection in sight and where all contracts stand, kept true by live events. */
@Service({ autoProvided: false })
export class SchemaWatchStore {
  private readonly api = inject(SchemaWatchApi);
  private readonly events = inject(LiveEvents);
  private readonly current = signal<Watch | null>(null);
  private readonly running = signal<ReadonlySet<string>>(new Set());

  readonly watch = this.current.asReadonly();
  /** The connections whose catalog is being read at this page's wish. */
  readonly runningIds = this.running.asReadonly();
  readonly contracts = new Loaded(() => this.api.contracts());
  readonly watched = new Loaded(() => this.api.watched());

  constructor() {
    const events = [
      this.events.on('schema_watch.snapshot_taken'),
      this.events.on('schema_watch.failed'),
      this.events.on('contract.changed'),
      this.events.on('contract.violated'),
      this.events.on('contract.restored'),
    ];
    merge(...events)
      .pipe(takeUntilDestroyed())
      .subscribe(({ connection_id: id }) => void this.reload(id));
    effect(() => {
      if (this.events.isConnected()) untracked(() => void this.reload(this.current()?.connectionId ?? null));
    });
    void this.contracts.load();
    void this.watched.load();
  }

  /** Puts a connection in sight, with what moved and passes a filter. */
  open(connectionId: string | null, filter: ChangeFilter): void {
    const watch = this.current();
    if (watch?.connectionId === connectionId) {
      void watch.show(filter);
      return;
    }
    this.current.set(connectionId === null ? null : new Watch(this.api, connectionId));
    const opened = this.current();
    if (opened === null) return;
    void opened.show(filter);
    void opened.loadState();
  }

  /** Checks a connection now. Rejects with an ApiProblem; what is known is read again either way. */
  async run(connectionId: string): Promise<SchemaWatchRun> {
    this.running.update((ids) => new Set([...ids, connectionId]));
    try {
      return await this.api.run(connectionId);
    } finally {
      this.running.update((ids) => new Set([...ids].filter((id) => id !== connectionId)));
      void this.reload(connectionId);
    }
  }

  /** Reports what freezing would expect otherwise. Rejects with an ApiProblem. */
  preview(connectionId: string, input: FreezeInput): Promise<FreezePreview> {
    return this.api.freezePreview(connectionId, input);
  }

  /** Freezes the schema as it is now. Rejects with an ApiProblem. */
  async freeze(connectionId: string, input: FreezeChange): Promise<void> {
    await this.api.freeze(connectionId, input);
    await this.reload(connectionId);
  }

  /** The tables that are watched by name, and those to choose from. Rejects with an ApiProblem. */
  tables(connectionId: string): Promise<WatchedTableList> {
    return this.api.tables(connectionId);
  }

  /** Replaces the tables that are watched by name. Rejects with an ApiProblem. */
  async watchTables(connectionId: string, change: WatchedTablesChange): Promise<void> {
    await this.api.replaceTables(connectionId, change);
  }

  /** Takes the contract away that has this id. Rejects with an ApiProblem; the contract is read again either way. */
  async release(connectionId: string, contractId: string): Promise<void> {
    try {
      await this.api.release(connectionId, contractId);
    } finally {
      await this.reload(connectionId);
    }
  }

  private async reload(connectionId: string | null): Promise<void> {
    const watch = this.current();
    const lists = [this.contracts.load(), this.watched.load()];
    await Promise.all([...lists, watch?.connectionId === connectionId ? watch.load() : null]);
  }
}
