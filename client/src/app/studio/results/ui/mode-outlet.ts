import { NgComponentOutlet } from '@angular/common';
import { Component, computed, effect, input, signal, untracked } from '@angular/core';
import type { Type } from '@angular/core';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import type { ResultMode, ResultView } from '../mode';

/** Parts that have been loaded stay so: the second switch to a mode is at once. */
const LOADED = new Map<ResultMode, Type<unknown>>();

/** Loads the part of the application that draws a mode, and shows it. */
@Component({
  selector: 'dw-mode-outlet',
  imports: [FailedState, LoadingState, NgComponentOutlet],
  template: `
    @if (component(); as part) {
      <ng-container *ngComponentOutlet="part; inputs: { view: view() }" />
    } @else if (hasFailed()) {
      <dw-failed-state heading="Couldn't load {{ mode().name }}" [problem]="null">
        <button class="dw-btn" type="button" (click)="load(mode())">Try again</button>
      </dw-failed-state>
    } @else {
      <dw-loading-state [rows]="6" />
    }
  `,
  styles: `
    :host {
      display: flex;
      flex: 1;
      flex-direction: column;
      min-height: 0;
      overflow: hidden;
    }
  `,
})
export class ModeOutlet {
  readonly mode = input.required<ResultMode>();
  readonly view = input.required<ResultView>();

  private readonly loadings = signal(0);
  protected readonly hasFailed = signal(false);
  protected readonly component = computed(() => {
    this.loadings();
    return LOADED.get(this.mode()) ?? null;
  });

  constructor() {
    effect(() => {
      const mode = this.mode();
      untracked(() => void this.load(mode));
    });
  }

  protected async load(mode: ResultMode): Promise<void> {
    this.hasFailed.set(false);
    if (LOADED.has(mode) || mode.load === null) return;
    try {
      LOADED.set(mode, await mode.load());
    } catch {
      this.hasFailed.set(true);
    }
    this.loadings.update((count) => count + 1);
  }
}
