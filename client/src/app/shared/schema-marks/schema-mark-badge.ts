import { Component, input } from '@angular/core';
import { Icon } from '../ui/icon/icon';
import type { SchemaMark } from './schema-marks';

/** A mark as a small icon with its words: red where a contract is broken, quiet where something changed. */
@Component({
  selector: 'dw-schema-mark',
  imports: [Icon],
  template: `
    <dw-icon [name]="mark().icon" [size]="12" />
    <span class="cdk-visually-hidden">{{ mark().words }}</span>
  `,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
      color: var(--dw-warn-text);
    }
    :host([data-kind='broken']) {
      color: var(--dw-danger-text);
    }
  `,
  host: { '[attr.data-kind]': 'mark().kind', '[attr.title]': 'mark().words' },
})
export class SchemaMarkBadge {
  readonly mark = input.required<SchemaMark>();
}
