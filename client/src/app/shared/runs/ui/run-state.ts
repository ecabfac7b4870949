import { Component, computed, input } from '@angular/core';
import { Icon } from '../../ui/icon/icon';
import { lookOf } from '../run-words';
import type { RunStanding } from '../run-words';

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
  readonly run = input.required<RunStanding>();

  protected readonly look = computed(() => lookOf(this.run()));
  protected readonly tone = computed(() => (this.look().tone === '' ? '' : `dw-${this.look().tone}`));
}
