import { NgTemplateOutlet } from '@angular/common';
import {
  afterNextRender,
  Component,
  computed,
  effect,
  inject,
  Injector,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import type { ResultRow, StatementResult } from '#libs/api';
import { countedText, durationText } from '#libs/results';
import { keyText } from '../../../shared/keys/key-names';
import { Segments } from '../../../shared/ui/segments';
import type { Segment } from '../../../shared/ui/segments';
import { EmptyState } from '../../../shared/ui/state/empty-state';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { ChangeReviews } from '../../edits/ui/change-reviews';
import { ReviewPanel } from '../../edits/ui/review-panel';
import { StagedBar } from '../../edits/ui/staged-bar';
import { errorOffset } from '../../editor/text-position';
import { isBusy } from '../../run/run-state';
import type { RowSort, TabRun } from '../../run/run-state';
import { TabsStore } from '../../tabs/tabs.store';
import { PlansStore } from '../plan/plans.store';
import { PinButton } from '../pinned/ui/pin-button';
import { ResultModesStore } from '../result-modes.store';
import { HeaderSlots } from './header-slot';
import { ModeOutlet } from './mode-outlet';
import type { ResultMode, ResultModeId, ResultView } from '../mode';
import { RESULT_MODES, TABLE_MODE } from './result-modes';
import { ResultActions } from './result-actions';
import { ResultHead } from './result-head';
import { noResult, pagePlace, resultFace, selectedStatement, spokenOutcome, waitingText } from './run-view';
import { StatementFailure } from './statement/statement-failure';
import { StatementMessage } from './statement/statement-message';
import { StatementStrip } from './statement/statement-strip';
import { TabColumns } from '../table/layout/tab-columns';
import { StatementTable } from '../table/ui/statement-table';
import type { PageRequest } from '../table/ui/page-request';
import { EditTools } from './edit-tools';
import { TableTools } from './table-tools';

/** Patience with a table that is to take the focus: two seconds. */
const RETRY_MS = 50;
const MOST_RETRIES = 40;

/** The lower half of the studio: what the tab's run gave, statement by statement. */
@Component({
  selector: 'dw-result-area',
  imports: [
    EditTools,
    EmptyState,
    FailedState,
    LoadingState,
    ModeOutlet,
    NgTemplateOutlet,
    PinButton,
    ResultActions,
    ResultHead,
    ReviewPanel,
    Segments,
    StagedBar,
    StatementFailure,
    StatementMessage,
    StatementStrip,
    StatementTable,
    TableTools,
  ],
  providers: [HeaderSlots, TabColumns],
  templateUrl: './result-area.html',
  styleUrl: './result-area.css',
  host: { '[class.with-review]': 'hasReview()' },
})
export class ResultArea {
  readonly tabId = input.required<string>();
  readonly run = input.required<TabRun | null>();
  /** Milliseconds since the click while the run is busy, else null. */
  readonly busyForMs = input<number | null>(null);
  /** The name of the connection the rows came from, when the tab has since moved to another one. */
  readonly origin = input<string | null>(null);
  /** Whether it is a result that was pinned: nothing of it runs again. */
  readonly isPinned = input(false);
  /** Whether the server no longer keeps the tab's last result. */
  readonly isLost = input(false);
  readonly statementChosen = output<number>();
  readonly pageAsked = output<PageRequest & { statement: StatementResult }>();
  readonly goTo = output<number>();
  readonly runAgain = output();
  readonly cancelled = output();

  protected readonly durationText = durationText;
  protected readonly table = viewChild<StatementTable>('table');
  protected readonly shownFilters = computed(() => this.table()?.filters.all() ?? []);
  /** What the head says of conditions; null where there are none. */
  protected readonly filtered = computed(() => {
    const filters = this.shownFilters().length;
    const isFiltered = this.mode().id === 'table' || this.mode().id === 'map';
    return filters === 0 || !isFiltered ? null : { filters, matched: this.table()?.matched() ?? null };
  });
  protected readonly showsMessages = signal(false);
  protected readonly face = computed(() => resultFace(this.run()));
  protected readonly isBusy = computed(() => isBusy(this.run()));
  protected readonly waitingText = waitingText;
  protected readonly announcement = computed(() => spokenOutcome(this.run()));
  protected readonly statements = computed(() => this.run()?.run?.statements ?? []);
  protected readonly statement = computed(() => {
    const run = this.run();
    return run ? selectedStatement(run) : null;
  });
  protected readonly place = computed(() => {
    const [run, statement] = [this.run(), this.statement()];
    return run && statement ? pagePlace(run, statement) : null;
  });
  /** Where the shown statement's error stands in the tab's text and in the sent one; null when no place is known. */
  protected readonly errorPlace = computed(() => {
    const [run, error] = [this.run(), this.statement()?.error ?? this.run()?.run?.error ?? null];
    const offset = run && error ? errorOffset(error, run.sent) : null;
    return run && offset !== null
      ? { offset, sentOffset: offset - run.sent.offset, sql: run.sent.sql, start: run.sent.start }
      : null;
  });
  /** True where a statement failed after rows of a large result had come: they can still be read. */
  protected readonly hasKeptRows = computed(() => {
    const statement = this.statement();
    return statement?.error !== null && statement?.delivery === 'paged' && statement.received_rows > 0;
  });
  /** True where there is a result that modes can show. */
  protected readonly hasRows = computed(() => {
    const statement = this.statement();
    return Boolean(statement?.columns?.length) && (statement?.error === null || this.hasKeptRows());
  });
  private readonly tabs = inject(TabsStore);
  protected readonly none = computed(() => {
    const hasConnection = Boolean(this.tabs.find(this.tabId())?.connectionId);
    return noResult(hasConnection, this.isLost(), keyText('Mod+Enter'));
  });
  private readonly reviews = inject(ChangeReviews);
  /** Edits of rows that are staged in the tab. */
  protected readonly stagedCount = computed(() => this.tabs.find(this.tabId())?.staged?.count ?? 0);
  protected readonly hasReview = computed(() => !this.isPinned() && this.reviews.shown() !== null);
  private readonly modes = inject(ResultModesStore);
  private readonly plans = inject(PlansStore);
  protected readonly slots = inject(HeaderSlots);
  private readonly fittingModes = computed(() => {
    const statement = this.statement();
    return RESULT_MODES.filter((mode) => statement !== null && this.hasRows() && mode.available(statement));
  });
  /** The mode that was chosen for the tab where it fits the result, else the table. */
  protected readonly mode = computed<ResultMode>(() => {
    const chosen = this.modes.of(this.tabId());
    return this.fittingModes().find(({ id }) => id === chosen) ?? TABLE_MODE;
  });
  protected readonly modeOptions = computed(() =>
    RESULT_MODES.map((mode): Segment<ResultModeId> => {
      const { id: value, name: label, icon, needs } = mode;
      // The plan of the tab's statement waits behind the result.
      const isThere =
        this.fittingModes().includes(mode) || (value === 'plan' && !this.isPinned() && this.plans.active() !== null);
      return isThere ? { value, label, icon } : { value, label, icon, isDisabled: true, tooltip: needs };
    }),
  );
  protected readonly view = computed<ResultView | null>(() => {
    const [run, statement] = [this.run(), this.statement()];
    if (!run?.run || !statement?.columns) return null;
    const { id: runId, connection_id: connectionId } = run.run;
    const { columns } = statement;
    return { tabId: this.tabId(), runId, connectionId, statement, columns, filters: this.shownFilters() };
  });
  /** The run of a result that can be pinned; null while rows arrive, and of one that is pinned. */
  protected readonly pinnable = computed(() => {
    const run = this.run();
    return this.hasRows() && !this.isPinned() && run?.phase === 'finished' && !this.hasKeptRows() ? run : null;
  });
  private readonly resultActions = viewChild(ResultActions);
  /** The rows that are copied, in their order on screen. */
  protected readonly takenRows = (limit: number): readonly ResultRow[] | Promise<readonly ResultRow[]> =>
    this.table()?.takenRows(limit) ?? this.statement()?.rows ?? [];
  protected readonly shownSort = (): RowSort | null => this.table()?.shownSort() ?? null;
  protected readonly chosenCount = computed(() => this.table()?.chosenCount() ?? 0);
  protected readonly focusedColumn = computed(() => this.table()?.focusedColumn() ?? 0);
  protected readonly rowsText = computed(() => countedText(this.statement()?.row_count ?? 0, 'row'));
  /** Another shape of result gets a grid of its own; the same shape keeps widths and order. */
  protected readonly shapes = computed(() => {
    const shape = this.statement()?.columns?.map(({ name, type }) => [name, type]) ?? [];
    return [{ key: JSON.stringify([this.tabId(), this.statement()?.index, shape]) }];
  });

  constructor() {
    this.giveFocusBack();
    const columns = inject(TabColumns);
    effect(() => columns.tabId.set(this.tabId()));
  }

  protected choose(mode: ResultModeId): void {
    const isFitting = this.fittingModes().some(({ id }) => id === mode);
    if (mode === 'plan' && !isFitting) {
      this.plans.show(this.tabId(), true);
      return;
    }
    this.modes.choose(this.tabId(), mode);
  }

  /** Copies the chosen rows as spreadsheets take them. */
  protected copyRows(): void {
    void this.resultActions()?.copy('tsv');
  }

  /**
   * A review that closes leaves the focus where it was before, else in the table, which is on its way while the rows are
   * read anew.
   */
  private giveFocusBack(): void {
    const injector = inject(Injector);
    let opener: Element | null = null;
    effect(() => {
      if (this.hasReview()) {
        opener = document.activeElement;
        return;
      }
      const before = opener;
      opener = null;
      if (before === null) return;
      const give = (left: number): void => {
        if (document.activeElement !== document.body) return;
        if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus();
        else this.focus();
        if (left > 0) setTimeout(() => give(left - 1), RETRY_MS);
      };
      afterNextRender(() => give(MOST_RETRIES), { injector });
    });
  }

  /** Takes the focus: the table's cell if there is a table. */
  focus(): void {
    this.table()?.focus();
  }
}
