import { Component, ElementRef, inject, input, model } from '@angular/core';
import { Icon } from './icon/icon';
import type { IconName } from './icon/icon';
import { Tooltip } from './tooltip';

export interface Segment<T extends string> {
  value: T;
  label: string;
  icon?: IconName;
  isDisabled?: boolean;
  /** Why it is disabled, or what it does. */
  tooltip?: string;
}

/** One choice out of a few, all of them in sight. One Tab stop; arrows choose. */
@Component({
  selector: 'dw-segments',
  imports: [Icon, Tooltip],
  template: `
    @for (option of options(); track option.value) {
      <button
        type="button"
        role="radio"
        [attr.aria-checked]="option.value === value()"
        [attr.aria-disabled]="option.isDisabled ? 'true' : null"
        [attr.tabindex]="option.value === value() ? 0 : -1"
        [dwTooltip]="option.tooltip ?? null"
        [dwTooltipName]="option.icon ? option.label : null"
        (click)="choose(option)"
      >
        @if (option.icon; as icon) {
          <dw-icon [name]="icon" [size]="14" />
        }
        <span [class.dw-bar-label]="option.icon !== undefined">{{ option.label }}</span>
      </button>
    }
  `,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
      gap: 1px;
      padding: 2px;
      border-radius: 6px;
      background: var(--dw-bg-active);
    }
    button {
      display: inline-flex;
      align-items: center;
      gap: 5px;
      height: 22px;
      padding: 0 var(--dw-space-2);
      border: 0;
      border-radius: var(--dw-radius-2);
      font: 500 var(--dw-text-dense) / var(--dw-lh-dense) var(--dw-font-ui);
      white-space: nowrap;
      color: var(--dw-text-2);
      background: none;
    }
    button:hover {
      color: var(--dw-text-1);
    }
    button[aria-checked='true'] {
      color: var(--dw-text-1);
      background: var(--dw-bg-raised);
      box-shadow:
        var(--dw-shadow-1),
        0 0 0 1px var(--dw-line-1);
    }
    button[aria-disabled='true'] {
      color: var(--dw-text-disabled);
    }
    button:focus-visible {
      box-shadow: var(--dw-focus-ring);
    }
    :host-context([data-theme='dark']) {
      background: var(--dw-bg-sunken);
      box-shadow: inset 0 0 0 1px var(--dw-line-1);
    }
    :host-context([data-theme='dark']) button[aria-checked='true'] {
      background: var(--dw-bg-active);
    }
    @media (forced-colors: active) {
      :host {
        background: none;
        box-shadow: inset 0 0 0 1px var(--dw-line-1);
      }
      button[aria-checked='true'] {
        background: var(--dw-bg-active);
      }
    }
  `,
  host: { role: 'radiogroup', '[attr.aria-label]': 'label()', '(keydown)': 'onKey($event)' },
})
export class Segments<T extends string> {
  readonly label = input.required<string>();
  readonly options = input.required<readonly Segment<T>[]>();
  readonly value = model.required<T>();

  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected choose(option: Segment<T>): void {
    if (!option.isDisabled) this.value.set(option.value);
  }

  protected onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const open = this.options().filter((option) => !option.isDisabled);
    const at = open.findIndex((option) => option.value === this.value());
    const next = open[(at + step + open.length) % open.length];
    if (!next) return;
    this.value.set(next.value);
    const index = this.options().indexOf(next);
    this.host.querySelectorAll('button')[index]?.focus();
  }
}
