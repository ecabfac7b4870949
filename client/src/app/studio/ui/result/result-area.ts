import { Component, computed, input, output, signal, viewChild } from '@angular/core';
import type { ResultRow, StatementResult } from '#libs/api';
import { countedText, durationText } from '#libs/results';
import { keyText } from '../../../shared/keys/key-names';
import { EmptyState } from '../../../shared/ui/state/empty-state';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { errorOffset } from '../../data/text-position';
import { isBusy } from '../../data/run-state';
import type { TabRun } from '../../data/run-state';
import { ResultActions } from './result-actions';
import { ResultHead } from './result-head';
import { pagePlace, resultFace, selectedStatement, spokenOutcome } from './run-view';
import { StatementFailure } from './statement-failure';
import { StatementMessage } from './statement-message';
import { StatementStrip } from './statement-strip';
import { StatementTable } from './statement-table';
import type { PageWish } from './statement-table';

/** The lower half of the studio: what the tab's run gave, statement by statement. */
@Component({
  selector: 'dw-result-area',
  imports: [
    EmptyState,
    FailedState,
    LoadingState,
    ResultActions,
    ResultHead,
    StatementFailure,
    StatementMessage,
    StatementStrip,
    StatementTable,
  ],
  templateUrl: './result-area.html',
  styleUrl: './result-area.css',
})
export class ResultArea {
  readonly tabId = input.required<string>();
  readonly run = input.required<TabRun | null>();
  /** Milliseconds since the click while the run is busy, else null. */
  readonly busyForMs = input<number | null>(null);
  /** The name of the connection the rows came from, when the tab has since moved to another one. */
  readonly origin = input<string | null>(null);
  readonly statementChosen = output<number>();
  readonly pageAsked = output<PageWish & { statement: StatementResult }>();
  readonly goTo = output<number>();
  readonly runAgain = output();
  readonly cancelled = output();

  protected readonly keyText = keyText;
  protected readonly durationText = durationText;
  private readonly table = viewChild<StatementTable>('table');
  protected readonly showsMessages = signal(false);
  protected readonly face = computed(() => resultFace(this.run()));
  protected readonly isBusy = computed(() => isBusy(this.run()));
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
  /** The rows on screen in their order there, for what copies them. */
  protected readonly shownRows = (): readonly ResultRow[] => this.table()?.shownRows() ?? this.statement()?.rows ?? [];
  protected readonly rowsText = computed(() => countedText(this.statement()?.row_count ?? 0, 'row'));
  /** Another shape of result gets a grid of its own; the same shape keeps widths and order. */
  protected readonly shapes = computed(() => {
    const shape = this.statement()?.columns?.map(({ name, type }) => [name, type]) ?? [];
    return [{ key: JSON.stringify([this.tabId(), this.statement()?.index, shape]) }];
  });

  /** Takes the focus: the table's cell if there is a table. */
  focus(): void {
    this.table()?.focus();
  }
}
