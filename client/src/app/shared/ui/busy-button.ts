import { booleanAttribute, Component, input } from '@angular/core';

/** A button whose work may be under way: a spinner then takes the place of its icon. Its handler ignores further clicks, and those while it is held. */
@Component({
  selector: 'button[dwBusy]',
  template: `
    @if (isBusy()) {
      <span class="dw-spinner"></span>
    } @else {
      <ng-content select="dw-icon" />
    }
    <ng-content />
  `,
  host: { '[attr.aria-busy]': 'isBusy() || null', '[attr.aria-disabled]': 'isBusy() || isHeld() || null' },
})
export class BusyButton {
  readonly isBusy = input.required({ alias: 'dwBusy', transform: booleanAttribute });
  /** It has to wait, as for a button beside it whose work is under way. */
  readonly isHeld = input(false, { transform: booleanAttribute });
}
