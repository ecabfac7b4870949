import { DestroyRef, Directive, ElementRef, inject } from '@angular/core';
import { FocusReturn } from './focus-return';
import { listenOnDocument } from './listen-on-document';

/**
 * Gives the focus on to what is left around a part of the page that goes with it, as a notice does whose button has done
 * its work: the browser would give it to the page, also from within a dialog.
 */
@Directive({ selector: '[dwGivesFocusOn]' })
export class GivesFocusOn {
  private around: FocusReturn | null = null;

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    listenOnDocument('focusin', ({ target }) => {
      this.around = host.contains(target as Element) ? new FocusReturn(target as Element) : null;
    });
    inject(DestroyRef).onDestroy(() => queueMicrotask(() => this.around?.restore()));
  }
}
