import { Clipboard } from '@angular/cdk/clipboard';
import { CdkMenu, CdkMenuItem, CdkMenuTrigger } from '@angular/cdk/menu';
import { Component, computed, DestroyRef, inject, input, signal } from '@angular/core';
import type { ExportFormat, ResultRow, StatementResult } from '#libs/api';
import { countedText, insertStatement, writeResult } from '#libs/results';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { Icon } from '../../../shared/ui/icon/icon';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { Tooltip } from '../../../shared/ui/tooltip';
import { connectionDialect } from '../../data/connection-dialect';
import { ResultFiles } from '../../data/result-files';

const COPIED_SHOWN_MS = 1500;
const FILES: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'Download CSV' },
  { format: 'json', label: 'Download JSON' },
  { format: 'ndjson', label: 'Download NDJSON' },
];

/** What can be taken out of a result: the rows on screen to the clipboard, all of them as a file. */
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
  readonly shownCount = input.required<number>();
  /** Asked for only when something is copied: the order on screen is the grid's. */
  readonly shownRows = input.required<() => readonly ResultRow[]>();

  protected readonly files = FILES;
  private readonly clipboard = inject(Clipboard);
  private readonly connections = inject(ConnectionsStore);
  private readonly resultFiles = inject(ResultFiles);
  private readonly toasts = inject(Toasts);
  private copiedTimer: ReturnType<typeof setTimeout> | undefined;
  protected readonly isCopied = signal(false);
  protected readonly shownText = computed(() => countedText(this.shownCount(), 'row'));
  protected readonly totalText = computed(() => countedText(this.statement().row_count ?? 0, 'row'));
  /** Why there is no file yet; null when there can be one. */
  protected readonly refusal = computed(() => (this.statement().complete ? null : 'When all rows are there'));
  protected readonly wholeText = computed(() => {
    const isWhole = this.statement().status === 'succeeded';
    return `${isWhole ? 'Whole result' : 'Rows that arrived'}, ${this.totalText()}`;
  });

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.copiedTimer));
  }

  protected download(format: ExportFormat): void {
    void this.resultFiles.download(this.runId(), this.statement().index, format);
  }

  protected copyCsv(): void {
    this.copy(writeResult('csv', this.statement().columns ?? [], this.shownRows()()));
  }

  protected copyInsert(): void {
    const connection = this.connections.find(this.connectionId() ?? '');
    const dialect = connection ? connectionDialect(connection) : 'postgres';
    this.copy(insertStatement(this.statement().columns ?? [], this.shownRows()(), dialect));
  }

  private copy(text: string): void {
    if (!this.clipboard.copy(text)) {
      this.toasts.show({ tone: 'danger', title: 'The browser did not let the rows be copied' });
      return;
    }
    this.isCopied.set(true);
    clearTimeout(this.copiedTimer);
    this.copiedTimer = setTimeout(() => this.isCopied.set(false), COPIED_SHOWN_MS);
  }
}
