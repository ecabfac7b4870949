import { Component, DestroyRef, inject, signal } from '@angular/core';

const TICK_MS = 100;

/** Counts from the moment it appears: nothing in the first second, then seconds with one digit. */
@Component({
  selector: 'dw-elapsed-seconds',
  template: `@if (seconds() >= 1) {
    <span aria-hidden="true">{{ seconds().toFixed(1) }} s</span>
  }`,
  host: { class: 'dw-num' },
})
export class ElapsedSeconds {
  private readonly startedAt = performance.now();
  protected readonly seconds = signal(0);

  constructor() {
    const timer = setInterval(() => this.seconds.set((performance.now() - this.startedAt) / 1000), TICK_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }
}
