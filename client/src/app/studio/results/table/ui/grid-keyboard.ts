import { gridKeyOf, isJump } from '../grid-keys';
import type { GridRange } from '../range/ui/grid-range';
import type { FocusedCell, GridFocus } from './grid-focus';
import type { GridSelection } from './grid-selection';

/** What keys ask of those who show the grid. */
export interface KeyRequests {
  /** Keys by which rows are edited; false for any other key. */
  readonly edit: (event: KeyboardEvent) => boolean;
  readonly editCell: (cell: FocusedCell) => void;
  readonly view: (cell: FocusedCell) => void;
  readonly copyCell: (cell: FocusedCell) => void;
  readonly copyRows: () => void;
  readonly copyRange: () => void;
}

export interface KeyboardParts {
  readonly selection: GridSelection;
  readonly focusing: GridFocus;
  readonly range: GridRange;
}

/** The keys of a grid besides those that the grid itself handles. */
export class GridKeyboard {
  constructor(
    private readonly parts: KeyboardParts,
    private readonly requests: KeyRequests,
  ) {}

  /** Does what a key asks for; false for a key that the grid itself handles. */
  press(event: KeyboardEvent): boolean {
    const { range, selection } = this.parts;
    if (!this.act(event)) {
      // Shift extends rows that were chosen, and otherwise the range; any other step ends the range.
      if (event.key.startsWith('Arrow') && range.isActive()) range.clear();
      return false;
    }
    if (range.isActive()) selection.none();
    event.preventDefault();
    return true;
  }

  private act(event: KeyboardEvent): boolean {
    const { range, selection, focusing } = this.parts;
    if (this.requests.edit(event)) {
      event.stopPropagation();
      return true;
    }
    const key = gridKeyOf(event);
    if (key === 'extend') {
      const isFar = event.ctrlKey || event.metaKey;
      return selection.chosenCount() === 0 && range.step({ key: event.key, isFar });
    }
    if (key === 'leave') return this.leave(event);
    if (isJump(key)) {
      range.clear();
      focusing.jump(key);
      return true;
    }
    if (key === 'select-all') {
      range.clear();
      selection.all();
      return true;
    }
    if (key === 'copy' && range.isActive()) {
      this.requests.copyRange();
      return true;
    }
    const cell = key === null ? null : focusing.cell();
    if (cell && key === 'edit') this.requests.editCell(cell);
    else if (cell) this.forCell(key === 'view', cell);
    return cell !== null;
  }

  private forCell(isView: boolean, cell: FocusedCell): void {
    if (isView) this.requests.view(cell);
    else if (this.parts.selection.chosenCount() > 0) this.requests.copyRows();
    else this.requests.copyCell(cell);
  }

  private leave(event: KeyboardEvent): boolean {
    const { range } = this.parts;
    if (!range.isActive()) return false;
    range.clear();
    event.stopPropagation();
    return true;
  }
}
