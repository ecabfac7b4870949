import { CdkContextMenuTrigger, CdkMenu, CdkMenuItem } from '@angular/cdk/menu';
import { CdkFixedSizeVirtualScroll, CdkVirtualForOf, CdkVirtualScrollViewport } from '@angular/cdk/scrolling';
import {
  afterRenderEffect,
  Component,
  computed,
  inject,
  input,
  linkedSignal,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { isModWith } from '../../../shared/keys/command-key';
import type { IconName } from '../../../shared/ui/icon/icon';
import { SchemaMarkBadge } from '../../../shared/schema-marks/schema-mark-badge';
import type { SchemaMark } from '../../../shared/schema-marks/schema-marks';
import { SchemaMarks } from '../../../shared/schema-marks/schema-marks.store';
import { FileDrop } from '../../../shared/imports/file-drop';
import type { DroppedFile } from '../../../shared/imports/file-drop';
import { Icon } from '../../../shared/ui/icon/icon';
import { MenuFocus } from '../../../shared/ui/menu-focus';
import { isMod, keyText } from '../../../shared/keys/key-names';
import type { OfferedChange } from '../actions/change-target';
import type { SchemaRow } from '../schema-tree';
import { treeMove, typeAhead } from '../tree-keys';
import { rowIcon } from './row-icon';

const ROW_PX = 24;
const ROW_ID = 'schema-row-';
/** Letters typed within this time belong to one search, in milliseconds. */
const TYPING_MS = 600;

/** The catalog as a tree of 24 px rows; only those in view are drawn. One Tab stop, arrows move, letters search. */
@Component({
  selector: 'dw-schema-tree',
  imports: [
    CdkContextMenuTrigger,
    CdkMenu,
    CdkMenuItem,
    CdkFixedSizeVirtualScroll,
    CdkVirtualForOf,
    CdkVirtualScrollViewport,
    FileDrop,
    Icon,
    MenuFocus,
    SchemaMarkBadge,
  ],
  templateUrl: './schema-tree.html',
  styleUrl: './schema-tree.css',
})
export class SchemaTreeView {
  readonly rows = input.required<readonly SchemaRow[]>();
  /** Whose catalog it is. */
  readonly connectionId = input<string | null>(null);
  readonly expanded = output<SchemaRow>();
  readonly collapsed = output<SchemaRow>();
  /** A row was selected by mouse or keyboard. */
  readonly selected = output<SchemaRow>();
  readonly previewed = output<SchemaRow>();
  readonly inserted = output<SchemaRow>();
  /** Whether rows can be added here at all. */
  readonly takesRows = input(false);
  /** An INSERT statement for a table is to be opened. */
  readonly templateAsked = output<SchemaRow>();
  /** The form for a new row is to be opened. */
  readonly rowAsked = output<SchemaRow>();
  /** The name of a row is to be copied. */
  readonly copied = output<SchemaRow>();
  readonly definitionAsked = output<SchemaRow>();
  /** Rows of a file are to be imported into a schema or a table; a dropped file comes with its row. */
  readonly importAsked = output<{ row: SchemaRow | null; file: File | null }>();
  /** The changes that a row's menu offers. */
  readonly changesOf = input<(row: SchemaRow) => readonly OfferedChange[]>(() => []);
  /** The form of a change is to be opened. */
  readonly changeAsked = output<{ readonly row: SchemaRow; readonly name: OfferedChange['name'] }>();

  /** The row that is to be gone to; -1 for none. */
  readonly soughtIndex = input(-1);
  readonly arrived = output();

  private readonly marks = inject(SchemaMarks);
  protected readonly keyText = keyText;
  /** There is one from the start: a menu without items would not take the focus. */
  protected readonly menuRow = linkedSignal(() => this.rows()[this.activeIndex()] ?? null);
  protected readonly menuChanges = computed(() => {
    const row = this.menuRow();
    return row ? this.changesOf()(row) : [];
  });
  protected readonly rowPx = ROW_PX;
  protected readonly hasFocus = signal(false);
  private readonly activeId = signal<string | null>(null);
  /** Where the keyboard stands; a row that went away hands over to the one in its place. */
  protected readonly activeIndex = linkedSignal<{ rows: readonly SchemaRow[]; id: string | null }, number>({
    source: () => ({ rows: this.rows(), id: this.activeId() }),
    computation: ({ rows, id }, previous) => {
      const found = rows.findIndex((row) => row.id === id);
      return found >= 0 ? found : Math.min(previous?.value ?? 0, Math.max(rows.length - 1, 0));
    },
  });
  protected readonly activeDomId = computed(() => (this.rows().length > 0 ? this.domId(this.activeIndex()) : null));
  private readonly viewport = viewChild.required(CdkVirtualScrollViewport);
  private typed = '';
  private typedAt = 0;

  protected readonly icon = (row: SchemaRow): IconName | null => rowIcon(row.node);
  protected readonly idOf = (_index: number, row: SchemaRow): string => row.id;

  constructor() {
    // The rows have to be drawn before the viewport can scroll to one of them.
    afterRenderEffect(() => {
      const index = this.soughtIndex();
      if (index < 0) return;
      this.viewport().checkViewportSize();
      untracked(() => this.goTo(index));
    });
  }

  /** Whether a contract is broken by a table, or the table changed lately. */
  protected mark({ node }: SchemaRow): SchemaMark | null {
    const id = this.connectionId();
    if (id === null || node.kind !== 'table') return null;
    return this.marks.ofTable(id, { schema: node.schema.name, name: node.table.name });
  }

  /** A materialized view is filled by its own query. */
  protected canTakeRow({ node }: SchemaRow): boolean {
    return this.takesRows() && node.kind === 'table' && node.table.kind !== 'materialized_view';
  }

  /** A table takes rows of a file, a schema takes a table for them. */
  protected canImport(row: SchemaRow): boolean {
    return this.canTakeRow(row) || (this.takesRows() && row.node.kind === 'schema');
  }

  protected dropFile({ file, on }: DroppedFile): void {
    const row = this.rows()[this.indexOf(on)] ?? null;
    this.importAsked.emit({ row: row !== null && this.canImport(row) ? row : null, file });
  }

  protected domId(index: number): string {
    return `${ROW_ID}${index}`;
  }

  protected click(event: Event): void {
    const index = this.indexOf(event.target);
    const row = this.rows()[index];
    if (!row) return;
    this.focus();
    this.stand(index);
    this.toggle(row);
  }

  /** Goes to the row of a button; false for the second click of a double click, which is not meant to act again. */
  protected act(event: MouseEvent, index: number): boolean {
    event.stopPropagation();
    this.stand(index);
    return event.detail < 2;
  }

  protected doubleClick(event: Event): void {
    const row = this.rows()[this.indexOf(event.target)];
    if (row) this.insert(row);
  }

  /** The menu is for the row under the pointer, or, opened by a key, for the one with the focus. */
  protected aim(event: Event): void {
    const hit = event.target instanceof Element ? event.target.closest('[role="treeitem"]') : null;
    const index = hit ? Number(hit.id.slice(ROW_ID.length)) : this.activeIndex();
    this.stand(index);
    this.menuRow.set(this.rows()[index] ?? null);
  }

  protected hasName({ node }: SchemaRow): boolean {
    return node.kind !== 'note' && node.kind !== 'group' && node.kind !== 'member';
  }

  protected hasDefinition({ node }: SchemaRow): boolean {
    return node.kind === 'table' || node.kind === 'object';
  }

  protected press(event: KeyboardEvent): void {
    const row = this.rows()[this.activeIndex()];
    if (row && isModWith(event, 'c') && this.hasName(row)) {
      event.preventDefault();
      this.copied.emit(row);
      return;
    }
    const isPlain = !isMod(event) && !event.altKey && !event.metaKey && !event.ctrlKey;
    if (!row || !isPlain) return;
    const isTaken = this.activate(row, event) || this.move(row, event) || this.searchTyped(event);
    if (isTaken) event.preventDefault();
  }

  private activate(row: SchemaRow, event: KeyboardEvent): boolean {
    if (event.key === 'Enter' && event.shiftKey) this.insert(row);
    else if (event.key === 'F4' && this.hasDefinition(row)) this.definitionAsked.emit(row);
    else if (event.key === 'F2') this.askByKey(row, 'rename');
    else if (event.key === 'Delete') this.askByKey(row, 'drop');
    else if (event.key === 'Insert' && this.canTakeRow(row))
      (event.shiftKey ? this.rowAsked : this.templateAsked).emit(row);
    else if (event.key === 'Enter' && row.node.kind === 'table') this.previewed.emit(row);
    else if (event.key === 'Enter' && row.node.kind === 'object') this.definitionAsked.emit(row);
    else if (event.key === 'Enter' || (event.key === ' ' && !this.isSearching(event))) this.toggle(row);
    else return false;
    return true;
  }

  private askByKey(row: SchemaRow, name: OfferedChange['name']): void {
    const offered = this.changesOf()(row).find((change) => change.name === name);
    if (offered?.refusal === null) this.changeAsked.emit({ row, name });
  }

  private move(row: SchemaRow, event: KeyboardEvent): boolean {
    const pageRows = Math.max(1, Math.floor(this.viewport().getViewportSize() / ROW_PX) - 1);
    const move = treeMove(this.rows(), this.activeIndex(), event.key, pageRows);
    if (!move) return event.key.startsWith('Arrow');
    this.typed = '';
    if (move.do === 'move') this.stand(move.to);
    else (move.do === 'expand' ? this.expanded : this.collapsed).emit(row);
    return true;
  }

  /** Whether a key belongs to the letters before it. */
  private isSearching({ timeStamp }: KeyboardEvent): boolean {
    return this.typed !== '' && timeStamp - this.typedAt < TYPING_MS;
  }

  private searchTyped(event: KeyboardEvent): boolean {
    if (event.key.length !== 1) return false;
    this.typed = this.isSearching(event) ? this.typed + event.key : event.key;
    this.typedAt = event.timeStamp;
    const found = typeAhead(this.rows(), this.activeIndex(), this.typed);
    if (found >= 0) this.stand(found);
    return true;
  }

  /** The row that was hit; a button in it has taken the click for itself. */
  private indexOf(target: EventTarget | null): number {
    const hit =
      target instanceof Element && target.closest('button') === null ? target.closest('[role="treeitem"]') : null;
    return hit ? Number(hit.id.slice(ROW_ID.length)) : -1;
  }

  protected insert(row: SchemaRow): void {
    if (this.hasName(row)) this.inserted.emit(row);
  }

  private toggle(row: SchemaRow): void {
    if (row.isExpandable) (row.isExpanded ? this.collapsed : this.expanded).emit(row);
  }

  private goTo(index: number): void {
    this.focus();
    this.stand(index);
    this.arrived.emit();
  }

  private focus(): void {
    this.viewport().elementRef.nativeElement.focus({ preventScroll: true });
  }

  protected stand(index: number): void {
    this.activeId.set(this.rows()[index]?.id ?? null);
    this.activeIndex.set(index);
    const row = this.rows()[index];
    if (row) this.selected.emit(row);
    const viewport = this.viewport();
    const top = viewport.measureScrollOffset('top');
    const end = top + viewport.getViewportSize();
    if (index * ROW_PX < top) viewport.scrollToOffset(index * ROW_PX);
    else if ((index + 1) * ROW_PX > end) viewport.scrollToOffset((index + 1) * ROW_PX - viewport.getViewportSize());
  }
}
