import { computed, effect, inject, signal } from '@angular/core';
import type { Signal } from '@angular/core';
import { ServerState } from '../../shared/http/server-state';
import { isBusy } from './run-state';
import type { TabRun } from './run-state';

const TICK_MS = 100;

/**
 * Milliseconds since the click while a run is busy, else null. They stand still while the workbench does not answer: nobody
 * knows then whether it is still running. Needs an injection context.
 */
export function busyTime(run: Signal<TabRun | null>): Signal<number | null> {
  const now = signal(0);
  const { isReachable } = inject(ServerState);
  effect((onCleanup) => {
    if (!isBusy(run()) || !isReachable()) return;
    now.set(performance.now());
    const timer = setInterval(() => now.set(performance.now()), TICK_MS);
    onCleanup(() => clearInterval(timer));
  });
  return computed(() => {
    const state = run();
    return state && isBusy(state) ? Math.max(0, now() - state.clickedAtMs) : null;
  });
}
