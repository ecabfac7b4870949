import { computed, inject, Service } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { Snippet } from '#libs/api';
import { ApiClient } from '../http/api-client';
import { LiveEvents } from '../http/live-events';
import { Loaded } from '../http/loaded';

/** The snippets of the person, in whichever tab or browser they were changed. */
@Service()
export class SnippetsStore {
  private readonly api = inject(ApiClient);
  private readonly kept = new Loaded(async () => (await this.api.get('/api/settings/snippets')).items);
  private hasAsked = false;

  /** By name; none until they are read. */
  readonly snippets = computed<readonly Snippet[]>(() => this.kept.value() ?? []);
  readonly state = this.kept.state;
  readonly problem = this.kept.problem;
  readonly isOutdated = this.kept.isOutdated;

  constructor() {
    inject(LiveEvents)
      .on('settings.changed')
      .pipe(takeUntilDestroyed())
      .subscribe(() => {
        if (this.hasAsked) void this.reload();
      });
  }

  /** Reads them once; a second call does nothing. */
  async load(): Promise<void> {
    if (!this.hasAsked) await this.reload();
  }

  async reload(): Promise<void> {
    this.hasAsked = true;
    await this.kept.load();
  }

  /** Puts a snippet in the place of the one called `name`, or adds it. Rejects with an ApiProblem. */
  async put(name: string, snippet: Snippet): Promise<void> {
    await this.api.put('/api/settings/snippets/{name}', { path: { name }, body: snippet });
    await this.reload();
  }

  /** Rejects with an ApiProblem. */
  async remove(name: string): Promise<void> {
    await this.api.delete('/api/settings/snippets/{name}', { path: { name } });
    await this.reload();
  }
}
