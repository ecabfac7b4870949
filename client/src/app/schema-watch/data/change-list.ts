import { computed, signal } from '@angular/core';
import type { SchemaChange, SchemaChangeList } from '#libs/api';
import { Loaded } from '../../shared/http/loaded';
import type { ChangesRequest } from './schema-watch-api';
import { isSameFilter, USUAL_FILTER } from './watch-filter';
import type { ChangeFilter } from './watch-filter';

/** Records that are read at a time: more than a screen of them. */
const CHANGES_AT_A_TIME = 50;
/** The most that the server gives at once. */
const MOST_AT_ONCE = 1_000;

/** Changes, newest first, as far back as they were loaded. */
export class ChangeList {
  private filter = USUAL_FILTER;
  /** How far back changes were loaded: a reload reaches as far. */
  private depth = CHANGES_AT_A_TIME;
  private readonly loaded = new Loaded<SchemaChangeList>(
    () => this.readInSight(),
    () => this.filter,
  );
  private readonly older = signal(false);

  readonly state = this.loaded.state;
  readonly problem = this.loaded.problem;
  readonly isOutdated = this.loaded.isOutdated;
  readonly isSuperseded = this.loaded.isSuperseded;
  readonly items = computed<readonly SchemaChange[]>(() => this.loaded.value()?.changes ?? []);
  /** How many there are, in sight or not. */
  readonly total = computed(() => this.loaded.value()?.total ?? 0);
  readonly hasOlder = computed(() => (this.loaded.value()?.next_cursor ?? null) !== null);
  readonly isLoadingOlder = this.older.asReadonly();

  constructor(private readonly ask: (wanted: ChangesRequest) => Promise<SchemaChangeList>) {}

  /** Reads what moved and passes a filter, from the newest on. */
  async show(filter: ChangeFilter): Promise<void> {
    if (!isSameFilter(filter, this.filter)) this.depth = CHANGES_AT_A_TIME;
    this.filter = filter;
    await this.load();
  }

  /** Reads it again, as far back as it is in sight. */
  load(): Promise<void> {
    return this.loaded.load();
  }

  /** Reads what comes after the last one in sight. Rejects with an ApiProblem. */
  async loadOlder(): Promise<void> {
    const cursor = this.loaded.value()?.next_cursor ?? null;
    if (cursor === null || this.older()) return;
    this.older.set(true);
    try {
      const page = await this.read(CHANGES_AT_A_TIME, cursor);
      this.depth = Math.min(this.depth + CHANGES_AT_A_TIME, MOST_AT_ONCE);
      this.loaded.update((list) =>
        list.next_cursor === cursor ? { ...page, changes: [...list.changes, ...page.changes] } : list,
      );
    } finally {
      this.older.set(false);
    }
  }

  /** Reads as many as are in sight: a page of large records has fewer than asked for. */
  private async readInSight(): Promise<SchemaChangeList> {
    const count = this.isSuperseded() ? 0 : Math.min(this.items().length, this.depth);
    let list = await this.read(this.depth, null);
    while (list.next_cursor !== null && list.changes.length < count) {
      const page = await this.read(this.depth - list.changes.length, list.next_cursor);
      list = { ...page, changes: [...list.changes, ...page.changes] };
    }
    return list;
  }

  private read(limit: number, cursor: string | null): Promise<SchemaChangeList> {
    return this.ask({ ...this.filter, limit, cursor });
  }
}
