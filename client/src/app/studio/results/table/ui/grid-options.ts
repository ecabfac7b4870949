import {
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  CustomFilterModule,
  EventApiModule,
  InfiniteRowModelModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
} from 'ag-grid-community';
import type { RowSelectionOptions } from 'ag-grid-community';
import { PAGE_ROWS } from '#libs/api';
import type { KeyGroup } from '../../../../shared/keys/key-groups';

/** The parts of the grid that a result takes. */
export const GRID_MODULES = [
  CellApiModule,
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  ColumnAutoSizeModule,
  CustomFilterModule,
  EventApiModule,
  InfiniteRowModelModule,
  RenderApiModule,
  RowApiModule,
  RowSelectionModule,
  ScrollApiModule,
];

/** How large things are, and how much is held. */
export const GRID_SIZES = {
  /** In CSS pixels. */
  row: 24,
  head: 36,
  filterRow: 32,
  /** Rows that are drawn above and below those in sight. */
  buffer: 10,
  /** A page of rows that are read is one block. */
  block: PAGE_ROWS,
  mostBlocks: 40,
  /** Pages that are merely scrolled past are not asked for, in milliseconds. */
  settleMs: 20,
} as const;

/** Rows are selected by the grid's own keys and clicks (`GridSelection`). */
export const ROW_SELECTION: RowSelectionOptions = {
  mode: 'multiRow',
  checkboxes: false,
  headerCheckbox: false,
  enableClickSelection: false,
};

export const RESULT_KEYS: KeyGroup = {
  name: 'Result',
  keys: [
    ['Space', 'Show the whole value'],
    ['Mod+C', 'Copy the value, the selected cells or rows'],
    ['Shift+↓', 'Select one cell more, or one row where rows are selected'],
    ['Mod+Shift+↓', 'Select the cells down to the last row'],
    ['Mod+F', 'Find in the result'],
    ['Shift+F10', 'Open the menu of a cell, row or column'],
    ['Mod+A', 'Select all rows'],
    ['Enter', 'Edit the cell; typing replaces its value'],
    ['Mod+V', 'Paste cells from a spreadsheet'],
    ['Mod+D', 'Fill the selected cells with the first row'],
    ['Delete', 'Set the selected cells to NULL, or delete the selected rows'],
    ['Mod+I', 'Add a row'],
    ['Mod+Delete', 'Delete the rows'],
    ['Mod+Z', 'Undo the last edit'],
    ['Mod+Shift+Z', 'Redo it'],
    ['Mod+Shift+Enter', 'Review the changes'],
  ],
};
