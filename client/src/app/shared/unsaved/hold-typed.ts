import { Directive, ElementRef, inject, input } from '@angular/core';
import { TypedChanges } from './typed-changes';
import { holdUnsaved } from './unsaved-forms';

/** Asks before what a person has typed or chosen in this part of a page is discarded; the value names it. */
@Directive({ selector: '[dwHoldTyped]' })
export class HoldTyped {
  readonly dwHoldTyped = input.required<string>();

  private isLeft = false;

  constructor() {
    const typed = new TypedChanges(inject<ElementRef<HTMLElement>>(ElementRef).nativeElement);
    holdUnsaved({ name: () => this.dwHoldTyped(), isDirty: () => !this.isLeft && typed.areAny() });
  }

  /** Leaves it without a question from now on, as when what it belongs to has been removed. */
  leave(): void {
    this.isLeft = true;
  }
}
