import { Component, computed, input } from '@angular/core';
import type { ChangeValue as Value } from '#libs/api';
import { readBytes } from '#libs/changes';
import { BytesSummary } from './bytes-summary';

/** Bytes with a longer text are shown by their size and hash. */
const SHOWN_CHARACTERS = 64;

/** A value as the database wrote it; NULL, DEFAULT and an empty text look different. */
@Component({
  selector: 'dw-change-value',
  imports: [BytesSummary],
  template: `@if (bytes(); as known) {
      <dw-bytes-summary [bytes]="known" />
    } @else {
      <span [class.word]="word() !== null" [attr.title]="text()">{{ word() ?? text() }}</span>
    }`,
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
  protected readonly bytes = computed(() => {
    const text = this.text();
    return text !== null && text.length > SHOWN_CHARACTERS ? readBytes(text) : null;
  });
  protected readonly word = computed(() => {
    const value = this.value();
    if (value === undefined) return '—';
    if (value === null) return 'NULL';
    if (value === '') return "''";
    return typeof value === 'string' ? null : 'DEFAULT';
  });
}
