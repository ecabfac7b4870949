import { CdkContextMenuTrigger, CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import type { ElementRef } from '@angular/core';
import {
  afterNextRender,
  Component,
  computed,
  effect,
  inject,
  Injector,
  linkedSignal,
  untracked,
  viewChildren,
} from '@angular/core';
import type { SqlFile } from '#libs/api';
import { listMove } from '#libs/lists';
import { LiveEvents } from '../../../shared/http/live-events';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { MenuFocus } from '../../../shared/ui/menu-focus';
import { SidebarSection } from '../../../shared/ui/sidebar/sidebar-section';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { Tooltip } from '../../../shared/ui/tooltip';
import { FileActions } from './file-actions';
import { fileStateOf } from '../file-state';
import { FilesStore } from '../files.store';
import { TabsStore } from '../../tabs/tabs.store';

/** The sidebar's Files section: bookmarked `.sql` files; a click opens one, or its tab. One Tab stop, arrows walk the list. */
@Component({
  selector: 'dw-files-section',
  imports: [
    CdkContextMenuTrigger,
    CdkMenu,
    CdkMenuItem,
    CdkMenuTrigger,
    FailedState,
    Icon,
    IconButton,
    LoadingState,
    MenuFocus,
    SidebarSection,
    Tooltip,
  ],
  templateUrl: './files-section.html',
  styleUrl: './files-section.css',
})
export class FilesSection {
  protected readonly store = inject(FilesStore);
  protected readonly actions = inject(FileActions);
  private readonly tabs = inject(TabsStore);
  private readonly injector = inject(Injector);
  private readonly rows = viewChildren<ElementRef<HTMLElement>>('row');

  protected readonly count = computed(() => String(this.store.items()?.length ?? '').replace(/^0$/, ''));
  protected readonly items = computed(() => {
    const holders = new Map(this.tabs.tabs().flatMap((tab) => (tab.file ? [[tab.file.fileId, tab] as const] : [])));
    const openId = this.tabs.active()?.file?.fileId;
    return (this.store.items() ?? []).map((file) => {
      const holder = holders.get(file.id);
      const isChanged = holder !== undefined && fileStateOf(holder) === 'changed';
      return { file, isOpen: file.id === openId, isChanged, note: NOTES[file.state] };
    });
  });
  /** The row that Tab reaches: the one that had the focus last, else the first. */
  protected readonly tabStop = linkedSignal<readonly SqlFile[], string | null>({
    source: () => this.store.items() ?? [],
    computation: (files, previous) => files.find(({ id }) => id === previous?.value)?.id ?? files[0]?.id ?? null,
  });

  constructor() {
    const live = inject(LiveEvents);
    effect(() => {
      // What happened while the stream was away is not reported again.
      live.isConnected();
      untracked(() => void this.store.load());
    });
  }

  protected press(event: KeyboardEvent, file: SqlFile, index: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const to = listMove(event.key, { at: index, count: this.rows().length });
    if (to !== null) this.focusRow(to);
    else if (event.key === 'Delete' || event.key === 'Backspace') void this.remove(file, index);
    else return;
    event.preventDefault();
  }

  protected async remove(file: SqlFile, index: number): Promise<void> {
    await this.actions.remove(file);
    this.focusRow(Math.min(index, (this.store.items()?.length ?? 0) - 1));
  }

  private focusRow(index: number): void {
    afterNextRender(() => this.rows()[index]?.nativeElement.focus(), { injector: this.injector });
  }
}

const NOTES: Record<SqlFile['state'], string> = { present: '', missing: 'missing', refused: 'not allowed' };
