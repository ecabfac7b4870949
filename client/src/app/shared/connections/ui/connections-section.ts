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
import { Identity } from '../../identity/identity';
import { Icon } from '../../ui/icon/icon';
import { SidebarSection } from '../../ui/sidebar/sidebar-section';
import { EmptyState } from '../../ui/state/empty-state';
import { FailedState } from '../../ui/state/failed-state';
import { LoadingState } from '../../ui/state/loading-state';
import { Tooltip } from '../../ui/tooltip';
import { ConnectionActions } from '../connection-actions';
import { ConnectionsStore } from '../connections.store';
import { ConfigurationNotice } from './configuration-notice';
import { ConnectionRow } from './connection-row';

/**
 * The sidebar's list of connections: a click shows a connection's schema, a double click opens a query on it. One Tab
 * stop, arrows walk it, letters act on the row in focus.
 */
@Component({
  selector: 'dw-connections-section',
  imports: [ConfigurationNotice, ConnectionRow, EmptyState, FailedState, Icon, LoadingState, SidebarSection, Tooltip],
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
  private readonly rows = viewChildren(ConnectionRow);
  private readonly filterBox = viewChild<ElementRef<HTMLInputElement>>('filterBox');

  protected readonly isFiltering = signal(false);
  protected readonly filter = signal('');
  protected readonly shown = computed(() => {
    const words = this.filter().trim().toLocaleLowerCase().split(/\s+/);
    return this.store.connections().filter((connection) => {
      const text = `${connection.name} ${connection.id} ${connection.kind} ${connection.host ?? ''} ${connection.database ?? ''}`;
      return words.every((word) => text.toLocaleLowerCase().includes(word));
    });
  });
  /** The row that Tab reaches: the one that had the focus last, else the selected one, else the first. */
  protected readonly tabStop = linkedSignal<readonly Connection[], string | null>({
    source: this.shown,
    computation: (shown, previous) => {
      const wanted = [previous?.value, this.store.browsed()?.id ?? null];
      return wanted.find((id) => shown.some((connection) => connection.id === id)) ?? shown[0]?.id ?? null;
    },
  });

  protected toggleFilter(): void {
    if (this.isFiltering()) this.endFilter();
    else this.startFilter();
  }

  protected endFilter(): void {
    this.filter.set('');
    this.isFiltering.set(false);
    this.focusRow(0);
  }

  protected onKey(event: KeyboardEvent, index: number, connection: Connection): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = this.shown().length - 1;
    const keys: Record<string, () => unknown> = {
      ArrowDown: () => this.focusRow(Math.min(last, index + 1)),
      ArrowUp: () => this.focusRow(Math.max(0, index - 1)),
      Home: () => this.focusRow(0),
      End: () => this.focusRow(last),
      '/': () => this.startFilter(),
      n: () => this.opened.emit(connection.id),
      t: () => this.actions.test(connection),
      r: () => this.actions.reconnect(connection),
      e: () => this.actions.edit(connection),
      w: () => this.share(connection),
      Delete: () => this.remove(connection, index),
      Backspace: () => this.remove(connection, index),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.defaultPrevented) return;
    event.preventDefault();
    act();
  }

  protected async remove(connection: Connection, index: number): Promise<void> {
    const isGone = await this.actions.remove(connection);
    if (isGone) this.focusRow(Math.min(index, this.shown().length - 1));
  }

  private share(connection: Connection): Promise<void> | null {
    return this.identity.hasUsers() && connection.access === 'manage' ? this.actions.share(connection) : null;
  }

  private startFilter(): void {
    this.isFiltering.set(true);
    afterNextRender(() => this.filterBox()?.nativeElement.focus(), { injector: this.injector });
  }

  private focusRow(index: number): void {
    afterNextRender(() => this.rows()[index]?.focus(), { injector: this.injector });
  }
}
