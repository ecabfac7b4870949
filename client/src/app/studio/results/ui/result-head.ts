import { Component, computed, input, model, output } from '@angular/core';
import { WHOLE_RESULT_ROWS } from '#libs/api';
import type { StatementResult } from '#libs/api';
import { bytesText, countedText, countText, durationText } from '#libs/results';
import { foldHost } from '../../../shared/ui/fold';
import { Icon } from '../../../shared/ui/icon/icon';
import { Tooltip } from '../../../shared/ui/tooltip';
import { commandOf } from '../../run/statement-summary';

/** The strip above a result: how many rows, how long it took, how it was delivered, and the database's messages. */
@Component({
  selector: 'dw-result-head',
  imports: [Icon, Tooltip],
  templateUrl: './result-head.html',
  styleUrl: './result-head.css',
})
export class ResultHead {
  readonly statement = input.required<StatementResult>();
  /** Milliseconds since the click while the statement runs, else null. */
  readonly busyForMs = input<number | null>(null);
  /** The name of the connection the rows came from, when the tab has since moved to another one. */
  readonly origin = input<string | null>(null);
  /** Conditions on columns, and how many rows meet them, null while that is counted; null where there are none. */
  readonly filtered = input<{ readonly filters: number; readonly matched: number | null } | null>(null);
  readonly filtersCleared = output();
  readonly showsMessages = model(false);

  protected readonly countText = countText;
  protected readonly countedText = countedText;
  protected readonly command = computed(() => commandOf(this.statement()));
  protected readonly rowCount = computed(() => {
    const { columns, row_count: total, received_rows: received } = this.statement();
    return columns === null ? null : countText(total ?? received);
  });
  /** The figure and its unit apart, so that the figure can be the louder one. */
  protected readonly elapsed = computed(() => {
    const text = durationText(this.busyForMs() ?? this.statement().elapsed_ms);
    const [, figure = text, unit = ''] = /^([\d.]+) (ms|s)$/.exec(text) ?? [];
    return { figure, unit };
  });
  protected readonly isPaged = computed(() => this.statement().delivery === 'paged');
  protected readonly pagedBecause = computed(() => {
    const { row_count: total, received_rows: received } = this.statement();
    const isLong = (total ?? received) > WHOLE_RESULT_ROWS;
    return `${isLong ? `More than ${countText(WHOLE_RESULT_ROWS)} rows` : 'Large values'}: loaded from the server page by page`;
  });
  /** True while rows of a large result are on their way to the workbench's disk. */
  protected readonly isArriving = computed(() => this.isPaged() && this.statement().status === 'running');
  /** What the rows take on disk; null while there is nothing to report. */
  protected readonly size = computed(() => {
    const { spooled_bytes: bytes } = this.statement();
    return bytes > 0 ? bytesText(bytes) : null;
  });
  protected readonly progress = computed(() => {
    const rows = countedText(this.statement().received_rows, 'row');
    return [rows, this.size()].filter((part) => part !== null).join(', ');
  });
  protected readonly notices = computed(() => this.statement().notices);
  /** A statement without rows has nothing else to show, so its messages stand open. */
  protected readonly areMessagesShown = computed(
    () => this.notices().length > 0 && (this.showsMessages() || this.statement().columns === null),
  );

  constructor() {
    foldHost({
      paged: 1240,
      'action-labels': 1160,
      loaded: 1080,
      labels: 1040,
      choices: 880,
      size: 860,
      actions: 780,
      units: 560,
    });
  }
}
