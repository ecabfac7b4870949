import { Component, computed, inject } from '@angular/core';
import { hasRoom, redoStaging, stageAgain, tableKey, undoStaging, unstageAll } from '#libs/changes';
import type { Staging } from '#libs/changes';
import { countedText, countText } from '#libs/results';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { foldHost } from '../../../shared/ui/fold';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { Tooltip } from '../../../shared/ui/tooltip';
import { TabsStore } from '../../tabs/tabs.store';
import { TabEdits } from '../tab-edits';
import { ChangeReviews } from './change-reviews';

/** How many edits are staged in the tab in front, and what can be done with them. */
@Component({
  selector: 'dw-staged-bar',
  imports: [Icon, IconButton, Tooltip],
  template: `<div class="bar">
    <strong class="dw-num" role="status" [title]="text()">{{ text() }}</strong>
    <span class="signs dw-mono" aria-hidden="true">
      @if (counts().cells > 0) {
        <span class="changed">~{{ countText(counts().cells) }}</span>
      }
      @if (counts().added > 0) {
        <span class="added">+{{ countText(counts().added) }}</span>
      }
      @if (counts().deleted > 0) {
        <span class="deleted">−{{ countText(counts().deleted) }}</span>
      }
    </span>
    @if (counts().invalid > 0) {
      <span class="invalid">
        <dw-icon name="circle-x" [size]="14" />
        <span class="dw-bar-unit"
          >{{ countedText(counts().invalid, 'invalid value') }}<span class="why">, not staged</span></span
        >
      </span>
      <button
        class="dw-btn dw-ghost dw-sm"
        type="button"
        aria-label="Show the next invalid value"
        (click)="edits.showInvalid()"
      >
        Show
      </button>
    }
    @if (elsewhere(); as name) {
      <span class="dw-t2">for {{ name }}</span>
    }
    <span class="dw-grow"></span>
    <button
      class="step"
      dwIconButton="rotate-ccw"
      label="Undo edit"
      [attr.aria-disabled]="edits.active().past.length === 0 || null"
      (click)="change(undo)"
      keys="Mod+Z"
    ></button>
    <button
      class="step"
      dwIconButton="rotate-cw"
      label="Redo edit"
      [attr.aria-disabled]="edits.active().future.length === 0 || null"
      (click)="change(redo)"
      keys="Mod+Shift+Z"
    ></button>
    <button class="dw-btn dw-ghost dw-sm" type="button" (click)="discard()">Discard</button>
    <button
      class="dw-btn dw-sm"
      type="button"
      [dwTooltip]="
        canReview()
          ? 'Rehearse the changes and show each row before and after'
          : 'Correct the invalid value first: it is not staged'
      "
      [dwTooltipKeys]="canReview() ? 'Mod+Shift+Enter' : ''"
      [attr.aria-disabled]="!canReview() || null"
      [class.dw-primary]="!isReviewing()"
      [attr.aria-pressed]="isReviewing()"
      [attr.aria-busy]="reviews.busy() !== null || null"
      (click)="isReviewing() ? reviews.close() : canReview() && reviews.start()"
    >
      Review changes
    </button>
  </div>`,
  styles: `
    :host {
      contain: inline-size;
      flex: none;
      border-top: 1px solid var(--dw-line-1);
      background: var(--dw-bg-panel);
    }
    .bar {
      display: flex;
      gap: 8px;
      align-items: center;
      height: 40px;
      padding: 0 12px;
      font-size: var(--dw-text-dense);
    }
    strong {
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      font-weight: var(--dw-weight-semibold);
    }
    .signs {
      display: flex;
      gap: 10px;
    }
    :host([data-folded~='signs']) .signs,
    :host([data-folded~='signs']) .why {
      display: none;
    }
    /* Beside a review: keys undo and redo as well, and the sign has its number in the gutter of the grid. */
    :host([data-folded~='units']) .bar {
      gap: 4px;
      padding: 0 8px;
    }
    :host([data-folded~='units']) .bar:has(.invalid) > .step {
      display: none;
    }
    .changed {
      color: var(--dw-warn-text);
    }
    .added {
      color: var(--dw-success-text);
    }
    .deleted,
    .invalid {
      color: var(--dw-danger-text);
    }
    .invalid {
      display: flex;
      gap: 6px;
      align-items: center;
      white-space: nowrap;
    }
  `,
  host: { role: 'region', 'aria-label': 'Staged changes' },
})
export class StagedBar {
  protected readonly edits = inject(TabEdits);
  protected readonly reviews = inject(ChangeReviews);
  private readonly tabs = inject(TabsStore);
  private readonly toasts = inject(Toasts);
  private readonly connections = inject(ConnectionsStore);

  protected readonly countText = countText;
  protected readonly countedText = countedText;
  protected readonly undo = undoStaging;
  protected readonly redo = redoStaging;
  protected readonly counts = this.edits.counts;
  /** A change set that is in the database, or waits for another person, is reviewed no longer. */
  protected readonly isReviewing = computed(() => {
    const state = this.reviews.change()?.state;
    return this.reviews.shown() !== null && state !== 'applied' && state !== 'proposed';
  });
  protected readonly canReview = computed(() => this.isReviewing() || this.counts().changes > 0);
  protected readonly text = computed(() => {
    const { changes, rows } = this.counts();
    if (changes === 0) return 'No staged changes';
    return `${countedText(changes, 'change')} in ${countedText(rows, 'row')}${this.place()}`;
  });
  /** Another table may be shown than the one with the changes. */
  private readonly place = computed(() => {
    const names = new Map([...this.edits.active().rows.values()].map((row) => [tableKey(row), row.table]));
    const [first] = names.values();
    return first === undefined ? '' : ` of ${names.size === 1 ? first : countedText(names.size, 'table')}`;
  });
  /** The connection of the edits where the tab has moved to another one. */
  protected readonly elsewhere = computed(() => {
    const id = this.edits.connectionId();
    return id === null || id === this.tabs.active()?.connectionId ? null : (this.connections.find(id)?.name ?? id);
  });

  constructor() {
    foldHost({ signs: 640, units: 480 });
  }

  protected change(step: (staging: Staging) => Staging): void {
    const [tabId, connectionId] = [this.tabs.activeId(), this.tabs.active()?.staged?.connectionId];
    if (tabId !== null && connectionId !== undefined) this.edits.update(tabId, connectionId, step);
  }

  protected discard(): void {
    const [tabId, connectionId, text] = [this.tabs.activeId(), this.edits.connectionId(), this.text()];
    if (tabId === null || connectionId === null) return;
    void this.reviews.close();
    const discarded = this.edits.of(tabId, connectionId);
    this.edits.update(tabId, connectionId, unstageAll);
    const run = (): void => this.bringBack(tabId, connectionId, discarded);
    this.toasts.show({ tone: 'neutral', title: `Discarded ${text}`, action: { label: 'Undo', run } });
  }

  /** Other edits may have been staged since. */
  private bringBack(tabId: string, connectionId: string, discarded: Staging): void {
    const isFull = !hasRoom(this.edits.of(tabId, connectionId), discarded.rows.size);
    if (!isFull && !this.edits.isForOther(tabId, connectionId))
      this.edits.update(tabId, connectionId, (staging) => stageAgain(staging, discarded));
    else {
      const text = isFull ? 'A tab stages up to 10,000 rows.' : 'The tab has staged changes for another connection.';
      this.toasts.show({ tone: 'neutral', title: "Couldn't undo", text: `${text} Review or discard them first.` });
    }
  }
}
