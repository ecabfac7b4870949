import { computed, signal } from '@angular/core';
import type { ChangeSetDetails } from '#libs/api';
import { Loaded } from '../../http/loaded';
import type { ChangesApi } from './changes-api';
import { diffGroups } from './row-diff';
import type { RowPages } from './row-diff';

/** What is known of one change set: all of it, and the pages of its rows that were in sight. */
export class OpenChange {
  private readonly known = signal<RowPages>(new Map());
  private rowsOf = '';
  private wanted: readonly number[] = [];
  private isReading = false;

  readonly details = new Loaded(() => this.api.get(this.id));
  /** The first page, and where all rows stand among the pages; those of another rehearsal are dropped when reading fails. */
  readonly rows = new Loaded(
    async () => {
      const { rowsOf } = this;
      const [first, outline] = await Promise.all([this.api.rows(this.id, 0), this.api.outline(this.id)]);
      return { rowsOf, first, groups: diffGroups(outline) };
    },
    () => this.rowsOf,
  );
  /** Whether the rows in sight, or that there are none, are those of the details in sight. */
  readonly areRowsCurrent = computed(() => {
    const [change, rows] = [this.details.value(), this.rows.value()];
    return change !== null && rows?.rowsOf === rowsOf(change);
  });
  readonly groups = computed(() => this.rows.value()?.groups ?? []);
  /** The pages that were read, by their numbers. */
  readonly pages = this.known.asReadonly();

  constructor(
    private readonly api: ChangesApi,
    readonly id: string,
  ) {}

  async load(): Promise<void> {
    await this.details.load();
    const change = this.details.value();
    if (change === null) return;
    await this.loadRows(change);
    // Pages that could not be read are read again. Why they could not is known already.
    await this.showPages(this.wanted).catch(() => undefined);
  }

  /** Shows what an action has answered. */
  async take(change: ChangeSetDetails): Promise<void> {
    this.details.update(() => change);
    await this.loadRows(change);
  }

  /**
   * Reads pages, in this order, that are not known; those that an earlier call wanted and that have not begun are left.
   * Rejects with an ApiProblem; what is missing then is read by the next `load`.
   */
  async showPages(pages: readonly number[]): Promise<void> {
    this.wanted = pages;
    if (this.isReading) return;
    this.isReading = true;
    try {
      for (let page = this.nextWanted(); page !== undefined; page = this.nextWanted()) await this.readPage(page);
      this.wanted = [];
    } finally {
      this.isReading = false;
    }
  }

  private nextWanted(): number | undefined {
    return this.wanted.find((page) => !this.known().has(page));
  }

  private async readPage(page: number): Promise<void> {
    const { rowsOf } = this;
    const rows = await this.api.rows(this.id, page);
    if (rowsOf === this.rowsOf) this.known.update((known) => new Map([...known, [page, rows]]));
  }

  private async loadRows(change: ChangeSetDetails): Promise<void> {
    const wanted = rowsOf(change);
    if (wanted === this.rowsOf && this.rows.state() === 'ready' && this.rows.problem() === null) return;
    this.rowsOf = wanted;
    this.wanted = [];
    await this.rows.load();
    if (wanted === this.rowsOf) this.known.set(new Map([[0, this.rows.value()?.first ?? []]]));
  }
}

/** Rows are those of one rehearsal, or of what was applied: a comment leaves them as they are. */
function rowsOf({ hash, rehearsal, applied_at: appliedAt }: ChangeSetDetails): string {
  return [hash, rehearsal?.rehearsed_at, appliedAt].join(' ');
}
