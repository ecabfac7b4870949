import { Component, computed, effect, inject, input, output, signal, untracked, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { Connection } from '#libs/api';
import { PAGE_ROWS } from '#libs/api';
import { qualifiedName, quoteIdentifier } from '#libs/sql';
import { Icon } from '../../../shared/ui/icon/icon';
import { SidebarSection } from '../../../shared/ui/sidebar/sidebar-section';
import { EmptyState } from '../../../shared/ui/state/empty-state';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { Tooltip } from '../../../shared/ui/tooltip';
import { connectionDialect } from '../../data/connection-dialect';
import { SchemaStore } from '../../data/schema.store';
import type { SchemaRow } from '../../data/schema-tree';
import { SchemaTreeView } from './schema-tree';

/** The sidebar's Schema section: what the tab's connection holds right now. */
@Component({
  selector: 'dw-schema-section',
  imports: [EmptyState, FailedState, Icon, LoadingState, SchemaTreeView, SidebarSection, Tooltip],
  templateUrl: './schema-section.html',
  styleUrl: './schema-section.css',
})
export class SchemaSection {
  readonly connection = input.required<Connection | null>();
  /** A statement to open in a new tab and run. */
  readonly previewed = output<{ title: string; sql: string }>();
  /** A text to put at the cursor. */
  readonly inserted = output<string>();

  protected readonly store = inject(SchemaStore);
  protected readonly isFiltering = signal(false);
  protected readonly filter = computed(() => this.store.tree()?.filter ?? '');
  protected readonly failure = computed(() => {
    const schemas = this.store.tree()?.schemas;
    return schemas?.state === 'failed' ? schemas.message : null;
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
    const name = this.nameOf(row);
    if (row.node.kind === 'table' && name !== null) {
      this.previewed.emit({ title: row.label, sql: `SELECT * FROM ${name} LIMIT ${PAGE_ROWS}` });
    }
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
