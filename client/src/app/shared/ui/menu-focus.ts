import { CdkContextMenuTrigger } from '@angular/cdk/menu';
import { Directive, ElementRef, inject } from '@angular/core';

/** Gives the focus back to the part of the page whose context menu has closed, unless the menu's action has taken it. */
@Directive({ selector: '[dwMenuFocus]' })
export class MenuFocus {
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  constructor() {
    // The menu itself is gone a moment later.
    inject(CdkContextMenuTrigger).closed.subscribe(() => setTimeout(() => this.restore()));
  }

  private restore(): void {
    if (document.activeElement === document.body) this.host.focus({ preventScroll: true });
  }
}
