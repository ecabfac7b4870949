import { signal } from '@angular/core';
import type { ChangeRow, ChangeSetDetails } from '#libs/api';
import { Loaded } from '../../http/loaded';
import type { ChangesApi } from './changes-api';

/** What is known of one change set: all of it, and the first pages of its rows. */
export class OpenChange {
  private readonly shownRows = signal<readonly ChangeRow[]>([]);
  private readonly cursor = signal<string | null>(null);
  private rowsOf = '';
  private isReadingMore = false;

  readonly details = new Loaded(() => this.api.get(this.id));
  /** The first page; `rows` has those that were read after it as well. */
  readonly firstRows = new Loaded(() => this.api.rows(this.id));
  readonly rows = this.shownRows.asReadonly();
  readonly nextCursor = this.cursor.asReadonly();

  constructor(
    private readonly api: ChangesApi,
    readonly id: string,
  ) {}

  async load(): Promise<void> {
    await this.details.load();
    const change = this.details.value();
    if (change !== null) await this.loadRows(change);
  }

  /** Shows what an action has answered. */
  async take(change: ChangeSetDetails): Promise<void> {
    this.details.update(() => change);
    await this.loadRows(change);
  }

  /** Adds the next page. Rejects with an ApiProblem. */
  async moreRows(): Promise<void> {
    const [cursor, rowsOf] = [this.cursor(), this.rowsOf];
    if (cursor === null || this.isReadingMore) return;
    this.isReadingMore = true;
    const page = await this.api.rows(this.id, cursor).finally(() => (this.isReadingMore = false));
    if (rowsOf !== this.rowsOf || cursor !== this.cursor()) return;
    this.shownRows.update((rows) => [...rows, ...page.items]);
    this.cursor.set(page.next_cursor);
  }

  /** Rows are those of one rehearsal, or of what was applied: a comment leaves them as they are. */
  private async loadRows({ hash, rehearsal, applied_at: appliedAt }: ChangeSetDetails): Promise<void> {
    const rowsOf = [hash, rehearsal?.rehearsed_at, appliedAt].join(' ');
    if (rowsOf === this.rowsOf && this.firstRows.state() === 'ready') return;
    this.rowsOf = rowsOf;
    await this.firstRows.load();
    const page = this.firstRows.value();
    this.shownRows.set(page?.items ?? []);
    this.cursor.set(page?.next_cursor ?? null);
  }
}
