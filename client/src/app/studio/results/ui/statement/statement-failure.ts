import { Component, computed, input, output } from '@angular/core';
import { RouterLink } from '@angular/router';
import type { StatementError } from '#libs/api';
import { CopyButton } from '../../../../shared/ui/copy-button';
import { Icon } from '../../../../shared/ui/icon/icon';
import { FixButton } from '../../../copilot/ui/fix-button';
import { errorExcerpt } from '../../../editor/error-excerpt';
import { excerptOf } from '../../../run/statement-summary';
import { positionAt, positionWithin } from '../../../editor/text-position';
import type { TextPosition } from '../../../editor/text-position';

/** Where an error stands: its offset in the tab's text, its offset in the sent text, the sent text and its beginning. */
export interface ErrorPlace {
  readonly offset: number;
  readonly sentOffset: number;
  readonly sql: string;
  readonly start: TextPosition;
}

/** What the database said against a statement, under that statement: message, place, detail, hint. */
@Component({
  selector: 'dw-statement-failure',
  imports: [CopyButton, FixButton, Icon, RouterLink],
  templateUrl: './statement-failure.html',
  styleUrl: './statement-failure.css',
})
export class StatementFailure {
  readonly error = input.required<StatementError>();
  readonly heading = input('The database refused this statement');
  readonly sql = input('');
  readonly place = input<ErrorPlace | null>(null);
  readonly goTo = output<number>();

  protected readonly excerpt = computed(() => {
    const place = this.place();
    return place ? errorExcerpt(place.sql, place.sentOffset) : null;
  });
  protected readonly statementLine = computed(() => excerptOf(this.sql(), 160));
  /** Line and column in the tab's text. */
  protected readonly position = computed(() => {
    const place = this.place();
    return place ? positionWithin(place.start, positionAt(place.sql, place.sentOffset)) : null;
  });
  protected readonly copyText = computed(() => {
    const { message, sqlstate, detail, hint } = this.error();
    return [sqlstate ? `${sqlstate} ${message}` : message, detail, hint].filter((line) => line !== null).join('\n');
  });
}
