import { inject, Service, signal } from '@angular/core';
import type { HistoryEntry } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { StudioApi } from './studio-api';

/** The last fifty texts that were run, or those of them that contain what is searched for. */
@Service()
export class HistoryStore {
  private readonly api = inject(StudioApi);
  private readonly found = signal<readonly HistoryEntry[] | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly searched = signal('');
  private asked = 0;

  /** Null until the first answer. */
  readonly items = this.found.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly search = this.searched.asReadonly();

  /** Reads the list; only the answer to the newest question counts. */
  async load(search = this.searched()): Promise<void> {
    this.searched.set(search);
    this.asked += 1;
    const asked = this.asked;
    try {
      const { items } = await this.api.history(search.trim());
      if (asked !== this.asked) return;
      this.found.set(items);
      this.failure.set(null);
    } catch (error) {
      if (asked === this.asked) this.failure.set(ApiProblem.from(error));
    }
  }
}
