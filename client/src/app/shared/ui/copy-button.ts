import { Clipboard } from '@angular/cdk/clipboard';
import { Component, computed, DestroyRef, inject, input, output, signal } from '@angular/core';
import { IconButton } from './icon-button';

const SHOWN_MS = 1500;

/** Copies a text and says so where it was pressed. */
@Component({
  selector: 'dw-copy-button',
  imports: [IconButton],
  template: `
    <button [dwIconButton]="isCopied() ? 'check' : 'copy'" [label]="label()" [tip]="words()" (click)="copy()"></button>
    <span class="cdk-visually-hidden" role="status">{{ isCopied() ? 'Copied' : '' }}</span>
  `,
})
export class CopyButton {
  readonly text = input.required<string>();
  readonly label = input('Copy');
  readonly copied = output();

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
    this.copied.emit();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.isCopied.set(false), SHOWN_MS);
  }
}
