import { Component, input } from '@angular/core';

export type DotTone = 'ok' | 'idle' | 'run' | 'bad' | 'off';

/** The 8 px mark of a state. It never stands alone: the words are beside it or in `label`. */
@Component({
  selector: 'dw-dot',
  template: '',
  styles: `
    :host {
      display: inline-block;
      flex: none;
      width: 8px;
      height: 8px;
      border-radius: var(--dw-radius-full);
      background: var(--dw-text-3);
    }
    :host([data-tone='ok']) {
      background: var(--dw-success-dot);
    }
    :host([data-tone='idle']) {
      background: var(--dw-warn-dot);
    }
    :host([data-tone='run']) {
      background: var(--dw-accent);
    }
    :host([data-tone='bad']) {
      background: var(--dw-danger-dot);
    }
  `,
  host: {
    '[attr.data-tone]': 'tone()',
    '[attr.role]': "label() ? 'img' : null",
    '[attr.aria-label]': 'label() || null',
    '[attr.aria-hidden]': "label() ? null : 'true'",
  },
})
export class Dot {
  readonly tone = input.required<DotTone>();
  readonly label = input('');
}
