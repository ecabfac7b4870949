import { Directive, ElementRef, inject } from '@angular/core';
import { commandKey } from '../keys/command-key';

/**
 * Lets the keys that a menu shows at its right edge choose: an item says `data-accelerator="T"`, or `Shift+T`. The
 * browser's own context menu stays away from ours.
 */
@Directive({
  selector: '[dwMenuAccelerators]',
  host: { '(keydown)': 'onKey($event)', '(contextmenu)': '$event.preventDefault()' },
})
export class MenuAccelerators {
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key === 'Delete' ? 'Backspace' : commandKey(event);
    const items = [...this.host.querySelectorAll<HTMLElement>('[data-accelerator]')];
    const itemOf = (wanted: string): HTMLElement | undefined =>
      items.find(({ dataset }) => dataset['accelerator']?.toLowerCase() === wanted);
    const item = (event.shiftKey ? itemOf(`shift+${key}`.toLowerCase()) : undefined) ?? itemOf(key.toLowerCase());
    if (!item) return;
    event.preventDefault();
    event.stopPropagation();
    item.click();
  }
}
