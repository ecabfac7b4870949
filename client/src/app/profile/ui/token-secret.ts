import { DOCUMENT } from '@angular/common';
import { Component, computed, inject, input } from '@angular/core';
import type { NewApiToken } from '#libs/api';
import { CopyButton } from '../../shared/ui/copy-button';
import { Icon } from '../../shared/ui/icon/icon';
import { curlExample } from '../data/token-words';

/** A token that is shown this once, with a button that copies it and a command that uses it. */
@Component({
  selector: 'dw-token-secret',
  imports: [CopyButton, Icon],
  template: `
    <p class="dw-note dw-warn">
      <dw-icon name="triangle-alert" [size]="14" />Shown only once. The workbench stores only a hash.
    </p>
    <div class="secret">
      <code class="dw-mono" data-token>{{ token().token }}</code>
      <dw-copy-button label="Copy the token" [text]="token().token" />
    </div>
    <h3>Try it</h3>
    <div class="secret">
      <code class="dw-mono">{{ example() }}</code>
      <dw-copy-button label="Copy the command" [text]="example()" />
    </div>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
    h3 {
      margin-bottom: calc(-1 * var(--dw-space-2));
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      font-weight: var(--dw-weight-medium);
    }
    .secret {
      display: flex;
      gap: var(--dw-space-2);
      align-items: flex-start;
      padding: 6px 6px 6px 10px;
      border-radius: var(--dw-radius-2);
      background: var(--dw-bg-sunken);
      box-shadow: inset 0 0 0 1px var(--dw-line-2);
    }
    code {
      flex: 1;
      min-width: 0;
      padding-top: 4px;
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      overflow-wrap: anywhere;
    }
  `,
})
export class TokenSecret {
  readonly token = input.required<NewApiToken>();

  private readonly origin = inject(DOCUMENT).location.origin;
  protected readonly example = computed(() => curlExample(this.token().token, this.origin));
}
