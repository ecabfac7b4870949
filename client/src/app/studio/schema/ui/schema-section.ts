import { Clipboard } from '@angular/cdk/clipboard';
import { Component, computed, effect, inject, input, output, signal, untracked, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { Connection } from '#libs/api';
import type { TablePlace } from '#libs/rows';
import { qualifiedName, quoteIdentifier } from '#libs/sql';
import { SettingsStore } from '../../../shared/settings/settings.store';
import { Icon } from '../../../shared/ui/icon/icon';
import { SidebarSection } from '../../../shared/ui/sidebar/sidebar-section';
import { EmptyState } from '../../../shared/ui/state/empty-state';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { Tooltip } from '../../../shared/ui/tooltip';
import { connectionDialect } from '../../../shared/connections/connection-dialect';
import { DefinitionStore } from '../definition.store';
import { previewOf } from '../preview';
import { takesRows } from '../../insert/ui/row-inserts';
import { SchemaStore } from '../schema.store';
import type { SchemaRow } from '../schema-tree';
import type { TablePreview } from '../../studio-actions';
import { SchemaTreeView } from './schema-tree';

/** The sidebar's Schema section: what the browsed connection holds right now. */
@Component({
  selector: 'dw-schema-section',
  imports: [EmptyState, FailedState, Icon, LoadingState, SchemaTreeView, SidebarSection, Tooltip],
  templateUrl: './schema-section.html',
  styleUrl: './schema-section.css',
})
export class SchemaSection {
  readonly connection = input.required<Connection | null>();
  /** A statement to open in a new tab and run. */
  readonly previewed = output<{ preview: TablePreview; connection: Connection }>();
  /** A table that an INSERT statement is to be opened for. */
  readonly templateAsked = output<{ place: TablePlace; connection: Connection }>();
  /** A table that is to get a row, and what shows its rows. */
  readonly rowAsked = output<{ row: { place: TablePlace; preview: TablePreview }; connection: Connection }>();
  /** A text to put at the cursor. */
  readonly inserted = output<string>();

  protected readonly store = inject(SchemaStore);
  private readonly definitions = inject(DefinitionStore);
  private readonly clipboard = inject(Clipboard);
  private readonly toasts = inject(Toasts);
  private readonly settings = inject(SettingsStore);
  protected readonly isFiltering = signal(false);
  protected readonly filter = computed(() => this.store.tree()?.filter ?? '');
  protected readonly failure = computed(() => {
    const schemas = this.store.tree()?.schemas;
    return schemas?.state === 'failed' ? schemas.message : null;
  });
  protected readonly takesRows = computed(() => {
    const connection = this.connection();
    return connection !== null && takesRows(connection);
  });
  private readonly filterField = viewChild<ElementRef<HTMLInputElement>>('filterField');
  private readonly id = computed(() => this.connection()?.id ?? null);
  private readonly isAlive = computed(() => ['healthy', 'idle'].includes(this.connection()?.health.state ?? ''));

  constructor() {
    effect(() => {
      const id = this.id();
      untracked(() => this.store.show(id));
    });
    // A connection that came back is asked again without a click.
    effect(() => {
      if (this.isAlive() && untracked(this.failure) !== null) untracked(() => this.store.refresh());
    });
  }

  protected toggleFilter(): void {
    this.isFiltering.update((isFiltering) => !isFiltering);
    if (this.isFiltering()) setTimeout(() => this.filterField()?.nativeElement.focus());
    else this.store.setFilter('');
  }

  protected preview(row: SchemaRow): void {
    const [preview, connection] = [this.previewOf(row), this.connection()];
    if (preview !== null && connection !== null) this.previewed.emit({ preview, connection });
  }

  protected askForRow(row: SchemaRow): void {
    const [{ node }, preview, connection] = [row, this.previewOf(row), this.connection()];
    if (node.kind !== 'table' || preview === null || connection === null) return;
    const place = { schema: node.schema.name, table: node.table.name };
    this.rowAsked.emit({ row: { place, preview }, connection });
  }

  protected askForTemplate({ node }: SchemaRow): void {
    const connection = this.connection();
    if (node.kind !== 'table' || connection === null) return;
    this.templateAsked.emit({ place: { schema: node.schema.name, table: node.table.name }, connection });
  }

  /** Copies the name of a row as SQL writes it. */
  protected copy(row: SchemaRow): void {
    const name = this.nameOf(row);
    if (name !== null && this.clipboard.copy(name)) this.toasts.show({ tone: 'neutral', title: `Copied ${name}` });
  }

  protected define({ node }: SchemaRow): void {
    const connection = this.connection();
    if (connection === null || node.kind !== 'table') return;
    void this.definitions.show({ connection, schema: node.schema.name, table: node.table.name });
  }

  private previewOf(row: SchemaRow): TablePreview | null {
    const name = this.nameOf(row);
    if (row.node.kind !== 'table' || name === null) return null;
    return previewOf(name, row.label, this.settings.studio().preview_limit);
  }

  protected insert(row: SchemaRow): void {
    const name = this.nameOf(row);
    if (name !== null) this.inserted.emit(name);
  }

  /** The row's name as the connection's SQL writes it. */
  private nameOf({ node }: SchemaRow): string | null {
    const connection = this.connection();
    if (!connection) return null;
    const dialect = connectionDialect(connection);
    switch (node.kind) {
      case 'table':
        return qualifiedName(node.schema.name, node.table.name, dialect, node.schema.is_default);
      case 'schema':
        return quoteIdentifier(node.schema.name, dialect);
      case 'column':
      case 'index':
      case 'function':
        return quoteIdentifier(node.name, dialect);
      default:
        return null;
    }
  }
}
