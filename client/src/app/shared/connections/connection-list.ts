import { computed, inject, Service, signal } from '@angular/core';
import type { Connection } from '#libs/api';
import { allFolders, folderRows, matchesWords } from '#libs/connection-folders';
import type { ListRow } from '#libs/connection-folders';
import { storedSignal } from '../storage/stored-signal';
import { ConnectionsStore } from './connections.store';

/** Folders of longer lists are closed at first. */
const CLOSED_FROM = 60;

/** A row of the list of connections. */
export type ConnectionListRow = ListRow<Connection>;

/** The name of a row, unlike that of any other one. */
export function rowKey(row: ConnectionListRow): string {
  return row.kind === 'item' ? `c:${row.item.id}` : `f:${row.path}`;
}

/** The folder that a row stands for or is in; null for none. */
export function folderOf(row: ConnectionListRow): string | null {
  return row.kind === 'item' ? row.item.folder : row.path;
}

/** The list of connections in folders, as it is filtered and folded in this browser. */
@Service()
export class ConnectionListState {
  private readonly store = inject(ConnectionsStore);
  /** Null until a folder was closed or opened. */
  private readonly chosen = storedSignal<string[] | null>('dw-closed-folders', null, isTexts);

  readonly filter = signal('');
  readonly shown = computed(() => {
    const filter = this.filter();
    return this.store.connections().filter((one) => matchesWords(filter, connectionTexts(one)));
  });
  private readonly closed = computed<ReadonlySet<string>>(() => {
    if (this.filter().trim() !== '') return new Set();
    const connections = this.store.connections();
    return new Set(this.chosen() ?? (connections.length >= CLOSED_FROM ? allFolders(connections) : []));
  });
  readonly rows = computed<readonly ConnectionListRow[]>(() => folderRows(this.shown(), this.closed()));

  /** Opens a closed folder, or closes it. */
  toggle(path: string): void {
    const closed = this.closed();
    this.chosen.set(closed.has(path) ? [...closed].filter((one) => one !== path) : [...closed, path]);
  }
}

/** The texts in which a connection is found. */
export function connectionTexts({ name, id, kind, host, database, folder }: Connection): string[] {
  return [name, id, kind, host ?? '', database ?? '', folder ?? ''];
}

function isTexts(value: unknown): value is string[] | null {
  return value === null || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}
