import { Clipboard } from '@angular/cdk/clipboard';
import { Component, computed, DestroyRef, inject, input, signal } from '@angular/core';
import { Icon } from './icon/icon';
import { Tooltip } from './tooltip';

const SHOWN_MS = 1500;

/** Copies a text and says so where it was pressed. */
@Component({
  selector: 'dw-copy-button',
  imports: [Icon, Tooltip],
  template: `
    <button
      type="button"
      class="dw-btn dw-ghost dw-icon-only dw-sm"
      [attr.aria-label]="label()"
      [dwTooltip]="words()"
      (click)="copy()"
    >
      <dw-icon [name]="isCopied() ? 'check' : 'copy'" [size]="14" />
    </button>
    <span class="cdk-visually-hidden" role="status">{{ isCopied() ? 'Copied' : '' }}</span>
  `,
})
export class CopyButton {
  readonly text = input.required<string>();
  readonly label = input('Copy');

  protected readonly isCopied = signal(false);
  protected readonly words = computed(() => (this.isCopied() ? 'Copied' : this.label()));
  private readonly clipboard = inject(Clipboard);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    inject(DestroyRef).onDestroy(() => clearTimeout(this.timer));
  }

  protected copy(): void {
    if (!this.clipboard.copy(this.text())) return;
    this.isCopied.set(true);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.isCopied.set(false), SHOWN_MS);
  }
}
