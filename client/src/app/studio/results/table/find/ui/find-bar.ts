import {
  afterNextRender,
  Component,
  computed,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import type { ResultRow } from '#libs/api';
import { countText } from '#libs/results';
import { keyText } from '../../../../../shared/keys/key-names';
import { Icon } from '../../../../../shared/ui/icon/icon';
import { IconButton } from '../../../../../shared/ui/icon-button';
import { Tooltip } from '../../../../../shared/ui/tooltip';
import { drawnCells } from '../../drawn-cells';
import { columnId } from '../../ui/grid-columns';
import type { ResultGrid } from '../../ui/result-grid';
import type { MatchSource, WantedText } from '../match-source';
import { TableFind } from '../table-find';
import { markMatches } from './match-marks';

/** Typing goes on until nothing is typed for this long, in milliseconds. */
const TYPING_MS = 120;

/** Finds a text in all rows of a table: how many cells contain it, the next one and the one before. */
@Component({
  selector: 'dw-find-bar',
  imports: [Icon, IconButton, Tooltip],
  templateUrl: './find-bar.html',
  styleUrl: './find-bar.css',
  host: { role: 'search', '[class.low]': 'isLow()', '(keydown)': 'press($event)' },
})
export class FindBar {
  readonly grid = input.required<ResultGrid>();
  /** The rows that are searched, for noticing that they are others. */
  readonly rows = input.required<readonly ResultRow[]>();
  readonly sourceOf = input.required<(wanted: WantedText) => MatchSource>();
  readonly closed = output();

  protected readonly find = inject(TableFind);
  private readonly injector = inject(Injector);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  protected readonly keyText = keyText;
  /** It stands lower where it would cover the match. */
  protected readonly isLow = signal(false);
  protected readonly outcome = computed(() => {
    const [wanted, found, problem] = [this.find.wanted(), this.find.found(), this.find.problem()];
    if (problem) return problem.detail;
    if (!wanted) return '';
    if (!found) return this.find.isSearching() ? 'Searching…' : 'No matches';
    const count = `${countText(found.count)}${found.isComplete ? '' : '+'} ${found.count === 1 ? 'match' : 'matches'}`;
    return found.place === null ? count : `${countText(found.place + 1)} of ${count}`;
  });
  constructor() {
    // Where it has the focus already, a key may have been typed, which must not be selected.
    afterNextRender(() => this.host.contains(document.activeElement) || this.focus());
    effect((onCleanup) => {
      const wanted = this.find.wanted();
      this.rows();
      this.grid().arrangement();
      const sourceOf = this.sourceOf();
      const timer = setTimeout(() => {
        const fromRow = this.grid().focusing.cell()?.rowNumber ?? 1;
        void this.find.search(wanted && sourceOf(wanted), fromRow - 1);
      }, TYPING_MS);
      onCleanup(() => clearTimeout(timer));
    });
    effect((onCleanup) => {
      const [wanted, found] = [this.find.wanted(), this.find.found()];
      if (found) untracked(() => this.reveal(found.match));
      if (wanted) onCleanup(markMatches(this.grid().element, wanted, found));
    });
  }

  focus(): void {
    this.field().nativeElement.focus();
    this.field().nativeElement.select();
  }

  protected type(event: Event): void {
    this.find.text.set((event.target as HTMLInputElement).value);
  }

  protected press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Escape') this.leave();
    else if (event.key === 'Enter' && event.target === this.field().nativeElement) {
      void this.find.step(event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  protected leave(): void {
    const match = this.find.found()?.match;
    this.find.close();
    this.closed.emit();
    if (match) this.grid().focusing.moveTo(match.row, match.column);
    else this.grid().focus();
  }

  private reveal({ row, column }: { readonly row: number; readonly column: number }): void {
    this.grid().focusing.show(row, column);
    this.isLow.set(false);
    // Once the grid has drawn the row, and the bar stands where it usually does.
    afterNextRender(() => this.giveWay(row, column), { injector: this.injector });
  }

  private giveWay(row: number, column: number): void {
    const cell = drawnCells(this.grid().element).find((one) => one.row === row && one.column === columnId(column));
    const [bar, at] = [this.host.getBoundingClientRect(), cell?.element.getBoundingClientRect()];
    if (!at) return;
    const isCovered = at.bottom > bar.top && at.top < bar.bottom && at.right > bar.left && at.left < bar.right;
    this.isLow.set(isCovered);
  }
}
