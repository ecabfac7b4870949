import { CdkContextMenuTrigger, CdkMenu, CdkMenuItem } from '@angular/cdk/menu';
import {
  afterRenderEffect,
  Component,
  computed,
  DestroyRef,
  ElementRef,
  inject,
  input,
  output,
  signal,
} from '@angular/core';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { countedText } from '#libs/results';
import { keyText } from '../../../shared/keys/key-names';
import { shortTime } from '../../../shared/time/short-time';
import { MenuAccelerators } from '../../../shared/ui/menu-accelerators';
import { MenuFocus } from '../../../shared/ui/menu-focus';
import { Tooltip } from '../../../shared/ui/tooltip';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { ConnectionDrop } from '../../../shared/connections/ui/connection-drop';
import { tabTitle } from '../studio-tab';
import type { LastRun, StudioTab } from '../studio-tab';
import { DragSort, DragSortItem } from './drag-sort';
import type { TabItem } from './tab-item';
import { TabList } from './tab-list';

/**
 * The open tabs: arrows move between them, Delete or a middle click closes, a double click or F2 names, dragging or
 * Alt+Shift+arrow puts a tab elsewhere.
 */
@Component({
  selector: 'dw-tab-strip',
  imports: [
    CdkContextMenuTrigger,
    CdkMenu,
    CdkMenuItem,
    ConnectionColour,
    ConnectionDrop,
    DragSort,
    DragSortItem,
    Icon,
    IconButton,
    MenuAccelerators,
    MenuFocus,
    TabList,
    Tooltip,
  ],
  templateUrl: './tab-strip.html',
  styleUrl: './tab-strip.css',
})
export class TabStrip {
  readonly tabs = input.required<readonly StudioTab[]>();
  readonly activeId = input.required<string | null>();
  readonly busyIds = input<ReadonlySet<string>>(new Set());
  /** Tabs with an open transaction. */
  readonly transactionIds = input<ReadonlySet<string>>(new Set());
  /** The colour of each connection by its id. */
  readonly colours = input<ReadonlyMap<string, string | null>>(new Map());
  readonly activated = output<string>();
  readonly closed = output<string>();
  readonly opened = output();
  /** Several are to be closed at once. */
  readonly closedMany = output<readonly string[]>();
  /** A tab is to stand at a place, counted from 0. */
  readonly moved = output<{ id: string; index: number }>();
  /** A connection of the sidebar was dropped on a tab. */
  readonly connectionDropped = output<{ id: string; connectionId: string }>();
  readonly renameAsked = output<string>();
  /** Whether a closed tab can come back. */
  readonly canReopen = input(false);
  readonly reopened = output();

  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly keyText = keyText;
  protected readonly closeKeys = keyText('Alt+W');
  /** What the strip shows: nothing is drawn or measured anew while only the text of a tab changes. */
  protected readonly items = computed<readonly TabItem[]>(
    () =>
      this.tabs().map((tab) => ({
        id: tab.id,
        title: tabTitle(tab),
        isDirty: tab.isDirty,
        isActive: tab.id === this.activeId(),
        isBusy: this.busyIds().has(tab.id),
        isInTransaction: this.transactionIds().has(tab.id),
        colour: this.colours().get(tab.connectionId ?? '') ?? null,
        lastRun: lastRunText(tab.lastRun),
        tooltip: [
          tabTitle(tab),
          tab.lastRun && `Last run ${lastRunText(tab.lastRun)}`,
          this.transactionIds().has(tab.id) && 'Transaction open',
        ]
          .filter(Boolean)
          .join('\n'),
      })),
    { equal: (a, b) => JSON.stringify(a) === JSON.stringify(b) },
  );

  /** Whether some tabs are out of sight. */
  protected readonly isOverflowing = signal(false);

  constructor() {
    afterRenderEffect(() => {
      this.items();
      this.measure();
    });
    if (!('ResizeObserver' in globalThis)) return;
    const observer = new ResizeObserver(() => this.measure());
    observer.observe(this.host);
    inject(DestroyRef).onDestroy(() => observer.disconnect());
  }

  protected press(event: KeyboardEvent, id: string): void {
    const ids = this.tabs().map((tab) => tab.id);
    const at = ids.indexOf(id);
    if (event.key === 'F2') {
      event.preventDefault();
      this.renameAsked.emit(id);
      return;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.altKey && event.shiftKey && step !== undefined) {
      event.preventDefault();
      this.moveBy(id, step);
      this.focusActiveSoon();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete') {
      event.preventDefault();
      this.closed.emit(id);
      this.focusActiveSoon();
      return;
    }
    const targets: Partial<Record<string, number>> = {
      ArrowRight: (at + 1) % ids.length,
      ArrowLeft: (at - 1 + ids.length) % ids.length,
      Home: 0,
      End: ids.length - 1,
    };
    const target = ids[targets[event.key] ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    this.activated.emit(target);
    this.focusActiveSoon();
  }

  /** The cross is part of the tab, not a control of its own: a tab may hold none. Delete does the same. */
  protected click(event: MouseEvent, id: string): void {
    const isOnCross = event.target instanceof Element && event.target.closest('.close') !== null;
    (isOnCross ? this.closed : this.activated).emit(id);
  }

  protected middleClick(event: MouseEvent, id: string): void {
    if (event.button !== 1) return;
    event.preventDefault();
    this.closed.emit(id);
  }

  protected placeOf(id: string): number {
    return this.tabs().findIndex((tab) => tab.id === id);
  }

  protected moveBy(id: string, step: number): void {
    this.moved.emit({ id, index: this.placeOf(id) + step });
  }

  protected othersOf(id: string): string[] {
    return this.tabs().flatMap((tab) => (tab.id === id ? [] : [tab.id]));
  }

  protected rightOf(id: string): string[] {
    return this.tabs()
      .slice(this.placeOf(id) + 1)
      .map((tab) => tab.id);
  }

  /** The strip is drawn anew first; the editor takes the focus on a switch, and the strip takes it back for its own keys. */
  private focusActiveSoon(): void {
    setTimeout(() => {
      this.host.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
    });
  }

  /** The button that lists all tabs takes room from them only where they had too little. */
  private measure(): void {
    const list = this.host.querySelector<HTMLElement>('.list');
    this.isOverflowing.set(list !== null && list.scrollWidth > list.clientWidth);
    this.showActive();
  }

  /** Brings the tab in front into view when there are more tabs than room. */
  private showActive(): void {
    const list = this.host.querySelector<HTMLElement>('.list');
    const tab = this.host.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!list || !tab) return;
    const [left, right] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth];
    if (left < list.scrollLeft) list.scrollLeft = left;
    else if (right > list.scrollLeft + list.clientWidth) list.scrollLeft = right - list.clientWidth;
  }
}

/** When a tab ran last and how many rows it gave: `09:41 · 200 rows`; empty when it never ran. */
function lastRunText(lastRun: LastRun | null): string {
  if (lastRun === null || lastRun.startedAt === '') return '';
  const time = shortTime(lastRun.startedAt, new Date());
  return lastRun.rowCount === null ? time : `${time} · ${countedText(lastRun.rowCount, 'row')}`;
}
