import { Component, computed, input } from '@angular/core';
import type { ChangeSet } from '#libs/api';
import { Icon } from '../../shared/ui/icon/icon';
import { statusOf } from '../../shared/changes/data/change-labels';

/** The status of a change set, with icon and word. */
@Component({
  selector: 'dw-change-status',
  imports: [Icon],
  template: `
    <span class="dw-state dw-{{ style().tone }}"><dw-icon [name]="style().icon" [size]="14" />{{ style().label }}</span>
  `,
  styles: `
    :host {
      display: inline-flex;
      vertical-align: middle;
    }
    .dw-info {
      color: var(--dw-info-text);
    }
    .dw-neutral {
      color: var(--dw-text-2);
    }
  `,
})
export class ChangeStatus {
  readonly change = input.required<Pick<ChangeSet, 'state' | 'is_uncertain'>>();

  protected readonly style = computed(() => statusOf(this.change()));
}
