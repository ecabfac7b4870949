import { Component, computed, effect, inject, linkedSignal, signal, untracked } from '@angular/core';
import { takeUntilDestroyed, toObservable, toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink } from '@angular/router';
import { debounceTime, distinctUntilChanged, skip } from 'rxjs';
import type { Connection } from '#libs/api';
import { KeepsFocus } from '../shared/keys/keeps-focus';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { ApiProblem } from '../shared/http/api-problem';
import { Moment } from '../shared/time/moment';
import { PageRouter } from '../shared/navigation/page-router';
import { Badge } from '../shared/ui/badge';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Icon } from '../shared/ui/icon/icon';
import { Sidebar } from '../shared/ui/sidebar/sidebar';
import { EmptyState } from '../shared/ui/state/empty-state';
import { FailedState } from '../shared/ui/state/failed-state';
import { LoadingState } from '../shared/ui/state/loading-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { SchemaWatchStore } from './data/schema-watch.store';
import { periodOf, periodReaching } from './data/watch-filter';
import type { ChangeFilter, Period } from './data/watch-filter';
import { outcomeToast } from './data/watch-words';
import { ChangeTimeline } from './ui/changes/change-timeline';
import type { PickedSnapshot } from './ui/changes/change-timeline';
import { ContractPanel } from './ui/contract/contract-panel';
import { SnapshotStrip } from './ui/changes/snapshot-strip';
import { TablesDialog } from './ui/watch/tables-dialog';
import type { TablesDialogData } from './ui/watch/tables-dialog';
import { WatchList } from './ui/watch/watch-list';
import { WatchState } from './ui/watch/watch-state';

/** Who types goes on typing for less than that. */
const TYPING_MS = 200;

/** The changes in the schema of a database, and the state of its contract. */
@Component({
  selector: 'dw-schema-watch-page',
  imports: [
    KeepsFocus,
    Badge,
    ChangeTimeline,
    ConnectionColour,
    ContractPanel,
    EmptyState,
    FailedState,
    Icon,
    LoadingState,
    Moment,
    RouterLink,
    Sidebar,
    SnapshotStrip,
    WatchList,
    WatchState,
  ],
  providers: [SchemaWatchStore],
  templateUrl: './schema-watch-page.html',
  styleUrl: './schema-watch-page.css',
})
export class SchemaWatchPage {
  protected readonly store = inject(SchemaWatchStore);
  protected readonly connections = inject(ConnectionsStore);
  private readonly router = new PageRouter();
  private readonly toasts = inject(Toasts);
  private readonly dialogs = inject(Dialogs);
  private readonly route = inject(ActivatedRoute);
  private readonly path = toSignal(this.route.paramMap, { requireSync: true });
  private readonly query = toSignal(this.route.queryParamMap, { requireSync: true });

  private readonly asked = computed(() => this.path().get('connectionId'));
  protected readonly period = computed(() => periodOf(this.query().get('days')));
  protected readonly onlyBreaking = computed(() => this.query().get('breaking') === 'true');
  /** The address follows what is typed, and is read only where another connection comes: it lags behind fast typing. */
  protected readonly search = linkedSignal({
    source: this.asked,
    computation: () => untracked(this.query).get('q') ?? '',
  });
  protected readonly connection = computed<Connection | null>(() => {
    const asked = this.asked();
    return asked === null ? this.usual() : this.connections.find(asked);
  });
  /** The one that is watched; null for one that cannot be. */
  protected readonly watched = computed(() => {
    const connection = this.connection();
    return connection?.capabilities.catalog === true ? connection : null;
  });
  protected readonly isRunning = computed(() => this.store.runningIds().has(this.watched()?.id ?? ''));
  protected readonly schedule = computed(() => this.store.watch()?.schedule.value() ?? null);
  /** Until its change is in sight: where that is drawn anew, it must not take the focus from what is typed. */
  protected readonly picked = signal<PickedSnapshot | null>(null);
  protected readonly status = computed(() => this.store.watch()?.status.value() ?? null);
  protected readonly contract = computed(() => this.store.watch()?.contract.value()?.view ?? null);
  private readonly watchedId = computed(() => this.watched()?.id ?? null);

  constructor() {
    effect(() => {
      const [id, filter] = [this.watchedId(), this.filterWith(untracked(this.search))];
      untracked(() => this.store.open(id, filter));
    });
    toObservable(this.search)
      .pipe(skip(1), debounceTime(TYPING_MS), distinctUntilChanged(), takeUntilDestroyed())
      .subscribe((text) => void this.store.watch()?.show(this.filterWith(text)));
    effect(() => {
      const id = this.asked() === null ? this.connection()?.id : undefined;
      if (id !== undefined) untracked(() => this.goTo(id));
    });
  }

  protected choosePeriod(period: Period): void {
    this.put({ days: period });
  }

  protected showOnlyBreaking(isOnly: boolean): void {
    this.put({ breaking: isOnly ? 'true' : null });
  }

  /** Brings what a snapshot found into sight, whatever hides it. */
  protected pick(snapshot: PickedSnapshot): void {
    const days = periodReaching(this.period(), snapshot.takenAt, new Date());
    this.search.set('');
    this.put({ days, q: null, breaking: null });
    this.picked.set({ ...snapshot });
  }

  protected find(text: string): void {
    this.picked.set(null);
    this.search.set(text);
    this.put({ q: text.trim() === '' ? null : text });
  }

  protected async run(connection: Connection): Promise<void> {
    if (this.isRunning()) return;
    try {
      this.toasts.show(outcomeToast(connection.name, await this.store.run(connection.id)));
    } catch (error) {
      const title = `${connection.name} couldn't be checked`;
      this.toasts.show({ tone: 'danger', title, text: ApiProblem.from(error).detail });
    }
  }

  protected async chooseTables(connection: Connection): Promise<void> {
    const read = (): ReturnType<SchemaWatchStore['tables']> => this.store.tables(connection.id);
    const save: TablesDialogData['save'] = (change) => this.store.watchTables(connection.id, change);
    const data = { connection, read, save };
    const options = { data, isForm: true };
    const isSaved = await this.dialogs.open<TablesDialog, boolean, TablesDialogData>(TablesDialog, options);
    if (isSaved === true) this.toasts.show({ tone: 'success', title: 'Watched tables saved' });
  }

  /** The connection in use, or else the first that can be watched. */
  private usual(): Connection | null {
    const selected = this.connections.selected();
    if (selected?.capabilities.catalog === true) return selected;
    return this.connections.connections().find(({ capabilities }) => capabilities.catalog) ?? null;
  }

  private filterWith(search: string): ChangeFilter {
    return { days: Number(this.period()), search: search.trim(), onlyBreaking: this.onlyBreaking() };
  }

  private goTo(connectionId: string): void {
    const queryParams = { connection: connectionId };
    const commands = ['/schema-watch', connectionId];
    void this.router.navigate(commands, { queryParams, queryParamsHandling: 'merge', replaceUrl: true });
  }

  private put(queryParams: Record<string, string | null>): void {
    const options = { queryParams, queryParamsHandling: 'merge', replaceUrl: true } as const;
    void this.router.navigate([], { relativeTo: this.route, ...options });
  }
}
