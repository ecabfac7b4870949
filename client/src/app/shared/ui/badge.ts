import { Component, ElementRef, inject, input, signal } from '@angular/core';

export type BadgeTone = 'neutral' | 'line' | 'accent' | 'success' | 'warn' | 'danger' | 'info' | 'conn';

/**
 * One or two words on a ground that says what they mean. `conn` has the colours of the connection around it; its name may
 * be long: it ends in an ellipsis and is whole in the tip.
 */
@Component({
  selector: 'dw-badge',
  template: '<ng-content select="dw-icon" /><span class="text"><ng-content /></span>',
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
    .text {
      display: inline-flex;
      gap: inherit;
      align-items: center;
    }
    :host([data-tone='conn']) {
      flex: 0 1 auto;
      min-width: 0;
      max-width: var(--dw-badge-max, 240px);
      color: var(--dw-conn-badge-fg);
      background: var(--dw-conn-badge-bg);
    }
    :host([data-tone='conn']) > .text {
      display: block;
      overflow: hidden;
      min-width: 0;
      text-overflow: ellipsis;
    }
  `,
  host: { '[attr.data-tone]': 'tone()', '[attr.title]': 'title()', '(pointerenter)': 'showCutText()' },
})
export class Badge {
  readonly tone = input<BadgeTone>('neutral');

  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly title = signal<string | null>(null);

  protected showCutText(): void {
    const text = this.host.querySelector<HTMLElement>('.text');
    this.title.set(text && text.scrollWidth > text.clientWidth ? text.textContent.trim() : null);
  }
}
