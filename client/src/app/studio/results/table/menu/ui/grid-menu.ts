import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, inject, input, output, signal, viewChild } from '@angular/core';
import type { TemplateRef } from '@angular/core';
import type { ResultColumn, SortDirection } from '#libs/api';
import { countedText } from '#libs/results';
import type { CopyFormat } from '#libs/results';
import { keyText } from '../../../../../shared/keys/key-names';
import { Icon } from '../../../../../shared/ui/icon/icon';
import { MenuAccelerators } from '../../../../../shared/ui/menu-accelerators';
import { Submenu } from '../../../../../shared/ui/submenu';
import { ClipboardText } from '../../../clipboard-text';
import { TableEdits } from '../../edit/table-edits';
import { shownRows } from '../../edit/ui/edited-rows';
import { GridEditing } from '../../edit/ui/grid-editing';
import { TableFilters } from '../../filter/table-filters';
import { TableStatistics } from '../../statistics/table-statistics';
import type { Rows } from '../../ui/grid-rows';
import type { ResultGrid } from '../../ui/result-grid';
import type { CopyScope, MenuTarget } from '../menu-target';
import { NO_LINKS, RowLinks } from './row-links';
import type { CellLinks, RowLink } from './row-links';
import { TableCopy } from './table-copy';
import { editItems } from './edit-items';
import type { EditItem } from './edit-items';

const FORMATS: readonly { format: CopyFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'tsv', label: 'TSV' },
  { format: 'json', label: 'JSON' },
  { format: 'markdown', label: 'Markdown' },
  { format: 'insert', label: 'INSERT' },
  { format: 'in-list', label: 'IN-list' },
];

/** The context menu of a table: on a cell, the number of a row or the head of a column. */
@Component({
  selector: 'dw-grid-menu',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, Icon, MenuAccelerators, Submenu],
  templateUrl: './grid-menu.html',
})
export class GridMenu {
  readonly grid = input.required<ResultGrid>();
  readonly columns = input.required<readonly ResultColumn[]>();
  readonly connectionId = input<string | null>(null);
  readonly canSort = input(false);
  /** Something was copied. */
  readonly copied = output();

  readonly template = viewChild.required<TemplateRef<unknown>>('menu');
  private readonly clipboard = inject(ClipboardText);
  private readonly copies = inject(TableCopy);
  protected readonly filters = inject(TableFilters);
  private readonly statistics = inject(TableStatistics);
  protected readonly edits = inject(TableEdits);
  private readonly editing = inject(GridEditing);
  private readonly rowLinks = inject(RowLinks);
  private readonly found = signal<CellLinks>(NO_LINKS);
  /** The rows that the cell leads to by foreign keys. */
  protected readonly links = this.found.asReadonly();
  private readonly opened = signal<MenuTarget | null>(null);

  protected readonly keyText = keyText;
  protected readonly copyFormats = FORMATS;
  protected readonly target = this.opened.asReadonly();
  /** The place of the column that the menu is about; null on the number of a row. */
  protected readonly column = computed(() => {
    const target = this.target();
    return target === null || target.kind === 'row' ? null : target.column;
  });
  private readonly place = computed(() => {
    const column = this.column();
    return (
      this.target() &&
      this.grid()
        .state.list()
        .find(({ index }) => index === column)
    );
  });
  protected readonly isPinned = computed(() => this.place()?.isPinned === true);
  protected readonly canHide = computed(
    () =>
      this.target() !== null &&
      this.grid()
        .state.list()
        .filter(({ isShown }) => isShown).length > 1,
  );
  protected readonly scope = computed<CopyScope>(() => {
    const target = this.target();
    if (target?.kind === 'row') return 'rows';
    if (target?.kind !== 'cell') return 'cell';
    if (this.grid().range.isActive() && this.grid().range.hasColumn(target.row, target.column)) return 'range';
    return this.grid().isChosen(target.row) ? 'rows' : 'cell';
  });
  protected readonly copyLabel = computed(() => {
    if (this.scope() === 'range') return `Copy ${countedText(this.grid().range.cellCount(), 'cell')}`;
    return this.scope() === 'rows' ? `Copy ${countedText(this.grid().chosenCount(), 'row')}` : 'Copy';
  });
  /** How the rows that the menu is about can be edited. */
  protected readonly edited = computed<readonly EditItem[]>(() => {
    const target = this.target();
    if (target === null || target.kind === 'header') return [];
    if (this.edits.table() === null && !this.edits.isUnknown()) return [];
    return editItems(target, this.scope(), this.grid(), this.editing);
  });
  protected readonly label = computed(() => {
    const [target, column] = [this.target(), this.column()];
    const name = column === null ? '' : (this.columns()[column]?.name ?? '');
    return target?.kind === 'row' ? 'Row' : target?.kind === 'cell' ? `Cell of ${name}` : `Column ${name}`;
  });

