import { Component, computed, input } from '@angular/core';

/** How far something is: a line of words over a bar. Without a total the bar only shows that it goes on. */
@Component({
  selector: 'dw-import-progress',
  template: `
    <p>
      <strong>{{ heading() }}</strong>
      <span class="dw-num dw-t2">{{ words() }}</span>
      <span class="dw-grow"></span>
      <ng-content />
    </p>
    <div
      class="bar"
      role="progressbar"
      aria-valuemin="0"
      aria-valuemax="100"
      [attr.aria-label]="heading()"
      [attr.aria-valuenow]="percent()"
      [attr.aria-valuetext]="words()"
      [class.open]="share() === null"
      [class.stopped]="isStopped()"
    >
      <span [style.width.%]="percent() ?? 34"></span>
    </div>
  `,
  styles: `
    :host {
      display: block;
      padding: var(--dw-space-4);
    }
    p {
      display: flex;
      gap: var(--dw-space-3);
      align-items: center;
      min-height: 28px;
    }
    .bar {
      position: relative;
      height: 4px;
      margin-top: var(--dw-space-2);
      overflow: hidden;
      border-radius: 2px;
      background: var(--dw-accent-bg-strong);
    }
    .bar > span {
      position: absolute;
      inset: 0 auto 0 0;
      background: var(--dw-accent);
    }
    .bar.open > span {
      animation: dw-slide 1.1s var(--dw-ease-in-out) infinite;
    }
    .bar.stopped > span {
      background: var(--dw-text-3);
      animation: none;
    }
  `,
})
export class ImportProgress {
  readonly heading = input.required<string>();
  readonly words = input('');
  /** 0 to 1; null where it is not known. */
  readonly share = input<number | null>(null);

  /** It has ended before its end. */
  readonly isStopped = input(false);

  protected readonly percent = computed(() => {
    const share = this.share();
    return share === null ? null : Math.floor(share * 100);
  });
}
