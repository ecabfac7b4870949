import { Component, inject, input } from '@angular/core';
import { Theme } from '../../shared/theme/theme';
import { Logo } from '../../shared/ui/logo';

/** The frame of the pages before sign-in: the mark, a heading, a word, and one narrow column. */
@Component({
  selector: 'dw-auth-frame',
  imports: [Logo],
  template: `
    <main>
      <dw-logo [size]="32" />
      <h1>{{ heading() }}</h1>
      @if (text()) {
        <p class="dw-t2">{{ text() }}</p>
      }
      <div class="panel"><ng-content /></div>
    </main>
  `,
  styles: `
    :host {
      display: block;
      height: 100%;
      overflow: auto;
      background: var(--dw-bg-app);
    }
    main {
      display: flex;
      flex-direction: column;
      align-items: center;
      justify-content: center;
      min-height: 100%;
      padding: var(--dw-space-6) var(--dw-space-4);
      text-align: center;
    }
    h1 {
      margin-top: var(--dw-space-4);
      font-size: 20px;
      line-height: 28px;
      letter-spacing: -0.01em;
    }
    p {
      max-width: 360px;
      margin-top: var(--dw-space-1);
      text-wrap: pretty;
    }
    .panel {
      width: 100%;
      max-width: 360px;
      margin-top: var(--dw-space-6);
      padding: var(--dw-space-4);
      border: 1px solid var(--dw-line-1);
      border-radius: var(--dw-radius-4);
      text-align: start;
      background: var(--dw-bg-panel);
    }
  `,
})
export class AuthFrame {
  readonly heading = input.required<string>();
  readonly text = input('');

  /** Held, so that the page follows the system's theme. */
  protected readonly theme = inject(Theme);
}
