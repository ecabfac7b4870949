import { DestroyRef, inject, Service } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { LiveEvents } from '../../shared/http/live-events';
import { Loaded } from '../../shared/http/loaded';
import { FilesApi } from './files-api';

/** Coming back to the page twice within this time asks once, in milliseconds. */
const ASK_EVERY_MS = 1_000;

/** The bookmarked files, each with how it is on disk: looked at when the page gets the focus and when one was saved. */
@Service()
export class FilesStore {
  private readonly api = inject(FilesApi);
  private readonly list = new Loaded(async () => (await this.api.list()).items);
  private askedAtMs = 0;

  /** Null until the first answer. */
  readonly items = this.list.value;
  readonly problem = this.list.problem;

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
  load(): Promise<void> {
    this.askedAtMs = Date.now();
    return this.list.load();
  }
}
