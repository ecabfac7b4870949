import { computed, inject, Service, signal } from '@angular/core';
import type { HistoryList } from '#libs/api';
import { PagedList } from '../../shared/http/paged-list';
import { HistoryApi } from './history-api';

/** The last texts that were run, or those of all of them that contain what is searched for; fifty at a time. */
@Service()
export class HistoryStore {
  private readonly api = inject(HistoryApi);
  private readonly searched = signal('');

  readonly list = new PagedList<HistoryList, string>(
    (search, cursor) => this.api.list(search, cursor),
    ({ id }) => id,
    '',
  );
  readonly search = this.searched.asReadonly();
  /** How many texts are not in the list: those that wait for the state, and those that were dropped. */
  readonly missing = computed<Pick<HistoryList, 'waiting' | 'dropped'>>(
    () => this.list.value() ?? { waiting: 0, dropped: 0 },
  );

  /** Reads the list; only the answer to the newest question counts. */
  load(search = this.searched()): Promise<void> {
    this.searched.set(search);
    return this.list.show(search.trim());
  }
}
