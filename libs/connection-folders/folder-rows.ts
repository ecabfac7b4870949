import { foldersTo } from './normal-folder.js';

/** What is listed. */
export interface FolderItem {
  /** A path without empty names; null for none. */
  readonly folder: string | null;
}

/** A folder in the list; `depth` counts the folders that it is in. */
export interface FolderRow {
  readonly kind: 'folder';
  readonly path: string;
  /** The last name of the path. */
  readonly name: string;
  readonly depth: number;
  readonly isOpen: boolean;
  /** Items in it and in its folders. */
  readonly count: number;
}

/** An item in the list. */
export interface ItemRow<T> {
  readonly kind: 'item';
  readonly item: T;
  readonly depth: number;
}

/** A row of the list. */
export type ListRow<T> = FolderRow | ItemRow<T>;

interface Folder<T> {
  readonly path: string;
  readonly folders: Map<string, Folder<T>>;
  readonly items: T[];
  count: number;
}

/**
 * The rows of a list with folders: in each folder first its folders by name, then its items in the order given. What is
 * in a folder of `closed` is left out.
 */
export function folderRows<T extends FolderItem>(items: readonly T[], closed: ReadonlySet<string>): ListRow<T>[] {
  const rows: ListRow<T>[] = [];
  addRows(rows, treeOf(items), closed, 0);
  return rows;
}

/** The paths of all folders that items are in, also of those around them, by name. */
export function allFolders(items: readonly FolderItem[]): string[] {
  const paths = new Set(items.flatMap(({ folder }) => (folder === null ? [] : foldersTo(folder))));
  return [...paths].sort(byName);
}

/** Whether every word of a text, in any letter case, is part of one of the values. */
export function matchesWords(text: string, values: readonly string[]): boolean {
  const all = values.join(' ').toLocaleLowerCase();
  const words = text.trim().toLocaleLowerCase().split(/\s+/);
  return words.every((word) => all.includes(word));
}

function treeOf<T extends FolderItem>(items: readonly T[]): Folder<T> {
  const root: Folder<T> = { path: '', folders: new Map(), items: [], count: 0 };
  for (const item of items) {
    let folder = root;
    for (const path of item.folder === null ? [] : foldersTo(item.folder)) {
      const next = folder.folders.get(path) ?? { path, folders: new Map(), items: [], count: 0 };
      folder.folders.set(path, next);
      next.count += 1;
      folder = next;
    }
    folder.items.push(item);
  }
  return root;
}

function addRows<T>(rows: ListRow<T>[], folder: Folder<T>, closed: ReadonlySet<string>, depth: number): void {
  const folders = [...folder.folders.values()].sort((one, other) => byName(one.path, other.path));
  for (const inner of folders) {
    const { path, count } = inner;
    const isOpen = !closed.has(path);
    rows.push({ kind: 'folder', path, name: path.slice(path.lastIndexOf('/') + 1), depth, isOpen, count });
    if (isOpen) addRows(rows, inner, closed, depth + 1);
  }
  for (const item of folder.items) rows.push({ kind: 'item', item, depth });
}

function byName(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true, sensitivity: 'base' }) || (one < other ? -1 : 1);
}
