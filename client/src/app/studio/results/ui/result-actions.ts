import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, DestroyRef, inject, input, signal } from '@angular/core';
import type { ExportFormat, ExportStyle, ResultFilter, ResultRow, StatementResult } from '#libs/api';
import { DEFAULT_DIALECT } from '#libs/dialects';
import { copyText, countText, countedText } from '#libs/results';
import type { CopyFormat } from '#libs/results';
import { tableOfColumns } from '#libs/rows';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { ApiProblem } from '../../../shared/http/api-problem';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Icon } from '../../../shared/ui/icon/icon';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { Tooltip } from '../../../shared/ui/tooltip';
import { connectionDialect } from '../../../shared/connections/connection-dialect';
import { ExportsStore } from '../../exports/exports.store';
import { ClipboardText } from '../clipboard-text';
import { filterQuery } from '../results-api';
import type { RowSort } from '../../run/run-state';
import { RunActions } from '../../run/ui/run-actions';
import { RowInserts, takesRows } from '../../insert/ui/row-inserts';
import { SpreadsheetDialog } from '../../exports/ui/spreadsheet-dialog';

const COPIED_SHOWN_MS = 1500;
/** Rows that are copied at most: more would freeze the page, and whatever they are pasted into. */
const MOST_COPIED = 100_000;
const FILES: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'Download CSV' },
  { format: 'csv-excel', label: 'Download CSV for spreadsheets' },
  { format: 'json', label: 'Download JSON' },
  { format: 'ndjson', label: 'Download NDJSON' },
  { format: 'parquet', label: 'Download Parquet' },
  { format: 'xlsx', label: 'Download XLSX' },
];
const COPIES: readonly { format: CopyFormat; label: string }[] = [
  { format: 'csv', label: 'Copy as CSV' },
  { format: 'tsv', label: 'Copy as TSV' },
  { format: 'json', label: 'Copy as JSON' },
  { format: 'markdown', label: 'Copy as Markdown' },
  { format: 'insert', label: 'Copy as INSERT' },
  { format: 'in-list', label: 'Copy as IN-list' },
];

/** Those that stand beside the menu. */
const DIRECT_FILES = [
  { format: 'csv', name: 'CSV', label: 'Download CSV' },
  { format: 'json', name: 'JSON', label: 'Download JSON' },
] as const;

/** What can be taken out of a result: rows on screen to the clipboard, all of them as a file. */
@Component({
  selector: 'dw-result-actions',
  imports: [CdkMenu, CdkMenuItem, CdkMenuTrigger, Icon, Tooltip],
  templateUrl: './result-actions.html',
  styleUrl: './result-actions.css',
})
export class ResultActions {
  readonly runId = input.required<string>();
  readonly connectionId = input.required<string | null>();
  readonly statement = input.required<StatementResult>();
  /** Rows that were chosen; 0 takes all of the result. */
  readonly chosenCount = input(0);
  /** The column of the focused cell, counted from 0. */
  readonly focusedColumn = input(0);
  /** Asked for only when something is copied: the order on screen is the grid's. */
  readonly takenRows = input.required<(limit: number) => readonly ResultRow[] | Promise<readonly ResultRow[]>>();
  /** The order on screen, asked for when a file is made; null is the database's own. */
  readonly shownSort = input.required<() => RowSort | null>();
  /** The conditions that the rows on screen meet; files have the same rows. */
  readonly shownFilters = input<readonly ResultFilter[]>([]);
  /** How many rows meet the conditions on columns; null while that is not known, or where there are none. */
  readonly matched = input<number | null>(null);
  /** Whether rows can be added to the table of the result. */
  readonly canInsert = input(true);

