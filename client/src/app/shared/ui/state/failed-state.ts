import { Component, computed, input } from '@angular/core';
import type { ApiProblem } from '../../http/api-problem';
import { GivesFocusOn } from '../../keys/gives-focus-on';
import { CopyButton } from '../copy-button';
import { Icon } from '../icon/icon';

/** What a region shows when it could not be filled: the sentence, the exact words, and the ways out. */
@Component({
  selector: 'dw-failed-state',
  imports: [CopyButton, Icon],
  template: `
    <div class="dw-row">
      <dw-icon name="circle-x" />
      <strong>{{ heading() }}</strong>
    </div>
    @if (words(); as words) {
      <div class="words dw-mono">
        <span>{{ words }}</span>
        <dw-copy-button [text]="words" label="Copy the message" />
      </div>
    }
    @if (text()) {
      <p>{{ text() }}</p>
    }
    <div class="actions"><ng-content /></div>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-2);
      padding: 14px var(--dw-space-4);
    }
    dw-icon {
      color: var(--dw-danger-text);
    }
    strong {
      font-weight: var(--dw-weight-semibold);
    }
    p {
      color: var(--dw-text-2);
    }
    .words {
      display: flex;
      align-items: flex-start;
      max-width: 720px;
      gap: var(--dw-space-1);
      padding: var(--dw-space-1) var(--dw-space-1) var(--dw-space-1) 10px;
      border-radius: var(--dw-radius-2);
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      background: var(--dw-danger-bg);
      box-shadow: inset 0 0 0 1px var(--dw-danger-line);
    }
    .words > span {
      flex: 1;
      min-width: 0;
      padding: var(--dw-space-1) 0;
      overflow-wrap: anywhere;
      white-space: pre-wrap;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: var(--dw-space-2);
    }
    .actions:empty {
      display: none;
    }
  `,
  hostDirectives: [GivesFocusOn],
  host: { role: 'alert' },
})
export class FailedState {
  readonly heading = input.required<string>();
  /** What to do about it. */
  readonly text = input('');
  readonly problem = input<ApiProblem | null>(null);
  /** The exact words when they do not come from a problem. */
  readonly message = input<string | null>(null);

  protected readonly words = computed(() => this.message() ?? this.problem()?.detail ?? null);
}
