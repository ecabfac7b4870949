import { computed, Injectable, signal } from '@angular/core';

let count = 0;

/** The ids that tie one field's label, control, help and error together. */
@Injectable()
export class FieldLinks {
  private readonly base = `dw-field-${++count}`;
  readonly controlId = this.base;
  readonly helpId = `${this.base}-help`;
  readonly errorId = `${this.base}-error`;
  readonly hasError = signal(false);
  readonly hasHelp = signal(false);
  readonly describedBy = computed(() => (this.hasError() ? this.errorId : this.hasHelp() ? this.helpId : null));
}
