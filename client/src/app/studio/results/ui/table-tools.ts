import { Component, input, output } from '@angular/core';
import { Icon } from '../../../shared/ui/icon/icon';
import { Tooltip } from '../../../shared/ui/tooltip';

/** What shows and hides the row of filter fields. */
export interface FilterRow {
  readonly isRowShown: () => boolean;
  readonly toggleRow: () => void;
}

/** The buttons above a table that show its tools. */
@Component({
  selector: 'dw-table-tools',
  imports: [Icon, Tooltip],
  template: `
    <button
      class="dw-btn dw-ghost dw-icon-only dw-sm"
      type="button"
      aria-label="Filter row"
      dwTooltip="Filter row: hiding it clears the filters"
      [attr.aria-pressed]="filters().isRowShown()"
      (click)="filters().toggleRow()"
    >
      <dw-icon name="list-filter" [size]="14" />
    </button>
    <button
      class="dw-btn dw-ghost dw-icon-only dw-sm"
      type="button"
      aria-label="Find in result"
      dwTooltip="Find in result"
      dwTooltipKeys="Mod+F"
      [attr.aria-pressed]="isFinding()"
      (click)="findAsked.emit()"
    >
      <dw-icon name="search" [size]="14" />
    </button>
  `,
  styles: `
    :host {
      display: flex;
      gap: 4px;
    }
  `,
})
export class TableTools {
  readonly filters = input.required<FilterRow>();
  readonly isFinding = input(false);
  /** Find is to be opened, or closed where it is open. */
  readonly findAsked = output();
}
