import { CdkMenu, CdkMenuItem, CdkMenuItemCheckbox } from '@angular/cdk/menu';
import type { ElementRef } from '@angular/core';
import { afterNextRender, Component, computed, input, output, signal, viewChild } from '@angular/core';
import { matchesWords } from '#libs/connection-folders';
import { Icon } from '../../../../../shared/ui/icon/icon';
import type { GridColumn } from '../../ui/grid-column-state';

/** More columns than this have a field that narrows them. */
const MOST_WITHOUT_FIELD = 12;
/** Keys of the field that the menu takes. */
const MENU_KEYS: ReadonlySet<string> = new Set(['Escape', 'Tab']);

/** The menu of which columns of a result are shown. */
@Component({
  selector: 'dw-columns-menu',
  imports: [CdkMenu, CdkMenuItem, CdkMenuItemCheckbox, Icon],
  templateUrl: './columns-menu.html',
  styleUrls: ['../../../../../shared/ui/find-field.css', './columns-menu.css'],
})
export class ColumnsMenu {
  /** The columns in their order in the grid. */
  readonly columns = input.required<readonly GridColumn[]>();
  readonly shown = output<{ index: number; isShown: boolean }>();
  readonly resetAsked = output();

  private readonly menu = viewChild.required(CdkMenu);
  private readonly field = viewChild<ElementRef<HTMLInputElement>>('field');
  protected readonly typed = signal('');
  protected readonly hasField = computed(() => this.columns().length > MOST_WITHOUT_FIELD);
  protected readonly found = computed(() => this.columns().filter(({ name }) => matchesWords(this.typed(), [name])));

  constructor() {
    // A menu gives the focus to its first item when it has opened.
    afterNextRender(() => setTimeout(() => this.field()?.nativeElement.focus()));
  }

  /** Arrows lead to the columns that are found. A menu jumps to items by letters, which belong to the field. */
  protected press(event: KeyboardEvent): void {
    if (MENU_KEYS.has(event.key)) return;
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') this.menu().focusFirstItem('keyboard');
    else if (event.key === 'ArrowUp') this.menu().focusLastItem('keyboard');
    else return;
    event.preventDefault();
  }
}
