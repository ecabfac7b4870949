import { Component, computed, input } from '@angular/core';
import { markTitle } from '#libs/palette';

/** A title in which the letters that were typed stand out. */
@Component({
  selector: 'dw-marked-title',
  template: '@for (part of parts(); track $index) {<span [class.match]="part.isMatch">{{ part.text }}</span>}',
  styles: `
    :host {
      white-space: pre;
    }
    .match {
      font-weight: var(--dw-weight-semibold);
      color: var(--dw-accent-text);
    }
  `,
})
export class MarkedTitle {
  readonly text = input.required<string>();
  readonly typed = input.required<string>();
  protected readonly parts = computed(() => markTitle(this.text(), this.typed()));
}
