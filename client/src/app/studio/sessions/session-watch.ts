import { DestroyRef, effect, inject, Service, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { EventMap } from '#libs/events';
import { LiveEvents } from '../../shared/http/live-events';
import { Toasts } from '../../shared/ui/toast/toasts';
import { SessionsStore } from './sessions.store';
import { tabTitle } from '../tabs/studio-tab';
import { TabsStore } from '../tabs/tabs.store';

/** Keeps the sessions of the tabs as the workbench reports them, and calls a person to a tab that is not in front. */
@Service({ autoProvided: false })
export class SessionWatch {
  private readonly live = inject(LiveEvents);
  private readonly sessions = inject(SessionsStore);
  private readonly tabs = inject(TabsStore);
  private readonly toasts = inject(Toasts);

  constructor() {
    this.live
      .on('studio.session_changed')
      .pipe(takeUntilDestroyed(inject(DestroyRef)))
      .subscribe((event) => this.take(event));
    effect(() => {
      if (this.live.isConnected()) untracked(() => void this.sessions.load());
    });
  }

  private take(event: EventMap['studio.session_changed']): void {
    this.sessions.take(event);
    const tab = this.tabs.tabs().find(({ id }) => id === event.session_id);
    const isInFront = tab?.id === this.tabs.activeId() && tab.connectionId === event.connection_id;
    if (!tab || isInFront || event.message === null) return;
    const meant = { ...tab, connectionId: event.connection_id };
    const action =
      event.change === 'expiring'
        ? { label: 'Keep open', run: () => void this.sessions.act('keep', meant) }
        : { label: 'Show', run: () => this.tabs.activate(tab.id) };
    this.toasts.show({ tone: 'warn', title: tabTitle(tab), text: event.message, action });
  }
}
