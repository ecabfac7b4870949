import { DestroyRef, inject, Service, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { SqlFile } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { LiveEvents } from '../../shared/http/live-events';
import { FilesApi } from './files-api';

/** Coming back to the page twice within this time asks once, in milliseconds. */
const ASK_EVERY_MS = 1_000;

/** The bookmarked files, each with how it is on disk: looked at when the page gets the focus and when one was saved. */
@Service()
export class FilesStore {
  private readonly api = inject(FilesApi);
  private readonly found = signal<readonly SqlFile[] | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private asked = 0;
  private askedAtMs = 0;

  /** Null until the first answer. */
  readonly items = this.found.asReadonly();
  readonly problem = this.failure.asReadonly();

  constructor() {
    const onFocus = (): void => {
      if (document.visibilityState !== 'hidden' && Date.now() - this.askedAtMs > ASK_EVERY_MS) void this.load();
    };
    window.addEventListener('focus', onFocus);
    document.addEventListener('visibilitychange', onFocus);
    inject(DestroyRef).onDestroy(() => {
      window.removeEventListener('focus', onFocus);
      document.removeEventListener('visibilitychange', onFocus);
    });
    inject(LiveEvents)
      .on('studio.files_changed')
      .pipe(takeUntilDestroyed())
      .subscribe(() => void this.load());
  }

  /** Reads the list; only the answer to the newest question counts. */
  async load(): Promise<void> {
    this.asked += 1;
    this.askedAtMs = Date.now();
    const asked = this.asked;
    try {
      const { items } = await this.api.list();
      if (asked !== this.asked) return;
      this.found.set(items);
      this.failure.set(null);
    } catch (error) {
      if (asked === this.asked) this.failure.set(ApiProblem.from(error));
    }
  }
}
