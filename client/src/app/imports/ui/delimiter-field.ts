import { Component, computed, input, linkedSignal, output } from '@angular/core';
import { COMMON_DELIMITERS, DELIMITER_RULE, isDelimiter } from '#libs/files';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { Icon } from '../../shared/ui/icon/icon';

const DETECT = 'detect';
const OTHER = 'other';

/** What separates the values of a row: found out, one of the common characters, or another one. */
@Component({
  selector: 'dw-delimiter-field',
  imports: [Field, FieldControl, Icon],
  template: `
    <dw-field label="Delimiter">
      <div class="dw-select">
        <select #kind class="dw-input dw-form" dwFieldControl (change)="choose(kind.value)">
          <option [value]="DETECT" [selected]="choice() === DETECT">{{ detectLabel() }}</option>
          @for (one of delimiters; track one.value) {
            <option [value]="one.value" [selected]="choice() === one.value">{{ one.label }}</option>
          }
          <option [value]="OTHER" [selected]="choice() === OTHER">Other</option>
        </select>
        <dw-icon name="chevron-down" [size]="14" />
      </div>
    </dw-field>
    @if (choice() === OTHER) {
      <dw-field label="Other delimiter" [error]="error()">
        <input
          #text
          class="dw-input dw-form dw-mono"
          dwFieldControl
          maxlength="4"
          spellcheck="false"
          [value]="typed()"
          (input)="typed.set(text.value)"
          (change)="chooseTyped(text.value)"
        />
      </dw-field>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
  `,
})
export class DelimiterField {
  /** Null where it is found out. */
  readonly value = input.required<string | null>();
  /** The choice that finds it out, with what was found. */
  readonly detectLabel = input('Detect');
  readonly chosen = output<string | null>();

  protected readonly DETECT = DETECT;
  protected readonly OTHER = OTHER;
  protected readonly delimiters = COMMON_DELIMITERS;
  private readonly isCommon = computed(() => COMMON_DELIMITERS.some(({ value }) => value === this.value()));
  protected readonly choice = linkedSignal<string>(() => {
    const value = this.value();
    if (value === null) return DETECT;
    return this.isCommon() ? value : OTHER;
  });
  protected readonly typed = linkedSignal(() => (this.isCommon() ? '' : (this.value() ?? '')));
  protected readonly error = computed(() => {
    const typed = this.typed();
    return typed === '' || isDelimiter(typed) ? null : DELIMITER_RULE;
  });

  protected choose(choice: string): void {
    this.choice.set(choice);
    if (choice !== OTHER) this.chosen.emit(choice === DETECT ? null : choice);
  }

  protected chooseTyped(text: string): void {
    if (isDelimiter(text) && text !== this.value()) this.chosen.emit(text);
  }
}
