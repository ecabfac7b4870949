import { Component, input, output } from '@angular/core';
import { IconButton } from '../../../shared/ui/icon-button';

/** What shows and hides the row of filter fields. */
export interface FilterRow {
  readonly isRowShown: () => boolean;
  readonly toggleRow: () => void;
}

/** The buttons above a table that show its tools. */
@Component({
  selector: 'dw-table-tools',
  imports: [IconButton],
  template: `
    <button
      dwIconButton="list-filter"
      label="Filter row"
      tip="Filter row: hiding it clears the filters"
      [attr.aria-pressed]="filters().isRowShown()"
      (click)="filters().toggleRow()"
    ></button>
    <button
      dwIconButton="search"
      label="Find in result"
      keys="Mod+F"
      [attr.aria-pressed]="isFinding()"
      (click)="findAsked.emit()"
    ></button>
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
