import { computed, inject, Service, signal } from '@angular/core';
import type { HistoryEntry, HistoryList } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { HistoryApi } from './history-api';

/** The last texts that were run, or those of all of them that contain what is searched for; fifty at a time. */
@Service()
export class HistoryStore {
  private readonly api = inject(HistoryApi);
  private readonly found = signal<readonly HistoryEntry[] | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly searched = signal('');
  private readonly cursor = signal<string | null>(null);
  private readonly unwritten = signal<Pick<HistoryList, 'waiting' | 'dropped'>>({ waiting: 0, dropped: 0 });
  private readonly loadingMore = signal(false);
  private asked = 0;

  /** Null until the first answer. */
  readonly items = this.found.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly search = this.searched.asReadonly();
  /** How many texts are not in the list: those that wait for the state, and those that were dropped. */
  readonly missing = this.unwritten.asReadonly();
  readonly hasMore = computed(() => this.cursor() !== null);
  readonly isLoadingMore = this.loadingMore.asReadonly();

  /** Reads the list; only the answer to the newest question counts. */
  async load(search = this.searched()): Promise<void> {
    this.searched.set(search);
    this.asked += 1;
    const asked = this.asked;
    try {
      const { items, next_cursor: next, waiting, dropped } = await this.api.list(search.trim());
      if (asked !== this.asked) return;
      this.unwritten.set({ waiting, dropped });
      this.found.set(items);
      this.cursor.set(next);
      this.failure.set(null);
    } catch (error) {
      if (asked === this.asked) this.failure.set(ApiProblem.from(error));
    }
  }

  /** Reads the next fifty; what was asked meanwhile makes the answer void. */
  async loadMore(): Promise<void> {
    const [asked, cursor] = [this.asked, this.cursor()];
    if (cursor === null || this.loadingMore()) return;
    this.loadingMore.set(true);
    try {
      const { items, next_cursor: next } = await this.api.list(this.searched().trim(), cursor);
      if (asked !== this.asked) return;
      this.found.update((found) => [...(found ?? []), ...items]);
      this.cursor.set(next);
    } catch (error) {
      if (asked === this.asked) this.failure.set(ApiProblem.from(error));
    } finally {
      this.loadingMore.set(false);
    }
  }
}
