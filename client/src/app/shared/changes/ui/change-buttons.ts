import { Component, computed, input, output } from '@angular/core';
import { BusyButton } from '../../ui/busy-button';
import { ElapsedSeconds } from '../../ui/elapsed-seconds';
import { Icon } from '../../ui/icon/icon';
import { ROW_ACTIONS } from '../data/change-actions';
import type { ActionButton } from '../data/change-actions';

/** The buttons of what may be done with a change set. While one works it keeps its size, and the others do nothing. */
@Component({
  selector: 'dw-change-buttons',
  imports: [BusyButton, ElapsedSeconds, Icon],
  template: `
    @for (button of buttons(); track button.name) {
      <button
        type="button"
        class="dw-btn"
        [class.dw-primary]="button.tone === 'primary'"
        [class.danger]="button.tone === 'danger'"
        [dwBusy]="busy() === button.name"
        [isHeld]="isHeld(button.name)"
        (click)="!isHeld(button.name) && chosen.emit(button.name)"
      >
        <dw-icon [name]="button.icon" [size]="14" />
        @if (button.tone === 'primary') {
          {{ button.label }}
        } @else {
          <span
            >{{ verb(button.label) }}<span class="dw-bar-object">{{ object(button.label) }}</span></span
          >
        }
      </button>
    }
    @if (busyLabel(); as label) {
      <span class="dw-dense dw-t2"
        ><span class="cdk-visually-hidden" role="status">{{ label }}</span
        ><dw-elapsed-seconds
      /></span>
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
  /** Whether the rows of the last rehearsal are in sight; actions that agree to rows wait for them. */
  readonly areRowsCurrent = input.required<boolean>();
  readonly chosen = output<N>();

  protected readonly busyLabel = computed(() => this.buttons().find(({ name }) => name === this.busy())?.busyLabel);

  protected isHeld(name: N): boolean {
    return this.busy() !== null || (!this.areRowsCurrent() && ROW_ACTIONS.some((held) => held === name));
  }

  protected verb(label: string): string {
    return label.split(' ', 1)[0] ?? label;
  }

  /** What follows the verb, with the space before it. */
  protected object(label: string): string {
    return label.slice(this.verb(label).length);
  }
}
