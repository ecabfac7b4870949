import { DOCUMENT } from '@angular/common';
import { Component, computed, inject, input, signal } from '@angular/core';
import type { NewApiToken } from '#libs/api';
import { CopyButton } from '../../shared/ui/copy-button';
import { ShownOnce } from '../../shared/ui/secret/shown-once';
import { curlExample } from '../data/token-words';

/** A token that is shown this once, with a button that copies it and a command that uses it. */
@Component({
  selector: 'dw-token-secret',
  imports: [CopyButton, ShownOnce],
  template: `
    <dw-shown-once
      name="the token"
      note="The workbench stores only a hash."
      [text]="token().token"
      [(isCopied)]="isCopied"
    />
    <h3>Try it</h3>
    <div class="secret">
      <code class="dw-mono">{{ example() }}</code>
      <dw-copy-button label="Copy the command" [text]="example()" (copied)="isCopied.set(true)" />
    </div>
  `,
  styleUrl: '../../shared/ui/secret/secret-box.css',
  styles: `
    h3 {
      margin-bottom: calc(-1 * var(--dw-space-2));
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      font-weight: var(--dw-weight-medium);
    }
  `,
})
export class TokenSecret {
  readonly token = input.required<NewApiToken>();
  protected readonly isCopied = signal(false);

  private readonly origin = inject(DOCUMENT).location.origin;
  protected readonly example = computed(() => curlExample(this.token().token, this.origin));
}
