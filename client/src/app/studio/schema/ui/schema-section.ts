import { Clipboard } from '@angular/cdk/clipboard';
import { Component, computed, effect, inject, input, signal, untracked, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { Connection, SchemaObject } from '#libs/api';
import type { SqlDialect } from '#libs/dialects';
import { qualifiedName, quoteIdentifier } from '#libs/sql';
import { FileDrop } from '../../../shared/imports/file-drop';
import { ImportOpener } from '../../../shared/imports/import-opener';
import { DrawnFocus } from '../../../shared/keys/drawn-focus';
import { SettingsStore } from '../../../shared/settings/settings.store';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { SidebarSection } from '../../../shared/ui/sidebar/sidebar-section';
import { EmptyState } from '../../../shared/ui/state/empty-state';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { connectionDialect } from '../../../shared/connections/connection-dialect';
import { ChangeActions } from '../actions/ui/change-actions';
import type { OfferedChange } from '../actions/change-target';
import type { ChangeRules } from '../actions/offered-changes';
import { offeredChanges, targetOf } from '../actions/offered-changes';
import { DefinitionStore } from '../definition.store';
import { previewOf } from '../preview';
import type { Preview } from '../preview';
import { ActiveEditor } from '../../editor/active-editor';
import { RowInserts, takesRows } from '../../insert/ui/row-inserts';
import { RunActions } from '../../run/ui/run-actions';
import { SchemaStore } from '../schema.store';
import { CatalogSearchOpener } from '../search/ui/catalog-search-opener';
import type { SchemaRow } from '../schema-tree';
import { SchemaTreeView } from './schema-tree';

/** The sidebar's Schema section: what the browsed connection holds right now. */
@Component({
  selector: 'dw-schema-section',
  imports: [EmptyState, FailedState, FileDrop, Icon, IconButton, LoadingState, SchemaTreeView, SidebarSection],
  templateUrl: './schema-section.html',
  styleUrl: './schema-section.css',
})
export class SchemaSection {
  readonly connection = input.required<Connection | null>();

  protected readonly store = inject(SchemaStore);
  private readonly definitions = inject(DefinitionStore);
  private readonly clipboard = inject(Clipboard);
  private readonly toasts = inject(Toasts);
  private readonly settings = inject(SettingsStore);
  private readonly runs = inject(RunActions);
  private readonly inserts = inject(RowInserts);
  private readonly editor = inject(ActiveEditor);
  private readonly changes = inject(ChangeActions);
  private readonly everywhere = inject(CatalogSearchOpener);
  private readonly drawnFocus = inject(DrawnFocus);
  private readonly imports = inject(ImportOpener);
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
  private readonly kinds = computed(() => this.connection()?.capabilities.objects ?? [], { equal: isSameList });
  private readonly isAlive = computed(() => ['healthy', 'idle'].includes(this.connection()?.health.state ?? ''));

  /** The rules of the changes load behind the tree. */
  private readonly ddl = signal<ChangeRules | null>(null);
  protected readonly changesOf = computed(() => {
    const [connection, ddl] = [this.connection(), this.ddl()];
    if (connection === null || ddl === null) return () => [];
    const dialect = connectionDialect(connection);
    return ({ node }: SchemaRow) => offeredChanges(node, connection, dialect, ddl);
  });

  constructor() {
    void import('#libs/ddl').then((ddl) => this.ddl.set(ddl)).catch(() => undefined);
    effect(() => {
      const [id, kinds] = [this.id(), this.kinds()];
      untracked(() => this.store.show(id, kinds));
    });
    // A connection that came back is asked again without a click.
    effect(() => {
      if (this.isAlive() && untracked(this.failure) !== null) untracked(() => this.store.refresh());
    });
  }

  protected searchEverywhere(): void {
    void this.everywhere.open();
  }

  protected toggleFilter(): void {
    this.isFiltering.update((isFiltering) => !isFiltering);
    if (this.isFiltering()) this.drawnFocus.give(this.filterField);
    else this.store.setFilter('');
  }

  protected preview(row: SchemaRow): void {
    const [preview, connection] = [this.previewOf(row), this.connection()];
    if (preview !== null && connection !== null) this.runs.preview(preview, connection);
  }

  protected askForRow(row: SchemaRow): void {
    const [{ node }, preview, connection] = [row, this.previewOf(row), this.connection()];
    if (node.kind !== 'table' || preview === null || connection === null) return;
    const place = { schema: node.schema.name, table: node.table.name };
    const see = { label: 'Show rows', run: () => this.runs.preview(preview, connection) };
    void this.inserts.open(connection, place, see);
  }

  protected askForTemplate({ node }: SchemaRow): void {
    const connection = this.connection();
    if (node.kind !== 'table' || connection === null) return;
    void this.inserts.openTemplate(connection, { schema: node.schema.name, table: node.table.name });
  }

  /** Copies the name of a row as SQL writes it. */
  protected copy(row: SchemaRow): void {
    const name = this.nameOf(row);
    if (name !== null && this.clipboard.copy(name)) this.toasts.show({ tone: 'neutral', title: `Copied ${name}` });
  }

  protected define({ node }: SchemaRow): void {
    const connection = this.connection();
    if (connection === null) return;
    if (node.kind === 'table')
      void this.definitions.show({ connection, schema: node.schema.name, name: node.table.name, object: null });
    if (node.kind === 'object')
      void this.definitions.show({
        connection,
        schema: node.object.schema,
        name: node.object.name,
        object: node.object,
      });
  }

  /** Opens the page that imports a file, into the schema or the table of a row. */
  protected askForImport(row: SchemaRow | null, file: File | null): void {
    const node = row?.node;
    const isPlace = node?.kind === 'schema' || node?.kind === 'table';
    void this.imports.open(
      {
        connectionId: this.id(),
        schema: isPlace ? node.schema.name : null,
        table: node?.kind === 'table' ? node.table.name : null,
      },
      file,
    );
  }

  protected change({ node }: SchemaRow, name: OfferedChange['name']): void {
    const [connection, target] = [this.connection(), targetOf(node)];
    if (connection === null) return;
    if (name === 'create-table') {
      if (node.kind === 'schema') void this.changes.design(connection, node.schema.name, null);
    } else if (name === 'design') {
      if (node.kind === 'table') void this.changes.design(connection, node.schema.name, node.table.name);
    } else if (target !== null) {
      const comment = node.kind === 'table' ? node.table.comment : null;
      void this.changes.change(connection, target, name, comment);
    }
  }

  private previewOf(row: SchemaRow): Preview | null {
    const name = this.nameOf(row);
    if (row.node.kind !== 'table' || name === null) return null;
    return previewOf(name, row.label, this.settings.studio().preview_limit);
  }

  protected insert(row: SchemaRow): void {
    const name = this.nameOf(row);
    if (name !== null) this.editor.current()?.insert(name);
  }

  /** Triggers, policies and what belongs to the whole connection are not qualified. */
  private objectName({ name, schema, table }: SchemaObject, dialect: SqlDialect): string {
    const schemas = this.store.tree()?.schemas;
    const known = schemas?.state === 'ready' ? schemas.value.schemas : [];
    const isDefault = known.some((one) => one.name === schema && one.is_default);
    if (schema === null || table !== null) return quoteIdentifier(name, dialect);
    return qualifiedName(schema, name, dialect, isDefault);
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
        return quoteIdentifier(node.name, dialect);
      case 'object':
        return this.objectName(node.object, dialect);
      default:
        return null;
    }
  }
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.join() === b.join();
}
