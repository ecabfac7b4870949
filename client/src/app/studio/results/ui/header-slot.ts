import { Directive, inject, Injectable, signal, TemplateRef } from '@angular/core';
import type { OnDestroy } from '@angular/core';

/** What the mode on screen puts into the strip above the result. The result area provides it. */
@Injectable()
export class HeaderSlots {
  private readonly filled = signal<TemplateRef<unknown> | null>(null);
  readonly template = this.filled.asReadonly();

  fill(template: TemplateRef<unknown>): void {
    this.filled.set(template);
  }

  empty(template: TemplateRef<unknown>): void {
    if (this.filled() === template) this.filled.set(null);
  }
}

/** Puts the template it stands on at the right of the strip above the result, for as long as its mode is shown. */
@Directive({ selector: '[dwHeadSlot]' })
export class HeaderSlot implements OnDestroy {
  private readonly slots = inject(HeaderSlots);
  private readonly template = inject<TemplateRef<unknown>>(TemplateRef);

  constructor() {
    this.slots.fill(this.template);
  }

  ngOnDestroy(): void {
    this.slots.empty(this.template);
  }
}
