import { computed, inject, Service, signal } from '@angular/core';
import type { AuditEntry } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { AuditApi } from './audit-api';
import { NO_FILTER } from './audit-filter';
import type { AuditFilter } from './audit-filter';

/** The entries that a filter leaves, page after page as they are asked for. */
@Service({ autoProvided: false })
export class AuditStore {
  private readonly api = inject(AuditApi);
  private readonly entries = signal<readonly AuditEntry[] | null>(null);
  private readonly cursor = signal<string | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly loading = signal(false);
  private filter: AuditFilter = NO_FILTER;
  private asked = 0;

  readonly items = this.entries.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly isLoading = this.loading.asReadonly();
  readonly hasMore = computed(() => this.cursor() !== null);
  readonly state = computed(() => (this.entries() !== null ? 'ready' : this.failure() ? 'failed' : 'loading'));

  /** Reads the first page of what a filter leaves; without one, of what it was before. */
  async load(filter = this.filter): Promise<void> {
    if (filter !== this.filter) this.entries.set(null);
    this.filter = filter;
    await this.read(null);
  }

  /** Reads the page after those that are in sight. */
  async more(): Promise<void> {
    if (this.hasMore() && !this.loading()) await this.read(this.cursor());
  }

  private async read(cursor: string | null): Promise<void> {
    const asked = ++this.asked;
    this.loading.set(true);
    this.failure.set(null);
    const answer = await this.api.list(this.filter, cursor).catch((error: unknown) => ApiProblem.from(error));
    if (asked !== this.asked) return;
    this.loading.set(false);
    if (answer instanceof ApiProblem) {
      this.failure.set(answer);
      return;
    }
    this.entries.update((before) => [...(cursor === null ? [] : (before ?? [])), ...answer.items]);
    this.cursor.set(answer.next_cursor);
  }
}
