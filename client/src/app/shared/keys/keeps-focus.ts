import { DestroyRef, Directive, ElementRef, afterNextRender, inject } from '@angular/core';

/**
 * Keeps the focus in a part of the page when the control that has it goes, as a button does that has done its work: the
 * browser would give the focus to the page, and Tab would begin at its start.
 */
@Directive({ selector: '[dwKeepsFocus]', host: { tabindex: '-1', '(focusin)': 'last = $any($event.target)' } })
export class KeepsFocus {
  protected last: Element | null = null;

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const observer = new MutationObserver(() => {
      const isLost = this.last?.isConnected === false && document.activeElement === document.body;
      if (isLost) host.focus({ preventScroll: true });
    });
    inject(DestroyRef).onDestroy(() => observer.disconnect());
    afterNextRender(() => observer.observe(host, { childList: true, subtree: true }));
  }
}
