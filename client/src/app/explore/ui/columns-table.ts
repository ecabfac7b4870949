import { Component, computed, input, linkedSignal } from '@angular/core';
import type { TableDetails } from '#libs/api';
import { matchesWords } from '#libs/connection-folders';
import { countedText, countText } from '#libs/results';
import { Icon } from '../../shared/ui/icon/icon';

/** More columns than this scroll by themselves and have a field that narrows them. */
const MOST_WITHOUT_FIELD = 20;
/** Rows that are drawn until all are asked for. */
const FIRST_ROWS = 50;

/** The columns of a table with their types, keys and comments. Many of them take no more room than a part of the panel. */
@Component({
  selector: 'dw-columns-table',
  imports: [Icon],
  templateUrl: './columns-table.html',
  styleUrl: './columns-table.css',
})
export class ColumnsTable {
  readonly table = input.required<TableDetails>();

  protected readonly typed = linkedSignal({ source: this.table, computation: () => '' });
  protected readonly isWhole = linkedSignal({ source: this.table, computation: () => false });
  protected readonly hasField = computed(() => this.table().columns.length > MOST_WITHOUT_FIELD);
  protected readonly keys = computed(() => {
    const { primary_key: key, foreign_keys: references } = this.table();
    return { primary: new Set(key?.columns), foreign: new Set(references.flatMap(({ columns }) => columns)) };
  });
  private readonly found = computed(() =>
    this.table().columns.filter(({ name, type, comment }) => matchesWords(this.typed(), [name, type, comment ?? ''])),
  );
  protected readonly shown = computed(() => (this.isWhole() ? this.found() : this.found().slice(0, FIRST_ROWS)));
  protected readonly hasMore = computed(() => this.shown().length < this.found().length);
  /** What the button says that draws the others, too. */
  protected readonly moreText = computed(() => `Show all ${countedText(this.found().length, 'column')}`);
  /** How many columns match. */
  protected readonly foundText = computed(() => {
    const [found, all] = [this.found().length, this.table().columns.length];
    if (this.typed().trim() === '') return '';
    return found === 0 ? 'No columns match' : `${countText(found)} of ${countedText(all, 'column')}`;
  });
}
