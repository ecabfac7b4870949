import { Component, input } from '@angular/core';

export type BadgeTone = 'neutral' | 'line' | 'accent' | 'success' | 'warn' | 'danger' | 'info' | 'conn';

/** One or two words on a ground that says what they mean; `conn` wears the colours of the connection around it. */
@Component({
  selector: 'dw-badge',
  template: '<ng-content />',
  styles: `
    :host {
      display: inline-flex;
      flex: none;
      align-items: center;
      gap: 4px;
      height: 18px;
      padding: 0 6px;
      border-radius: var(--dw-radius-1);
      font: 500 var(--dw-text-micro) / 18px var(--dw-font-ui);
      white-space: nowrap;
      color: var(--dw-text-2);
      background: var(--dw-bg-active);
    }
    :host([data-tone='line']) {
      background: none;
      box-shadow: inset 0 0 0 1px var(--dw-line-2);
    }
    :host([data-tone='accent']) {
      color: var(--dw-accent-text);
      background: var(--dw-accent-bg-strong);
    }
    :host([data-tone='success']) {
      color: var(--dw-success-text);
      background: var(--dw-success-bg-strong);
    }
    :host([data-tone='warn']) {
      color: var(--dw-warn-text);
      background: var(--dw-warn-bg-strong);
    }
    :host([data-tone='danger']) {
      color: var(--dw-danger-text);
      background: var(--dw-danger-bg-strong);
    }
    :host([data-tone='info']) {
      color: var(--dw-info-text);
      background: var(--dw-info-bg-strong);
    }
    :host([data-tone='conn']) {
      color: var(--dw-conn-badge-fg);
      background: var(--dw-conn-badge-bg);
    }
  `,
  host: { '[attr.data-tone]': 'tone()' },
})
export class Badge {
  readonly tone = input<BadgeTone>('neutral');
}
