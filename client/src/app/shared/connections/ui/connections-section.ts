import type { ElementRef } from '@angular/core';
import {
  afterNextRender,
  Component,
  computed,
  inject,
  Injector,
  linkedSignal,
  output,
  signal,
  viewChild,
  viewChildren,
} from '@angular/core';
import type { Connection } from '#libs/api';
import type { FolderRow } from '#libs/connection-folders';
import { listMove, rowsToDraw } from '#libs/lists';
import { Identity } from '../../identity/identity';
import { commandKey } from '../../keys/command-key';
import { DrawnFocus } from '../../keys/drawn-focus';
import { IconButton } from '../../ui/icon-button';
import { Icon } from '../../ui/icon/icon';
import { SidebarSection } from '../../ui/sidebar/sidebar-section';
import { EmptyState } from '../../ui/state/empty-state';
import { FailedState } from '../../ui/state/failed-state';
import { LoadingState } from '../../ui/state/loading-state';
import { ConnectionActions } from '../connection-actions';
import { ConnectionListState, folderOf, rowKey } from '../connection-list';
import { ConnectionsStore } from '../connections.store';
import { ConfigurationNotice } from './configuration-notice';
import { ConnectionDrop } from './connection-drop';
import { ConnectionRow } from './connection-row';
import { FolderListRow } from './folder-row';
import { ROWS_AT_FIRST, RowWindow } from './row-window';

/**
 * The sidebar's list of connections: a click shows a connection's schema, a double click opens a query on it. One Tab
 * stop, arrows walk it, letters act on the row in focus.
 */
@Component({
  selector: 'dw-connections-section',
  imports: [
    ...[ConfigurationNotice, ConnectionDrop, ConnectionRow, EmptyState, FailedState, FolderListRow, Icon],
    ...[IconButton, LoadingState, RowWindow, SidebarSection],
  ],
  templateUrl: './connections-section.html',
  styleUrl: './connections-section.css',
})
export class ConnectionsSection {
  /** The id of a connection on which a query is to be opened. */
  readonly opened = output<string>();

  protected readonly store = inject(ConnectionsStore);
  protected readonly actions = inject(ConnectionActions);
  /** Only administrators add connections. */
  protected readonly canAdd = computed(() => !this.identity.isRestricted());
  private readonly identity = inject(Identity);
  private readonly injector = inject(Injector);
  private readonly drawnFocus = inject(DrawnFocus);
  private readonly window = viewChild(RowWindow);
  private readonly connectionRows = viewChildren(ConnectionRow);
  private readonly folderRows = viewChildren(FolderListRow);
  private readonly filterBox = viewChild<ElementRef<HTMLInputElement>>('filterBox');

  protected readonly list = inject(ConnectionListState);
  protected readonly isFiltering = signal(false);
  protected readonly keyOf = rowKey;
  protected readonly folderOf = folderOf;
  private readonly keys = computed(() => this.list.rows().map(rowKey));
  /** The row that Tab reaches: the one that had the focus last, else the selected one, else the first. */
  protected readonly tabStop = linkedSignal<readonly string[], string | null>({
    source: this.keys,
    computation: (keys, previous) => {
      const wanted = [previous?.value, `c:${this.store.browsed()?.id ?? ''}`];
      return wanted.find((key) => keys.includes(key ?? '')) ?? keys[0] ?? null;
    },
  });

  /** The rows that are drawn, and the pixels that stand for the others. Its Tab stop is drawn wherever it is scrolled to. */
  protected readonly drawn = computed(() => {
    const rows = this.list.rows();
    const px = this.window()?.rowPx() ?? 0;
    const range = this.window()?.range() ?? { first: 0, end: ROWS_AT_FIRST };
    const drawn = rowsToDraw(rows.length, range, this.keys().indexOf(this.tabStop() ?? ''));
    return {
      rows: drawn.rows.flatMap(({ index, skipped }) =>
        rows.slice(index, index + 1).map((row) => ({ row, index, above: skipped * px })),
      ),
      below: drawn.behind * px,
    };
  });

  protected toggleFilter(): void {
    if (this.isFiltering()) this.endFilter();
    else this.startFilter();
  }

  protected endFilter(): void {
    this.list.filter.set('');
    this.isFiltering.set(false);
    this.focusRow(0);
  }

  protected onKey(event: KeyboardEvent, index: number, connection: Connection): void {
    const keys: Record<string, () => unknown> = {
      ArrowLeft: () => this.focusRow(this.parentOf(index)),
      n: () => this.opened.emit(connection.id),
      t: () => this.actions.test(connection),
      r: () => this.actions.reconnect(connection),
      e: () => this.actions.edit(connection),
      w: () => this.share(connection),
      Delete: () => this.remove(connection, index),
      Backspace: () => this.remove(connection, index),
    };
    this.act(event, index, keys);
  }

  protected onFolderKey(event: KeyboardEvent, index: number, row: FolderRow): void {
    const toggle = (): void => this.list.toggle(row.path);
    this.act(event, index, {
      ArrowRight: () => (row.isOpen ? this.focusRow(index + 1) : toggle()),
      ArrowLeft: () => (row.isOpen ? toggle() : this.focusRow(this.parentOf(index))),
    });
  }

  /** Puts a connection that was dropped on a row into the row's folder. */
  protected async move(id: string, folder: string | null): Promise<void> {
    const connection = this.store.find(id);
    if (connection !== null) await this.actions.move(connection, folder);
  }

  /** Does what a key means: moves by it, starts the filter, or acts on the row. */
  private act(event: KeyboardEvent, index: number, keys: Readonly<Record<string, () => unknown>>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const to = listMove(event.key, { at: index, count: this.list.rows().length });
    const act = keys[commandKey(event)];
    if (to === null && event.key !== '/' && !act) return;
    event.preventDefault();
    if (to !== null) this.focusRow(to);
    else if (event.key === '/') this.startFilter();
    else act?.();
  }

  /** The row of the folder that a row is in; its own where it is in none. */
  private parentOf(index: number): number {
    const rows = this.list.rows();
    const depth = rows[index]?.depth ?? 0;
    const parent = rows.findLastIndex((row, at) => at < index && row.depth < depth);
    return parent === -1 ? index : parent;
  }

  protected async remove(connection: Connection, index: number): Promise<void> {
    const isGone = await this.actions.remove(connection);
    if (isGone) this.focusRow(Math.min(index, this.list.rows().length - 1));
  }

  private share(connection: Connection): Promise<void> | null {
    return this.identity.hasUsers() && connection.access === 'manage' ? this.actions.share(connection) : null;
  }

  private startFilter(): void {
    this.isFiltering.set(true);
    this.drawnFocus.give(this.filterBox);
  }

  /** At once where the row is drawn, so that the next key starts from it. */
  private focusRow(index: number): void {
    this.window()?.reveal(index);
    if (!this.focusDrawn(index)) afterNextRender(() => this.focusDrawn(index), { injector: this.injector });
  }

  private focusDrawn(index: number): boolean {
    const row = this.list.rows()[index];
    const drawn =
      row?.kind === 'item'
        ? this.connectionRows().find((one) => one.connection().id === row.item.id)
        : this.folderRows().find((one) => one.row().path === row?.path);
    drawn?.focus();
    return drawn !== undefined;
  }
}
