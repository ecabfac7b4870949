import { Injector, afterNextRender, inject } from '@angular/core';

/**
 * Keeps the focus in a grid while other rows take the place of the cell that has it: the browser would give it to the
 * page, and the keys that are pressed next would be lost. To be made where there is an injection context.
 */
export class KeptFocus {
  private readonly injector = inject(Injector);
  private isHeld = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly focus: () => void,
  ) {}

  /** To be called before the rows are replaced. */
  hold(): void {
    this.isHeld = this.host.contains(document.activeElement);
    if (this.isHeld) afterNextRender(() => this.restore(), { injector: this.injector });
  }

  /** To be called when the other rows have come. */
  release(): void {
    if (this.isHeld) this.restore();
    this.isHeld = false;
  }

  /** Takes the focus back where the browser gave it to the page. */
  restore(): void {
    if (document.activeElement === document.body) this.focus();
  }
}
