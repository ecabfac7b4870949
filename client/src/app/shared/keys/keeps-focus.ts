import { DestroyRef, Directive, ElementRef, afterNextRender, inject } from '@angular/core';
import { FocusReturn } from './focus-return';
import { listenOnDocument } from './listen-on-document';

/**
 * Keeps the focus in a part of the page when the control that has it goes, as a button does that has done its work: the
 * browser would give the focus to the page, and Tab would begin at its start. When the part itself goes with the focus,
 * as on Close, what had the focus before gets it back.
 */
@Directive({ selector: '[dwKeepsFocus]', host: { tabindex: '-1' } })
export class KeepsFocus {
  /** Whether what had the focus before gets it back; false where the page around the part sees to that. */
  returnsFocus = true;
  private last: Element | null = null;
  private hasFocus = false;
  /** What had the focus last outside of the part, menus and dialogs left out. */
  private before = new FocusReturn();

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    listenOnDocument('focusin', ({ target }) => this.note(host, target as Element));
    const observer = new MutationObserver(() => {
      const isLost = this.last?.isConnected === false && document.activeElement === document.body;
      if (isLost) host.focus({ preventScroll: true });
    });
    inject(DestroyRef).onDestroy(() => {
      observer.disconnect();
      if (this.hasFocus && this.returnsFocus) queueMicrotask(() => this.before.restore());
    });
    afterNextRender(() => observer.observe(host, { childList: true, subtree: true }));
  }

  private note(host: HTMLElement, target: Element): void {
    if (target.closest('.cdk-overlay-container') !== null) return;
    this.hasFocus = host.contains(target);
    if (this.hasFocus) this.last = target;
    else this.before = new FocusReturn(target);
  }
}
