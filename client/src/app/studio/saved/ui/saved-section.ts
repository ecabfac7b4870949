import { Clipboard } from '@angular/cdk/clipboard';
import { CdkContextMenuTrigger, CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import type { ElementRef } from '@angular/core';
import {
  afterNextRender,
  Component,
  computed,
  effect,
  inject,
  Injector,
  input,
  linkedSignal,
  signal,
  untracked,
  viewChild,
  viewChildren,
} from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { RouterLink } from '@angular/router';
import { merge } from 'rxjs';
import type { SavedQuery } from '#libs/api';
import { listMove } from '#libs/lists';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { LiveEvents } from '../../../shared/http/live-events';
import { Identity } from '../../../shared/identity/identity';
import { commandKey } from '../../../shared/keys/command-key';
import { DrawnFocus } from '../../../shared/keys/drawn-focus';
import { keyText } from '../../../shared/keys/key-names';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { MenuAccelerators } from '../../../shared/ui/menu-accelerators';
import { MenuFocus } from '../../../shared/ui/menu-focus';
import { SidebarSection } from '../../../shared/ui/sidebar/sidebar-section';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { isString, storedSignal } from '../../../shared/storage/stored-signal';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { Tooltip } from '../../../shared/ui/tooltip';
import { shortTime } from '../../../shared/time/short-time';
import { ShareLinks } from '../../links/share-links';
import { foldersOf } from '../saved-folders';
import { SavedQueriesStore } from '../saved-queries.store';
import { QueryVersions } from './query-versions';
import { SavedQueryActions } from './saved-query-actions';
import { excerptOf } from '../../run/statement-summary';
import { TabsStore } from '../../tabs/tabs.store';
import { LayerHint } from './layer-hint';

/** Typing rests this long before the queries are searched, in milliseconds. */
const SEARCH_AFTER_MS = 200;

/** The sidebar's Saved section: named queries; a click opens one, or its tab. One Tab stop, arrows walk the list. */
@Component({
  selector: 'dw-saved-section',
  imports: [
    CdkContextMenuTrigger,
    CdkMenu,
    CdkMenuItem,
    CdkMenuTrigger,
    ConnectionColour,
    FailedState,
    Icon,
    IconButton,
    LayerHint,
    LoadingState,
    MenuFocus,
    MenuAccelerators,
    RouterLink,
    SidebarSection,
    Tooltip,
  ],
  templateUrl: './saved-section.html',
  styleUrl: './saved-section.css',
})
export class SavedSection {
  /** The colour of each connection by its id. */
  readonly colours = input<ReadonlyMap<string, string | null>>(new Map());

  protected readonly store = inject(SavedQueriesStore);
  protected readonly actions = inject(SavedQueryActions);
  protected readonly versions = inject(QueryVersions);
  private readonly links = inject(ShareLinks);
  private readonly clipboard = inject(Clipboard);
  private readonly toasts = inject(Toasts);
  private readonly tabs = inject(TabsStore);
  private readonly injector = inject(Injector);
  private readonly drawnFocus = inject(DrawnFocus);
  private readonly live = inject(LiveEvents);
  private readonly rows = viewChildren<ElementRef<HTMLElement>>('row');
  private readonly field = viewChild<ElementRef<HTMLInputElement>>('field');
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected readonly saveKey = keyText('Mod+S');
  protected readonly removeKey = keyText('Backspace');
  protected readonly isSearching = signal(false);
  protected readonly count = computed(() => {
    const count = this.store.items()?.length ?? 0;
    return count === 0 ? '' : `${count}${this.store.hasMore() ? '+' : ''}`;
  });
  protected readonly hasOthers = inject(Identity).hasUsers;
  private readonly closedFolders = storedSignal<readonly string[]>(
    inject(Identity).personalKey('dw.studio.closed-folders'),
    [],
    isTexts,
  );
  /** The rows of the list: queries, and a row for each folder before those in it. Searched for, folders are open. */
  protected readonly entries = computed(() => {
    const items = new Map(this.items().map((item) => [item.query.id, item]));
    const closed = this.store.search().trim() === '' ? this.closedFolders() : [];
    return foldersOf(this.store.items() ?? []).flatMap(({ name: folder, queries }) => {
      const isOpen = !closed.includes(folder);
      const rows = queries
        .flatMap(({ id }) => items.get(id) ?? [])
        .map((item) => ({ ...item, folder, key: item.query.id }));
      if (folder === '') return rows;
      return [{ query: null, folder, key: `folder ${folder}`, isOpen, count: queries.length }, ...(isOpen ? rows : [])];
    });
  });
  private readonly items = computed(() => {
    const now = new Date();
    const openId = this.tabs.active()?.saved?.queryId;
    return (this.store.items() ?? []).map((query) => ({
      query,
      isOpen: query.id === openId,
      time: shortTime(query.updated_at, now),
      colour: this.colours().get(query.connection_id) ?? null,
      title: [query.description.trim(), excerptOf(query.sql, 300)].filter((part) => part !== '').join('\n'),
    }));
  });
  /** The row that Tab reaches: the one that had the focus last, else the first. */
  protected readonly tabStop = linkedSignal<readonly string[], string | null>({
    source: () => this.entries().map(({ key }) => key),
    computation: (keys, previous) => keys.find((key) => key === previous?.value) ?? keys[0] ?? null,
  });

  constructor() {
    effect(() => {
      // What happened while the stream was away is not reported again.
      this.live.isConnected();
      untracked(() => void this.store.load());
    });
    merge(
      this.live.on('studio.query_saved'),
      this.live.on('studio.query_removed'),
      this.live.on('studio.shared_queries_changed'),
    )
      .pipe(takeUntilDestroyed())
      .subscribe(() => void this.store.load());
  }

  protected search(text: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.store.load(text), SEARCH_AFTER_MS);
  }

  protected toggleSearch(): void {
    clearTimeout(this.timer);
    this.isSearching.update((isSearching) => !isSearching);
    if (this.isSearching()) this.drawnFocus.give(this.field);
    else if (this.store.search() !== '') void this.store.load('');
  }

  protected press(event: KeyboardEvent, query: SavedQuery, index: number): void {
    this.act(event, index, {
      r: () => this.actions.rename(query),
      v: () => (query.is_own && query.version > 1 ? this.versions.show(query) : undefined),
      Delete: () => this.remove(query, index),
      Backspace: () => this.remove(query, index),
    });
  }

  protected toggleFolder(folder: string): void {
    this.closedFolders.update((closed) =>
      closed.includes(folder) ? closed.filter((name) => name !== folder) : [...closed, folder],
    );
  }

  protected pressFolder(
    event: KeyboardEvent,
    { folder, isOpen }: { folder: string; isOpen: boolean },
    index: number,
  ): void {
    this.act(event, index, {
      ArrowRight: () =>
        isOpen ? this.focusRow(Math.min(this.entries().length - 1, index + 1)) : this.toggleFolder(folder),
      ArrowLeft: () => (isOpen ? this.toggleFolder(folder) : undefined),
    });
  }

  /** Moves by a key, or acts on the row. */
  private act(event: KeyboardEvent, index: number, keys: Readonly<Record<string, () => unknown>>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const to = listMove(event.key, { at: index, count: this.entries().length });
    const act = keys[commandKey(event)];
    if (to === null && !act) return;
    event.preventDefault();
    if (to !== null) this.focusRow(to);
    else act?.();
  }

  protected copyLink(query: SavedQuery, isRun: boolean): void {
    const isCopied = this.clipboard.copy(this.links.ofQuery(query, isRun));
    this.toasts.show(
      isCopied
        ? { tone: 'success', title: `Link to ${query.name} copied` }
        : { tone: 'danger', title: 'The browser blocked copying' },
    );
  }

  protected async remove(query: SavedQuery, index: number): Promise<void> {
    await this.actions.remove(query);
    this.focusRow(Math.min(index, this.entries().length - 1));
  }

  private focusRow(index: number): void {
    afterNextRender(() => this.rows()[index]?.nativeElement.focus(), { injector: this.injector });
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}
