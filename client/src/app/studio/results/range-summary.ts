import { Service, signal } from '@angular/core';

/** What the status bar says of the cells that are selected in the result on screen; null while there are none. */
@Service()
export class RangeSummary {
  private readonly shown = signal<string | null>(null);
  readonly text = this.shown.asReadonly();

  show(text: string | null): void {
    this.shown.set(text);
  }
}
