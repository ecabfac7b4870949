import { inject, Service, signal } from '@angular/core';
import type { SavedQuery } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { SavedQueriesApi } from './saved-queries-api';

/** The saved queries by name, or those of them that contain what is searched for. */
@Service()
export class SavedQueriesStore {
  private readonly api = inject(SavedQueriesApi);
  private readonly found = signal<readonly SavedQuery[] | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly searched = signal('');
  private readonly more = signal(false);
  private asked = 0;

  /** Null until the first answer. */
  readonly items = this.found.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly search = this.searched.asReadonly();
  /** Whether there are more than the list shows. */
  readonly hasMore = this.more.asReadonly();

  /** Reads the list; only the answer to the newest question counts. */
  async load(search = this.searched()): Promise<void> {
    this.searched.set(search);
    this.asked += 1;
    const asked = this.asked;
    try {
      const { items, next_cursor: next } = await this.api.list(search.trim());
      if (asked !== this.asked) return;
      this.found.set(items);
      this.more.set(next !== null);
      this.failure.set(null);
    } catch (error) {
      if (asked === this.asked) this.failure.set(ApiProblem.from(error));
    }
  }
}
