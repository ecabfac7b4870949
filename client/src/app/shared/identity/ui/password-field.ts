import type { ElementRef } from '@angular/core';
import { Component, input, model, output, signal, viewChild } from '@angular/core';
import { Field } from '../../ui/field/field';
import { FieldControl } from '../../ui/field/field-control';
import { Icon } from '../../ui/icon/icon';

/** A password: hidden or shown, with a word when Caps Lock is on. */
@Component({
  selector: 'dw-password-field',
  imports: [Field, FieldControl, Icon],
  template: `
    <dw-field [label]="label()" [error]="error()" [help]="hasCapsLock() ? 'Caps Lock is on.' : help()">
      <div class="dw-input dw-form">
        <input
          #control
          dwFieldControl
          spellcheck="false"
          autocapitalize="off"
          maxlength="1000"
          [attr.cdkFocusInitial]="isFirst() ? '' : null"
          [type]="isShown() ? 'text' : 'password'"
          [attr.autocomplete]="autocomplete()"
          [value]="value()"
          (input)="value.set(control.value)"
          (keyup)="watchCapsLock($event)"
          (blur)="hasCapsLock.set(false); left.emit()"
        />
        <button
          type="button"
          class="eye"
          [attr.aria-label]="(isShown() ? 'Hide the ' : 'Show the ') + label().toLowerCase()"
          (click)="isShown.set(!isShown())"
        >
          <dw-icon [name]="isShown() ? 'eye-off' : 'eye'" [size]="14" />
        </button>
      </div>
    </dw-field>
  `,
  styles: `
    .eye {
      display: grid;
      flex: none;
      place-items: center;
      width: 24px;
      height: 24px;
      margin-right: -4px;
      padding: 0;
      border: 0;
      border-radius: var(--dw-radius-1);
      background: none;
    }
  `,
})
export class PasswordField {
  readonly label = input('Password');
  readonly autocomplete = input<'current-password' | 'new-password' | 'off'>('current-password');
  readonly help = input('');
  readonly error = input<string | null>(null);
  /** A dialog around it begins here. */
  readonly isFirst = input(false);
  readonly value = model('');
  readonly left = output();

  protected readonly isShown = signal(false);
  protected readonly hasCapsLock = signal(false);
  private readonly control = viewChild.required<ElementRef<HTMLInputElement>>('control');

  /** Puts the focus into the field, with what is in it selected. */
  focus(): void {
    this.control().nativeElement.focus();
    this.control().nativeElement.select();
  }

  protected watchCapsLock(event: KeyboardEvent): void {
    this.hasCapsLock.set(event.getModifierState('CapsLock'));
  }
}
