import { Component, computed, input } from '@angular/core';
import type { ChangeValue as Value } from '#libs/api';

/** A value as the database wrote it; NULL, DEFAULT and an empty text look different. */
@Component({
  selector: 'dw-change-value',
  template: `<span [class.word]="word() !== null" [attr.title]="text()">{{ word() ?? text() }}</span>`,
  styles: `
    :host {
      display: block;
      overflow: hidden;
      font: inherit;
      text-overflow: ellipsis;
      white-space: pre;
    }
    .word {
      font-style: italic;
    }
  `,
})
export class ChangeValue {
  /** Undefined where there is no value. */
  readonly value = input.required<Value | undefined>();

  protected readonly text = computed(() => {
    const value = this.value();
    return typeof value === 'string' && value !== '' ? value : null;
  });
  protected readonly word = computed(() => {
    const value = this.value();
    if (value === undefined) return '—';
    if (value === null) return 'NULL';
    if (value === '') return "''";
    return typeof value === 'string' ? null : 'DEFAULT';
  });
}
