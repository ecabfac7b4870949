import { Component, computed, input } from '@angular/core';
import type { JobRunStatus } from '#libs/api';
import { Icon } from '../../ui/icon/icon';
import { STATUS_LOOKS } from '../run-words';

/** How a run stands: sign and word. */
@Component({
  selector: 'dw-run-state',
  imports: [Icon],
  template: `<span class="dw-state" [class]="tone()"
    ><dw-icon [name]="look().icon" [size]="14" />{{ look().name }}</span
  >`,
  styles: `
    :host {
      display: inline-flex;
      vertical-align: middle;
    }
  `,
})
export class RunState {
  readonly status = input.required<JobRunStatus>();

  protected readonly look = computed(() => STATUS_LOOKS[this.status()]);
  protected readonly tone = computed(() => (this.look().tone === '' ? '' : `dw-${this.look().tone}`));
}
