import { Component, computed, ElementRef, inject, input, model, output } from '@angular/core';
import { COLOUR_PRESETS } from '#libs/api';

/** The swatches a connection's colour is chosen from. One Tab stop; arrows choose. */
@Component({
  selector: 'dw-colour-picker',
  template: `
    @for (choice of choices(); track choice) {
      <button
        type="button"
        role="radio"
        [attr.data-conn]="choice"
        [attr.aria-checked]="choice === current()"
        [attr.aria-label]="nameOf(choice)"
        [attr.title]="nameOf(choice)"
        [attr.tabindex]="tabIndexOf(choice)"
        (click)="choose(choice)"
      ></button>
    }
  `,
  styles: `
    :host {
      display: inline-flex;
    }
    button {
      display: grid;
      place-items: center;
      width: 24px;
      height: 24px;
      padding: 0;
      border: 0;
      background: none;
    }
    button::after {
      content: '';
      width: 16px;
      height: 16px;
      border-radius: var(--dw-radius-full);
      background: var(--dw-conn-stripe);
    }
    button[data-conn='none']::after {
      background: none;
      border: 1.5px solid var(--dw-line-3);
    }
    button[aria-checked='true']::after {
      box-shadow:
        0 0 0 2px var(--dw-bg-overlay),
        0 0 0 3.5px var(--dw-focus);
    }
    button:focus-visible {
      border-radius: var(--dw-radius-full);
      box-shadow: none;
    }
    button:focus-visible::after {
      box-shadow:
        0 0 0 2px var(--dw-bg-overlay),
        0 0 0 4.5px var(--dw-focus);
    }
  `,
  host: { role: 'radiogroup', '[attr.aria-label]': 'label()', '(keydown)': 'onKey($event)' },
})
export class ColourPicker {
  readonly label = input('Colour');
  /** A preset name, `#rrggbb`, or nothing. */
  readonly value = model<string | null>(null);
  readonly canBeNone = input(true);
  readonly chosen = output<string | null>();

  protected readonly choices = computed<readonly string[]>(() =>
    this.canBeNone() ? ['none', ...COLOUR_PRESETS] : COLOUR_PRESETS,
  );
  protected readonly current = computed(() => this.value() ?? 'none');
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  protected nameOf(choice: string): string {
    return choice === 'none' ? 'No colour' : choice.charAt(0).toUpperCase() + choice.slice(1);
  }

  protected tabIndexOf(choice: string): number {
    const stop = this.choices().includes(this.current()) ? this.current() : this.choices()[0];
    return choice === stop ? 0 : -1;
  }

  protected choose(choice: string): void {
    const value = choice === 'none' ? null : choice;
    this.value.set(value);
    this.chosen.emit(value);
  }

  protected onKey(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...this.host.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === event.target);
    const next = (Math.max(at, 0) + step + buttons.length) % buttons.length;
    const choice = this.choices()[next];
    if (choice === undefined) return;
    this.choose(choice);
    buttons[next]?.focus();
  }
}