  /** Shows what can be done with a target. Call it before the menu opens. */
  aim(target: MenuTarget): void {
    // Another object, so that what is asked of the grid is asked anew.
    this.opened.set({ ...target });
    this.found.set(NO_LINKS);
    if (target.kind !== 'header' && this.edits.isUnknown()) void this.edits.ask();
    if (target.kind === 'cell') void this.findLinks(target);
  }

  protected follow(link: RowLink): void {
    this.rowLinks.open(this.connectionId(), link);
  }

  private async findLinks(target: MenuTarget & { readonly kind: 'cell' }): Promise<void> {
    const opened = this.opened();
    const cell = { columns: this.columns(), row: target.data, column: target.column };
    const links = await this.rowLinks.of(this.connectionId(), cell);
    if (this.opened() === opened) this.found.set(links);
  }

  protected sort(column: number, direction: SortDirection): void {
    this.grid().state.sortBy({ column, direction });
  }

  /** Opens the editor of the column's condition under its head. */
  protected editFilter(column: number): void {
    const origin = this.grid().headOf(column);
    if (origin) this.filters.edit(column, origin);
  }

  /** Shows the statistics of the column beside it, once the menu has gone. */
  protected showStatistics(): void {
    const column = this.column();
    const origin = column === null ? null : this.grid().headOf(column);
    if (column !== null && origin) setTimeout(() => void this.statistics.open({ column, origin }));
  }

  protected pin(): void {
    const column = this.column();
    if (column !== null) this.grid().state.pin(column, !this.isPinned());
  }

  protected hide(): void {
    const column = this.column();
    if (column !== null) this.grid().state.show(column, false);
  }

  protected copyName(column: number): void {
    void this.note(this.clipboard.put(this.columns()[column]?.name ?? ''));
  }

  /** Copies as Ctrl+C does. */
  protected copy(target: MenuTarget): void {
    const scope = this.scope();
    if (scope !== 'cell') this.copyAs(target, 'tsv', scope === 'rows');
    else if (target.kind === 'cell')
      void this.note(this.clipboard.putCell(this.edits.shownRow(target.data)[target.column] ?? null));
  }

  /** Copies the cells of the range, whatever the menu is about. */
  copyRange(): void {
    void this.take('range', null, 'tsv', false);
  }

  protected copyAs(target: MenuTarget, format: CopyFormat, hasNames: boolean): void {
    void this.take(this.scope(), target, format, hasNames);
  }

  private async take(
    scope: CopyScope,
    target: MenuTarget | null,
    format: CopyFormat,
    hasNames: boolean,
  ): Promise<void> {
    const [grid, columns, connectionId] = [this.grid(), this.columns(), this.connectionId()];
    const extent = grid.range.extent();
    const of = (places: readonly number[], rowCount: number, rows: () => Rows) =>
      this.copies.copy({ connectionId, columns, places, rowCount, rows }, format, hasNames);
    let isCopied = false;
    if (scope === 'range' && extent) {
      const { firstRow, lastRow } = extent;
      isCopied = await of(extent.columns, lastRow - firstRow + 1, () =>
        shownRows(this.edits, grid.rowsBetween(firstRow, lastRow)),
      );
    } else if (scope === 'rows') {
      isCopied = await of([...columns.keys()], grid.chosenCount(), () => shownRows(this.edits, grid.chosen().rows()));
    } else if (target?.kind === 'cell')
      isCopied = await of([target.column], 1, () => [this.edits.shownRow(target.data)]);
    if (isCopied) this.copied.emit();
  }

  private async note(isCopied: Promise<boolean>): Promise<void> {
    if (await isCopied) this.copied.emit();
  }
}
