import { afterRenderEffect, Component, computed, input, output, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { ConnectionTestResult } from '#libs/api';
import { CopyButton } from '../../../ui/copy-button';
import { Icon } from '../../../ui/icon/icon';
import { testResultText } from '../../connection-look';

/** The result of testing a connection, with notices of its server, risks of its role, and why it could not be saved. */
@Component({
  selector: 'dw-connection-outcome',
  imports: [CopyButton, Icon],
  template: `
    <div #outcome class="outcome" role="status">
      @if (result(); as result) {
        @if (result.ok) {
          <p class="dw-state dw-success"><dw-icon name="circle-check" [size]="14" />{{ resultText() }}</p>
          @for (notice of result.server?.notices ?? []; track notice) {
            <div class="dw-note dw-warn"><dw-icon name="triangle-alert" [size]="14" />{{ notice }}</div>
          }
          @for (risk of result.server?.role_risks ?? []; track risk.code) {
            <div class="dw-note dw-warn"><dw-icon name="triangle-alert" [size]="14" />{{ risk.detail }}</div>
          }
        } @else {
          <div class="dw-note dw-danger">
            <dw-icon name="circle-x" [size]="14" />
            <span class="dw-grow">{{ resultText() }}</span>
            @if (newKey(); as key) {
              <button type="button" class="dw-btn" (click)="trusted.emit(key)">Trust this key</button>
            }
            <dw-copy-button label="Copy the message" [text]="resultText()" />
          </div>
        }
      }
      @if (failure(); as failure) {
        <div class="dw-note dw-danger"><dw-icon name="circle-x" [size]="14" />{{ failure }}</div>
      }
    </div>
  `,
  styles: `
    :host {
      display: contents;
    }
    .outcome:empty {
      display: none;
    }
    .outcome {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-2);
      scroll-margin-bottom: var(--dw-space-4);
    }
  `,
})
export class ConnectionOutcome {
  readonly result = input.required<ConnectionTestResult | null>();
  readonly failure = input.required<string | null>();

  /** The key of an SSH server that a person has compared and trusts. */
  readonly trusted = output<string>();

  /** The fingerprint of a key that was never trusted; a changed one cannot be trusted by a click. */
  protected readonly newKey = computed(() => {
    const error = this.result()?.error;
    return error?.code === 'ssh-host-key-unknown' ? (error.ssh_host_key ?? null) : null;
  });
  protected readonly resultText = computed(() => testResultText(this.result()));
  private readonly outcome = viewChild.required<ElementRef<HTMLElement>>('outcome');

  constructor() {
    // The form is longer than the dialog: what was found would stand below the part that is in sight.
    afterRenderEffect(() => {
      if (this.result() !== null || this.failure() !== null)
        this.outcome().nativeElement.scrollIntoView({ block: 'nearest' });
    });
  }
}
