import { countedText } from '#libs/results';
import type { IconName } from '../../../../../shared/ui/icon/icon';
import { these } from '../../edit/ui/edited-rows';
import type { GridEditing } from '../../edit/ui/grid-editing';
import type { ResultGrid } from '../../ui/result-grid';
import type { CopyScope, MenuTarget } from '../menu-target';

/** An item of the menu that edits rows. */
export interface EditItem {
  readonly label: string;
  readonly icon: IconName;
  readonly keys?: string;
  readonly run: () => void;
}

/** How the cell, the range or the rows under the menu can be edited. */
export function editItems(
  target: Exclude<MenuTarget, { kind: 'header' }>,
  scope: CopyScope,
  grid: ResultGrid,
  editing: GridEditing,
): EditItem[] {
  const ofCells = scope === 'rows' || target.kind !== 'cell' ? [] : cellItems(target, scope, grid, editing);
  const ofRows = rowItems(target, scope, grid, editing);
  return [...ofCells, ...ofRows];
}

function cellItems(
  target: MenuTarget & { kind: 'cell' },
  scope: CopyScope,
  grid: ResultGrid,
  editing: GridEditing,
): EditItem[] {
  const { row: rowIndex, column, data } = target;
  const focus = (): void => {
    if (scope === 'cell') grid.focusing.moveTo(rowIndex, column);
  };
  const edit = (): void => {
    const cell = { columnIndex: column, rowNumber: rowIndex + 1, value: data[column] ?? null, row: data };
    // The menu gives the focus back first.
    setTimeout(() => void editing.begin(cell));
  };
  const set = (value: null | { default: true }) => (): void => {
    focus();
    void editing.set(value);
  };
  const known = editing.edits.column(column);
  const isOne = scope === 'cell';
  return [
    ...(isOne ? [{ label: 'Edit cell', icon: 'pencil' as const, keys: 'Enter', run: edit }] : []),
    ...(!isOne || known?.nullable ? [{ label: 'Set NULL', icon: 'ban' as const, run: set(null) }] : []),
    ...(!isOne || known?.has_default
      ? [{ label: 'Set DEFAULT', icon: 'rotate-ccw' as const, run: set({ default: true }) }]
      : []),
    ...(isOne
      ? []
      : [{ label: 'Fill down', icon: 'arrow-down' as const, keys: 'Mod+D', run: () => void editing.fillDown() }]),
  ];
}

function rowItems(target: MenuTarget, scope: CopyScope, grid: ResultGrid, editing: GridEditing): EditItem[] {
  const count = scope === 'rows' ? grid.chosenCount() : 1;
  const rows = scope === 'rows' || target.kind !== 'cell' ? undefined : these([target.data]);
  const what = count === 1 ? 'row' : countedText(count, 'row');
  const marked = target.kind === 'cell' ? editing.edits.mark(target.data) : null;
  const table = editing.edits.table();
  // The edits themselves check it and give the reason.
  const isUnknown = editing.edits.isUnknown();
  return [
    ...(table?.can_insert || isUnknown
      ? [
          { label: 'Add row', icon: 'plus' as const, keys: 'Mod+I', run: () => void editing.addRow() },
          { label: `Duplicate ${what}`, icon: 'copy' as const, run: () => void editing.duplicate(rows) },
        ]
      : []),
    ...((table?.can_delete || isUnknown) && marked !== 'deleted'
      ? [
          {
            label: `Delete ${what}`,
            icon: 'trash' as const,
            keys: 'Mod+Delete',
            run: () => void editing.deleteRows(rows),
          },
        ]
      : []),
    ...(marked !== null || (scope === 'rows' && editing.edits.staging().rows.size > 0)
      ? [{ label: `Undo edits of ${what}`, icon: 'rotate-ccw' as const, run: () => void editing.revert(rows) }]
      : []),
  ];
}
