import { Component, input, output } from '@angular/core';
import { ElapsedSeconds } from '../../ui/elapsed-seconds';
import { Icon } from '../../ui/icon/icon';
import type { ActionButton } from '../data/change-actions';

/** The buttons of what may be done with a change set. While one works the others do nothing. */
@Component({
  selector: 'dw-change-buttons',
  imports: [ElapsedSeconds, Icon],
  template: `
    @for (button of buttons(); track button.name) {
      <button
        type="button"
        class="dw-btn"
        [class.dw-primary]="button.tone === 'primary'"
        [class.danger]="button.tone === 'danger'"
        [attr.aria-busy]="busy() === button.name || null"
        [attr.aria-disabled]="busy() !== null || null"
        (click)="busy() === null && chosen.emit(button.name)"
      >
        @if (busy() === button.name) {
          <span class="dw-spinner"></span>{{ button.busyLabel }} <dw-elapsed-seconds />
        } @else {
          <dw-icon [name]="button.icon" [size]="14" />
          @if (button.tone === 'primary') {
            {{ button.label }}
          } @else {
            <span
              >{{ verb(button.label) }}<span class="dw-bar-object">{{ object(button.label) }}</span></span
            >
          }
        }
      </button>
    }
  `,
  styles: `
    :host {
      display: contents;
    }
    .danger {
      color: var(--dw-danger-text);
    }
  `,
})
export class ChangeButtons<N extends string> {
  readonly buttons = input.required<readonly (ActionButton & { readonly name: N })[]>();
  /** The action that is under way. */
  readonly busy = input.required<string | null>();
  readonly chosen = output<N>();

  protected verb(label: string): string {
    return label.split(' ', 1)[0] ?? label;
  }

  /** What follows the verb, with the space before it. */
  protected object(label: string): string {
    return label.slice(this.verb(label).length);
  }
}
