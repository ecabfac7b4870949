import { computed, effect, signal } from '@angular/core';
import type { Signal } from '@angular/core';
import { isBusy } from './run-state';
import type { TabRun } from './run-state';

const TICK_MS = 100;

/** Milliseconds since the click while a run is busy, else null. Needs an injection context. */
export function busyTime(run: Signal<TabRun | null>): Signal<number | null> {
  const now = signal(0);
  effect((onCleanup) => {
    if (!isBusy(run())) return;
    now.set(performance.now());
    const timer = setInterval(() => now.set(performance.now()), TICK_MS);
    onCleanup(() => clearInterval(timer));
  });
  return computed(() => {
    const state = run();
    return state && isBusy(state) ? Math.max(0, now() - state.clickedAtMs) : null;
  });
}
