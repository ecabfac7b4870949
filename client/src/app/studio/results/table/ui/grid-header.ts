import type { IHeaderParams, IInnerHeaderComponent } from 'ag-grid-community';
import { oneLine } from '#libs/results';

/** What the head of a column needs beside its name. */
export interface HeaderType {
  readonly type: string;
}

/** Why a click on the head does nothing yet, or never where the run was stopped. */
const NOT_SORTABLE = 'Sorting needs all rows.';

/** The two lines in the head of a column: name and type. Plain DOM, since a result may have 1,600 of them. */
export class GridHeader implements IInnerHeaderComponent {
  private readonly gui = document.createElement('span');
  private readonly name = document.createElement('span');
  private readonly type = document.createElement('small');

  init(params: IHeaderParams & HeaderType): void {
    this.gui.className = 'dw-grid-head';
    this.gui.append(this.name, this.type);
    this.refresh(params);
  }

  getGui(): HTMLElement {
    return this.gui;
  }

  refresh(params: IHeaderParams): boolean {
    const { type } = params as IHeaderParams & HeaderType;
    this.name.textContent = oneLine(params.displayName);
    this.type.textContent = type;
    const hint = params.enableSorting ? '' : `\n${NOT_SORTABLE}`;
    this.gui.title = `${params.displayName} ${type}${hint}`;
    return true;
  }
}
