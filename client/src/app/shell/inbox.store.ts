import { DestroyRef, computed, effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { Inbox, InboxItem } from '#libs/api';
import { ApiClient } from '../shared/http/api-client';
import { ApiProblem } from '../shared/http/api-problem';
import { LiveEvents } from '../shared/http/live-events';

const PAGE = 30;
/** The most that the server answers at a time. */
const LARGEST_PAGE = 100;

/** What happened that the person may know of, kept up to date by the live stream. */
@Service()
export class InboxStore {
  private readonly client = inject(ApiClient);
  private readonly live = inject(LiveEvents);
  private readonly known = signal<Inbox | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private isLoadingOlder = false;

  readonly inbox = this.known.asReadonly();
  readonly problem = this.failure.asReadonly();
  /** Whether everything that is unread is among the items. */
  readonly hasAllUnread = computed(() => {
    const inbox = this.known();
    return inbox !== null && (inbox.next_cursor === null || inbox.items.some((item) => item.is_read));
  });

  constructor() {
    this.live
      .on('notifications.bell_rang')
      .pipe(takeUntilDestroyed(inject(DestroyRef)))
      .subscribe(() => void this.load());
    // What was missed while the stream was away is not reported again.
    effect(() => {
      if (this.live.isConnected()) untracked(() => void this.load());
    });
  }

  async load(): Promise<void> {
    // As many as are shown: what a person has scrolled to stays.
    const limit = Math.min(Math.max(PAGE, this.known()?.items.length ?? 0), LARGEST_PAGE);
    try {
      this.known.set(await this.client.get('/api/notifications/inbox', { query: { limit } }));
      this.failure.set(null);
    } catch (error) {
      this.failure.set(ApiProblem.from(error));
    }
  }

  /** Adds the next page of older items. */
  async loadOlder(): Promise<void> {
    const shown = this.known();
    if (shown === null) return;
    const { next_cursor: cursor } = shown;
    if (cursor === null || this.isLoadingOlder) return;
    this.isLoadingOlder = true;
    try {
      const query = { limit: PAGE, cursor };
      const older = await this.client.get('/api/notifications/inbox', { query });
      // What was read anew meanwhile has other neighbours.
      if (this.known() === shown) this.known.set({ ...older, items: [...shown.items, ...older.items] });
    } catch (error) {
      this.failure.set(ApiProblem.from(error));
    } finally {
      this.isLoadingOlder = false;
    }
  }

  /** Marks everything up to an item as read, here and in other browsers. */
  async markRead({ id }: InboxItem): Promise<void> {
    try {
      await this.client.post('/api/notifications/inbox/read', { body: { up_to: id } });
      await this.load();
    } catch (error) {
      this.failure.set(ApiProblem.from(error));
    }
  }
}
