import { CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, input, output } from '@angular/core';
import type { ResultColumn } from '#libs/api';
import { countText } from '#libs/results';
import type { PageWindow } from '#libs/results';
import type { ApiProblem } from '../../../../shared/http/api-problem';
import { foldHost } from '../../../../shared/ui/fold';
import { Icon } from '../../../../shared/ui/icon/icon';
import { Tooltip } from '../../../../shared/ui/tooltip';
import { ColumnsMenu } from '../layout/ui/columns-menu';
import type { RangeInFoot } from '../range/range-in-foot';
import type { GridColumn } from './grid-column-state';
import type { FocusedCell } from './grid-focus';

/** The line under a table: the focused cell at the left, the rows in sight at the right. */
@Component({
  selector: 'dw-grid-foot',
  imports: [CdkMenuTrigger, ColumnsMenu, Icon, Tooltip],
  templateUrl: './grid-foot.html',
  styleUrl: './grid-foot.css',
})
export class GridFoot {
  readonly cell = input.required<FocusedCell | null>();
  readonly column = input.required<ResultColumn | null>();
  readonly window = input.required<PageWindow | null>();
  readonly problem = input<ApiProblem | null>(null);
  /** Why the focused cell is invalid. */
  readonly fault = input<string | null>(null);
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

  constructor() {
    foldHost({ cell: 1000, type: 440 });
  }
}
