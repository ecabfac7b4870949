import { Component, computed, input, output } from '@angular/core';
import type { ResultColumn, ResultRow } from '#libs/api';
import { countText } from '#libs/results';
import { Icon } from '../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../shared/ui/icon-button';

/** Characters of a value that the card shows. */
const SHOWN_CHARACTERS = 120;

/** The picked row of a map, value by value as the database printed them. */
@Component({
  selector: 'dw-row-card',
  imports: [Icon, IconButton],
  template: `
    <header>
      <b class="dw-clip">{{ title() }}</b>
      @if (row() !== null) {
        <span class="place">row {{ countText((row() ?? 0) + 1) }} of {{ countText(total()) }}</span>
        <button dwIconButton="chevron-left" label="Previous row" (click)="moved.emit(-1)"></button>
        <button dwIconButton="chevron-right" label="Next row" (click)="moved.emit(1)"></button>
      }
      <button dwIconButton="x" label="Close" keys="Esc" (click)="closed.emit()"></button>
    </header>
    <div class="values" tabindex="0" role="region" aria-label="Values of the row">
      <table>
        @for (value of values(); track $index) {
          <tr>
            <th scope="row">{{ value.name }}</th>
            <td [class.null]="value.isNull">{{ value.text }}</td>
          </tr>
        }
      </table>
    </div>
    @if (row() !== null) {
      <div class="show">
        <button class="dw-btn dw-sm" type="button" (click)="tableAsked.emit()">
          <dw-icon name="table" [size]="14" />Show in table
        </button>
        @if (canEdit()) {
          <button class="dw-btn dw-sm" type="button" (click)="editAsked.emit()">
            <dw-icon name="pencil" [size]="14" />Edit geometry
          </button>
        }
      </div>
    }
  `,
  styleUrl: './row-card.css',
  host: { role: 'group', 'aria-label': 'Picked row' },
})
export class RowCard {
  readonly columns = input.required<readonly ResultColumn[]>();
  readonly cells = input.required<ResultRow>();
  /** Counted from 0; null where nobody knows which row of the result it is. */
  readonly row = input<number | null>(null);
  readonly total = input(0);
  /** The columns that say where the row is; they come last. */
  readonly places = input<readonly number[]>([]);
  /** Whether its geometry can be edited. */
  readonly canEdit = input(false);
  readonly editAsked = output();
  /** The next row is wanted, or with -1 the one before. */
  readonly moved = output<number>();
  readonly tableAsked = output();
  readonly closed = output();

  protected readonly countText = countText;
  protected readonly title = computed(() => {
    const index = this.columns().findIndex(({ kind }) => kind === 'text');
    const row = this.row();
    return this.cells()[index] ?? (row === null ? 'Row' : `Row ${countText(row + 1)}`);
  });
  protected readonly values = computed(() => {
    const indexes = this.columns().map((_, index) => index);
    const isPlace = (index: number): boolean => this.places().includes(index);
    return [...indexes.filter((index) => !isPlace(index)), ...indexes.filter(isPlace)].map((index) => {
      const cell = this.cells()[index] ?? null;
      const text = cell ?? 'NULL';
      const isLong = text.length > SHOWN_CHARACTERS;
      return {
        name: this.columns()[index]?.name ?? '',
        isNull: cell === null,
        text: isLong ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text === '' ? "''" : text,
      };
    });
  });
}
