import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import type { ConnectedPosition } from '@angular/cdk/overlay';
import { Component, computed, inject } from '@angular/core';
import { Router } from '@angular/router';
import type { InboxItem } from '#libs/api';
import { Moment } from '../shared/time/moment';
import { Icon } from '../shared/ui/icon/icon';
import type { IconName } from '../shared/ui/icon/icon';
import { Tooltip } from '../shared/ui/tooltip';
import { InboxStore } from './inbox.store';

const MOST = 99;
/** Older items are loaded that far before the end of the list. */
const NEAR_END_PX = 200;
const ICONS: Readonly<Record<InboxItem['tone'], IconName>> = {
  good: 'circle-check',
  bad: 'circle-x',
  plain: 'git-compare-arrows',
};

/** The bell at the foot of the rail: how much is new, and what it is. */
@Component({
  selector: 'dw-bell',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, Icon, Moment, Tooltip],
  templateUrl: './bell.html',
  styleUrl: './bell.css',
})
export class Bell {
  private readonly router = inject(Router);
  protected readonly store = inject(InboxStore);

  protected readonly positions: ConnectedPosition[] = [
    { originX: 'end', originY: 'bottom', overlayX: 'start', overlayY: 'bottom', offsetX: 8 },
  ];
  protected readonly items = computed(() => this.store.inbox()?.items ?? []);
  protected readonly unread = computed(() => this.store.inbox()?.unread_count ?? 0);
  protected readonly count = computed(() => (this.unread() > MOST ? `${MOST}+` : String(this.unread())));
  protected readonly label = computed(() => (this.unread() === 0 ? 'Inbox' : `Inbox, ${this.count()} unread`));
  protected readonly icons = ICONS;

  /** What was shown is read from then on; a mark reaches to the oldest, so that it waits until all that is new was loaded. */
  protected closed(): void {
    const [newest] = this.items();
    if (newest !== undefined && this.unread() > 0 && this.store.hasAllUnread()) void this.store.markRead(newest);
  }

  protected markAll(): void {
    const [newest] = this.items();
    if (newest !== undefined) void this.store.markRead(newest);
  }

  protected scrolled({ scrollHeight, scrollTop, clientHeight }: HTMLElement): void {
    if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) void this.store.loadOlder();
  }

  protected open(path: string): void {
    void this.router.navigateByUrl(path);
  }
}
