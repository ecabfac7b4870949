import { Directive, effect, inject, input, TemplateRef } from '@angular/core';
import { StatusSlots } from './status-slots';

/** Puts the template it stands on into the status bar for as long as its area is on the page. */
@Directive({ selector: '[dwStatusSlot]' })
export class StatusSlot {
  readonly side = input.required<'left' | 'right'>({ alias: 'dwStatusSlot' });

  constructor() {
    const slots = inject(StatusSlots);
    const template = inject<TemplateRef<unknown>>(TemplateRef);
    effect((onCleanup) => onCleanup(slots.add({ side: this.side(), template })));
  }
}
