import { Clipboard } from '@angular/cdk/clipboard';
import { CdkMenu, CdkMenuItem, CdkMenuItemCheckbox, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, DestroyRef, inject, input, signal } from '@angular/core';
import { Identity } from '../../../shared/identity/identity';
import { Icon } from '../../../shared/ui/icon/icon';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { Tooltip } from '../../../shared/ui/tooltip';
import { SavedQueryActions } from '../../saved/ui/saved-query-actions';
import { SavedQueriesStore } from '../../saved/saved-queries.store';
import type { StudioTab } from '../../tabs/studio-tab';
import { ShareLinks } from '../share-links';

const COPIED_SHOWN_MS = 1500;

/** Copies a link of the tab in front; shares its saved query with the others of its connection. */
@Component({
  selector: 'dw-share-button',
  imports: [CdkMenu, CdkMenuItem, CdkMenuItemCheckbox, CdkMenuTrigger, Icon, Tooltip],
  template: `
    <button
      class="dw-btn dw-ghost"
      type="button"
      [attr.aria-disabled]="isEmpty() || null"
      [dwTooltip]="isEmpty() ? 'This tab has no SQL yet' : 'Copy a link to this tab'"
      [cdkMenuTriggerFor]="isEmpty() ? null : menu"
    >
      <dw-icon [name]="isCopied() ? 'check' : 'link-2'" />
      <span class="dw-bar-label">{{ isCopied() ? 'Copied' : 'Share' }}</span>
    </button>
    <span class="cdk-visually-hidden" role="status">{{ isCopied() ? 'Link copied' : '' }}</span>
    <ng-template #menu>
      <div class="dw-menu" cdkMenu aria-label="Share">
        <button class="dw-menu-item" cdkMenuItem type="button" (cdkMenuItemTriggered)="copy(true)">
          <dw-icon name="play" />Copy link that runs
        </button>
        <button class="dw-menu-item" cdkMenuItem type="button" (cdkMenuItemTriggered)="copy(false)">
          <dw-icon name="square-terminal" />Copy link that only opens
        </button>
        @if (query(); as query) {
          <hr class="dw-menu-rule" />
          <button
            class="dw-menu-item"
            cdkMenuItemCheckbox
            type="button"
            [cdkMenuItemChecked]="query.shared"
            (cdkMenuItemTriggered)="actions.share(query, !query.shared)"
          >
            <dw-icon name="users" />Share with all users of the connection
            @if (query.shared) {
              <dw-icon class="dw-end" name="check" [size]="14" />
            }
          </button>
        }
      </div>
    </ng-template>
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class ShareButton {
  readonly tab = input.required<StudioTab>();

  private readonly links = inject(ShareLinks);
  private readonly clipboard = inject(Clipboard);
  private readonly toasts = inject(Toasts);
  private readonly saved = inject(SavedQueriesStore);
  private readonly identity = inject(Identity);
  protected readonly actions = inject(SavedQueryActions);
  private timer: ReturnType<typeof setTimeout> | undefined;
  protected readonly isCopied = signal(false);
  protected readonly isEmpty = computed(() => this.tab().sql.trim() === '');
  /** The tab's own saved query, where there are others to share it with. */
  protected readonly query = computed(() => {
    const id = this.tab().saved?.queryId;
    const query = this.saved.items()?.find((one) => one.id === id);
    return this.identity.hasUsers() && query?.is_own === true ? query : null;
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
  }

  protected copy(isRun: boolean): void {
    const link = this.links.ofTab(this.tab(), isRun);
    if (link === null) {
      const text = 'Save the query: the link of a saved query is always short.';
      this.toasts.show({ tone: 'neutral', title: 'The text is too long for a link', text });
      return;
    }
    if (!this.clipboard.copy(link)) {
      this.toasts.show({ tone: 'danger', title: 'The browser blocked copying' });
      return;
    }
    this.isCopied.set(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.isCopied.set(false), COPIED_SHOWN_MS);
  }
}
