import type { ElementRef } from '@angular/core';
import { ApplicationRef, inject, signal } from '@angular/core';

/** The list that a button opens below itself. Closed by a key or a choice, it gives the focus back to the button. */
export class DropdownList {
  private readonly app = inject(ApplicationRef);
  private readonly opened = signal(false);
  private readonly openings = signal(0);

  readonly isOpen = this.opened.asReadonly();
  /** Each opening has a list of its own, also where the last one has yet to go. */
  readonly opening = this.openings.asReadonly();

  /** Takes an injection context. */
  constructor(private readonly button: () => ElementRef<HTMLElement>) {}

  open(): void {
    if (!this.opened()) this.openings.update((count) => count + 1);
    this.opened.set(true);
    // Drawn at once, so that the next key meets the list.
    this.app.tick();
  }

  toggle(): void {
    if (this.opened()) this.opened.set(false);
    else this.open();
  }

  close(): void {
    if (!this.opened()) return;
    this.opened.set(false);
    this.button().nativeElement.focus();
  }

  /** A click elsewhere takes the focus with it; one on the button closes the list by itself. */
  leave({ target }: MouseEvent): void {
    if (!this.button().nativeElement.contains(target as Node)) this.opened.set(false);
  }
}
