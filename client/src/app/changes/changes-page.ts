import { Component, computed, effect, inject, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute } from '@angular/router';
import { CHANGE_STATES } from '#libs/api';
import { commandKey } from '../shared/keys/command-key';
import { KeepsFocus } from '../shared/keys/keeps-focus';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { isTyping } from '../shared/keys/key-names';
import { listenOnDocument } from '../shared/keys/listen-on-document';
import { shownZoneName } from '../shared/time/time-display';
import { PageRouter } from '../shared/navigation/page-router';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { MoreButton } from '../shared/ui/state/more-button';
import { Toasts } from '../shared/ui/toast/toasts';
import { Tooltip } from '../shared/ui/tooltip';
import type { ChangeActionName } from '../shared/changes/data/change-actions';
import { addressOf, countLimits, filterOf, NO_FILTER } from './data/change-filter';
import type { ChangeFilter } from './data/change-filter';
import { counted, STATUS_STYLES } from '../shared/changes/data/change-labels';
import { ChangesStore } from './data/changes.store';
import { CommentDrafts } from './data/comment-drafts';
import { ChangeWork } from './change-work';
import { ChangeDetail } from './ui/change-detail';
import type { ConflictSettled } from '../shared/changes/ui/change-review';
import { LoadState } from '../shared/ui/state/load-state';
import { ChangeTable } from './ui/change-table';

/** Statuses that wait for a person. */
const WAITING = ['proposed', 'approved', 'conflicted'] as const;

/** Change sets: what waits, what was applied, and what one of them does to which rows. */
@Component({
  selector: 'dw-changes-page',
  imports: [...[ChangeDetail, ChangeTable, EmptyState, Icon, KeepsFocus, LoadState, MoreButton], ...[Tooltip]],
  providers: [ChangesStore, ChangeWork, CommentDrafts],
  templateUrl: './changes-page.html',
  styleUrls: ['../shared/ui/list-page.css', './changes-page.css'],
})
export class ChangesPage {
  protected readonly store = inject(ChangesStore);
  protected readonly connections = inject(ConnectionsStore);
  private readonly work = inject(ChangeWork);
  private readonly router = new PageRouter();
  private readonly route = inject(ActivatedRoute);
  private readonly toasts = inject(Toasts);
  private readonly path = toSignal(this.route.paramMap, { requireSync: true });
  private readonly query = toSignal(this.route.queryParamMap, { requireSync: true });

  protected readonly states = CHANGE_STATES;
  protected readonly styles = STATUS_STYLES;
  protected readonly busy = this.work.busy;
  protected readonly comment = (text: string): Promise<boolean> => this.work.comment(text);
  protected readonly openId = computed(() => this.path().get('id'));
  protected readonly filter = computed(() => filterOf((name) => this.query().get(name)), {
    equal: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
  protected readonly limits = computed(() => countLimits(this.filter()));
  protected readonly counts = computed(() =>
    WAITING.map((state) => {
      const count = this.store.found().filter((change) => change.state === state).length;
      return { state, count, style: STATUS_STYLES[state] };
    }).filter(({ count }) => count > 0),
  );
  protected readonly countText = computed(() => {
    return `${counted(this.store.found().length, 'change set')}${this.store.list.hasMore() ? ' loaded' : ''}`;
  });
  protected get zone(): string {
    return shownZoneName();
  }

  constructor() {
    listenOnDocument('keydown', (event) => this.onKey(event));
    effect(() => {
      const filter = this.filter();
      untracked(() => void this.store.show(filter));
    });
    effect(() => {
      const id = this.openId();
      untracked(() => this.store.openChange(id));
    });
  }

  protected limit(change: Partial<ChangeFilter>): void {
    this.put(addressOf({ ...this.filter(), ...change }));
  }

  protected limitState(text: string): void {
    this.limit({ state: CHANGE_STATES.find((state) => state === text) ?? '' });
  }

  protected clear(): void {
    this.put(addressOf(NO_FILTER));
  }

  protected show(id: string | null): void {
    const commands = id === null ? ['/changes'] : ['/changes', id];
    void this.router.navigate(commands, { queryParamsHandling: 'merge' });
  }

  protected async create(): Promise<void> {
    const id = await this.work.create();
    if (id !== null) this.show(id);
  }

  protected async act(name: ChangeActionName): Promise<void> {
    const id = this.openId();
    const next = await this.work.perform(name);
    if (next !== undefined && this.openId() === id) this.show(next);
  }

  protected settle({ conflict, choice }: ConflictSettled): void {
    void this.work.settle(conflict, choice);
  }

  protected async showRows(pages: readonly number[]): Promise<void> {
    const rows = this.store.open()?.showPages(pages);
    await rows?.catch((error: unknown) => this.toasts.showFailure("Couldn't load rows", error));
  }

  /** `N` makes a change set, `/` searches, Escape closes the open one, arrows and J and K move in the list. */
  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (isTyping(target) || target.closest('.cdk-overlay-container') !== null) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (this.perform(commandKey(event), target)) event.preventDefault();
  }

  /** Whether the key does something here. */
  private perform(key: string, target: HTMLElement): boolean {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
    if (step !== undefined) return moveFocus(target, step);
    if (key === 'n') void this.create();
    else if (key === '/') document.querySelector<HTMLElement>('dw-changes-page input[type=search]')?.focus();
    else if (key === 'Escape' && this.openId() !== null) this.show(null);
    else return false;
    return true;
  }

  private put(queryParams: Record<string, string | null>): void {
    const options = { queryParams, queryParamsHandling: 'merge', replaceUrl: true } as const;
    void this.router.navigate([], { relativeTo: this.route, ...options });
  }
}

/** Moves the focus from one change set of the list to another. */
function moveFocus(from: HTMLElement, step: number): boolean {
  const names = [...document.querySelectorAll<HTMLElement>('dw-change-table .name')];
  const at = names.indexOf(from);
  if (at < 0) return false;
  names[at + step]?.focus();
  return true;
}
