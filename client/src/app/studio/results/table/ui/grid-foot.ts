import { CdkMenu, CdkMenuItem, CdkMenuItemCheckbox, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, input, output } from '@angular/core';
import type { ResultColumn } from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { countText, pageOffset } from '#libs/results';
import type { PageWindow } from '#libs/results';
import type { ApiProblem } from '../../../../shared/http/api-problem';
import { Icon } from '../../../../shared/ui/icon/icon';
import { Tooltip } from '../../../../shared/ui/tooltip';
import type { RangeInFoot } from '../range/range-in-foot';
import type { GridColumn } from './grid-column-state';
import type { FocusedCell } from './grid-focus';

/** The line under a table: the focused cell at the left, the page at the right. */
@Component({
  selector: 'dw-grid-foot',
  imports: [CdkMenu, CdkMenuItem, CdkMenuItemCheckbox, CdkMenuTrigger, Icon, Tooltip],
  templateUrl: './grid-foot.html',
  styleUrl: './grid-foot.css',
})
export class GridFoot {
  readonly cell = input.required<FocusedCell | null>();
  readonly column = input.required<ResultColumn | null>();
  readonly window = input.required<PageWindow | null>();
  readonly problem = input<ApiProblem | null>(null);
  readonly isCopied = input(false);
  /** The columns in their order in the grid. */
  readonly gridColumns = input<readonly GridColumn[]>([]);
  /** The range of cells that is selected; it takes the place of the focused cell. */
  readonly selectedRange = input<RangeInFoot | null>(null);
  readonly copyRangeAsked = output();
  readonly columnShown = output<{ index: number; isShown: boolean }>();
  readonly columnsReset = output();
  readonly copyAsked = output();
  readonly viewAsked = output();
  /** The offset of the page that is wanted. */
  readonly pageAsked = output<number>();
  /** The page that could not be read is to be read again. */
  readonly retryAsked = output();

  protected readonly countText = countText;
  protected readonly hiddenCount = computed(() => this.gridColumns().filter(({ isShown }) => !isShown).length);
  protected readonly range = computed(() => {
    const window = this.window();
    if (!window) return '';
    const rows = `${countText(window.firstRow)}–${countText(window.lastRow)}`;
    return window.rowTotal === null
      ? `${rows} of ${countText(window.knownRows)} so far`
      : `${rows} of ${countText(window.rowTotal)}`;
  });

  /** Goes to a page, counted from 1. */
  protected go(page: number): void {
    this.pageAsked.emit((page - 1) * PAGE_ROWS);
  }

  /** Goes to the page that was typed; what is no page gives way to the page one is on. */
  protected typed(field: HTMLInputElement, window: PageWindow): void {
    const offset = pageOffset(field.value, PAGE_ROWS, window.pageCount);
    const isOther = offset !== null && offset !== (window.page - 1) * PAGE_ROWS;
    field.value = countText(offset === null ? window.page : offset / PAGE_ROWS + 1);
    if (isOther) this.pageAsked.emit(offset);
  }
}
