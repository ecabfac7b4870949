import { CdkMenuTrigger } from '@angular/cdk/menu';
import { DestroyRef, Directive, ElementRef, inject } from '@angular/core';

/** Keeps a submenu open that the pointer has opened on its way when its item is pressed: the CDK's trigger would close it. */
@Directive({ selector: '[dwSubmenu]' })
export class Submenu {
  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    const trigger = inject(CdkMenuTrigger);
    const keep = (event: Event): void => {
      if (!trigger.isOpen()) return;
      event.stopImmediatePropagation();
      trigger.getMenu()?.focusFirstItem('mouse');
    };
    // Before the trigger's own listener, which is on the same element.
    host.addEventListener('click', keep, { capture: true });
    inject(DestroyRef).onDestroy(() => {
      host.removeEventListener('click', keep, { capture: true });
    });
  }
}
