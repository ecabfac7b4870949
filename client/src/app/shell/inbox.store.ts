import { DestroyRef, effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { Inbox, InboxItem } from '#libs/api';
import { ApiClient } from '../shared/http/api-client';
import { ApiProblem } from '../shared/http/api-problem';
import { LiveEvents } from '../shared/http/live-events';

const SHOWN = 30;

/** What happened that the person may know of, kept up to date by the live stream. */
@Service()
export class InboxStore {
  private readonly client = inject(ApiClient);
  private readonly live = inject(LiveEvents);
  private readonly known = signal<Inbox | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);

  readonly inbox = this.known.asReadonly();
  readonly problem = this.failure.asReadonly();

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
    try {
      this.known.set(await this.client.get('/api/notifications/inbox', { query: { limit: SHOWN } }));
      this.failure.set(null);
    } catch (error) {
      this.failure.set(ApiProblem.from(error));
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