  protected readonly files = FILES;
  protected readonly directFiles = DIRECT_FILES;
  protected readonly copies = COPIES;
  private readonly clipboard = inject(ClipboardText);
  private readonly connections = inject(ConnectionsStore);
  private readonly exports = inject(ExportsStore);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly inserts = inject(RowInserts);
  private readonly runs = inject(RunActions);
  private copiedTimer: ReturnType<typeof setTimeout> | undefined;
  protected readonly isCopied = signal(false);
  /** Rows that are there to be copied; more may still arrive. */
  private readonly resultRows = computed(
    () => this.matched() ?? Math.max(this.statement().received_rows, this.statement().row_count ?? 0),
  );
  protected readonly takenWords = computed(() =>
    this.chosenCount() > 0
      ? countedText(this.chosenCount(), 'selected row')
      : this.resultRows() > MOST_COPIED
        ? `the first ${countText(MOST_COPIED)} of ${countedText(this.resultRows(), 'row')}`
        : countedText(this.resultRows(), 'row'),
  );
  protected readonly listColumn = computed(() => this.statement().columns?.[this.focusedColumn()]?.name ?? '');
  protected readonly totalText = computed(() => countedText(this.matched() ?? this.statement().row_count ?? 0, 'row'));
  private readonly connection = computed(() => this.connections.find(this.connectionId() ?? ''));
  private readonly dialect = computed(() => {
    const connection = this.connection();
    return connection ? connectionDialect(connection) : DEFAULT_DIALECT;
  });
  /** The one table that the result is of, where it takes rows. */
  protected readonly target = computed(() =>
    this.canInsert() && takesRows(this.connection()) ? tableOfColumns(this.statement().columns ?? []) : null,
  );
  /** Why there is no file yet; null when there can be one. */
  protected readonly refusal = computed(() =>
    this.statement().complete ? null : 'Available when all rows have loaded',
  );
  protected readonly wholeText = computed(() => {
    const isWhole = this.statement().status === 'succeeded';
    const what = this.shownFilters().length > 0 ? 'Filtered rows' : isWhole ? 'Whole result' : 'Rows so far';
    return `${what}, ${this.totalText()}`;
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.copiedTimer));
  }

  /** Downloads the whole result; how a spreadsheet is to read it is asked first. */
  protected async download(format: ExportFormat): Promise<void> {
    const style: ExportStyle | undefined =
      format === 'csv-excel' ? await this.dialogs.open<SpreadsheetDialog, ExportStyle>(SpreadsheetDialog) : { format };
    if (!style) return;
    const sort = this.shownSort()();
    const order = sort ? { sort: `${sort.column}:${sort.direction}` } : {};
    const filter = filterQuery(this.shownFilters());
    await this.exports.start({
      run_id: this.runId(),
      statement: this.statement().index,
      ...style,
      ...order,
      ...(filter === null ? {} : { filter }),
    });
  }

  /** Copies the chosen rows, or all rows up to the limit, in the order on screen; rows that are not here are read first. */
  async copy(format: CopyFormat): Promise<void> {
    if (this.chosenCount() > MOST_COPIED) {
      const text = `You can copy up to ${countText(MOST_COPIED)} rows. Download a file to get all of them.`;
      this.toasts.show({ tone: 'neutral', title: `${this.takenWords()} are too many to copy`, text });
      return;
    }
    try {
      const total = this.chosenCount() > 0 ? this.chosenCount() : this.resultRows();
      const rows = await this.takenRows()(MOST_COPIED);
      if (await this.copyRows(format, rows)) this.notePartial(rows.length, total);
    } catch (error) {
      const { detail } = ApiProblem.from(error);
      this.toasts.show({ tone: 'danger', title: "Couldn't load rows", text: detail });
    }
  }

  /** False where nothing was copied. */
  private async copyRows(format: CopyFormat, rows: readonly ResultRow[]): Promise<boolean> {
    const text = copyText(format, {
      columns: this.statement().columns ?? [],
      rows,
      dialect: this.dialect(),
      column: this.focusedColumn(),
    });
    if (text !== '') return this.put(text);
    this.toasts.show({ tone: 'neutral', title: 'There is nothing to copy', text: EMPTY[format] ?? '' });
    return false;
  }

  private notePartial(copied: number, total: number): void {
    if (copied >= total) return;
    const title = `Copied ${countText(copied)} of ${countedText(total, 'row')}`;
    this.toasts.show({ tone: 'neutral', title, text: 'Download a file to get all rows.' });
  }

  protected insertRow(): void {
    const [connection, place] = [this.connection(), this.target()];
    if (!connection || !place) return;
    // Another tab may be in front when the message is answered.
    const runId = this.runId();
    const run = (): void => void this.runs.sendAgain(runId);
    void this.inserts.open(connection, place, { label: 'Run again', run });
  }

  private async put(text: string): Promise<boolean> {
    if (!(await this.clipboard.put(text))) return false;
    this.isCopied.set(true);
    clearTimeout(this.copiedTimer);
    this.copiedTimer = setTimeout(() => this.isCopied.set(false), COPIED_SHOWN_MS);
    return true;
  }
}

/** Why rows can make no text. */
const EMPTY: Partial<Record<CopyFormat, string>> = {
  'in-list': 'The column has only NULL values, which IN never matches.',
  insert: 'An INSERT needs a row.',
};
