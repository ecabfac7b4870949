import { computed, inject, Service, signal } from '@angular/core';
import { Loaded } from '../../shared/http/loaded';
import { SavedQueriesApi } from './saved-queries-api';

/** The saved queries by name, or those of them that contain what is searched for. */
@Service()
export class SavedQueriesStore {
  private readonly api = inject(SavedQueriesApi);
  private readonly searched = signal('');
  private readonly page = new Loaded(
    () => this.api.list(this.searched().trim()),
    () => this.searched().trim(),
  );

  /** Null until the first answer. */
  readonly items = computed(() => this.page.value()?.items ?? null);
  readonly problem = this.page.problem;
  readonly search = this.searched.asReadonly();
  /** Whether there are more than the list shows. */
  readonly hasMore = computed(() => typeof this.page.value()?.next_cursor === 'string');

  /** Reads the list; only the answer to the newest question counts. */
  load(search = this.searched()): Promise<void> {
    this.searched.set(search);
    return this.page.load();
  }
}
