import { ApplicationRef, inject, Service } from '@angular/core';
import type { ElementRef } from '@angular/core';

/**
 * Draws the page at once and puts the focus into a field that has just been shown: the next key may be pressed before
 * the page draws by itself. For listeners of events alone, since drawing must not begin while the page is drawn.
 */
@Service()
export class DrawnFocus {
  private readonly app = inject(ApplicationRef);

  /** `field` is read once the page is drawn; without one, the focus stays. */
  give(field: () => ElementRef<HTMLElement> | undefined): void {
    this.app.tick();
    field()?.nativeElement.focus();
  }
}
