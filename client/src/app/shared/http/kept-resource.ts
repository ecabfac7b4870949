import { computed, resource, signal, untracked } from '@angular/core';
import type { ResourceRef, Signal } from '@angular/core';
import { ApiProblem } from './api-problem';
import { ReadingLimit } from './reading-limit';

/** Something read from the server for a request made of signals. */
export interface KeptResource<T> {
  /** What was read last for the request; null before the first answer. */
  readonly value: Signal<T | null>;
  /** Why the last reading failed; null once one succeeds. */
  readonly problem: Signal<ApiProblem | null>;
  readonly state: Signal<'loading' | 'ready' | 'failed'>;
  /** The value in sight could not be read again. */
  readonly isOutdated: Signal<boolean>;
  /**
   * Reads again, with the value in sight meanwhile; calls while a reading is pending are one reading that follows it. One
   * that is pending for longer than 30 s, or longer where that happened before, is aborted and begins anew.
   */
  reload(): void;
  /** Changes the value, as after an action whose answer contains it; a pending reading, which is older, begins anew. */
  update(change: (value: T) => T): void;
}

interface Reading<T> {
  readonly value: T | null;
  readonly problem: ApiProblem | null;
}

/** The reading under way, and whether one was requested since it began. */
interface Pending {
  isWantedAgain: boolean;
}

/**
 * A `resource()` that keeps its value while it is read again and when that fails; another request starts without one.
 * A request that is superseded, or whose component is destroyed, is aborted. Idle while `request` gives undefined.
 */
export function keptResource<R, T>(
  request: () => R,
  read: (request: NoInfer<Exclude<R, undefined>>, stop: AbortSignal) => Promise<T>,
): KeptResource<T> {
  let pending: Pending | null = null;
  const limit = new ReadingLimit();
  // A stream, not a loader: a resource ignores `reload()` while its loader is pending, so that an event would be missed.
  const reading: ResourceRef<Reading<T>> = resource<Reading<T>, R>({
    params: request,
    defaultValue: { value: null, problem: null },
    stream: ({ params, abortSignal }) => {
      const last = signal({ value: untracked(reading.value) });
      const own: Pending = { isWantedAgain: false };
      pending = own;
      limit.start();
      const end = (): void => {
        if (pending !== own) return;
        pending = null;
        limit.reset();
        if (own.isWantedAgain) reading.reload();
      };
      read(params, abortSignal)
        .then(
          (value) => last.set({ value: { value, problem: null } }),
          (error: unknown) => last.update(({ value }) => ({ value: { ...value, problem: ApiProblem.from(error) } })),
        )
        .finally(end);
      return last;
    },
  });
  const value = computed(() => reading.value().value);
  const problem = computed(() => reading.value().problem);
  return {
    value,
    problem,
    state: computed(() => (value() !== null ? 'ready' : problem() ? 'failed' : 'loading')),
    isOutdated: computed(() => value() !== null && problem() !== null),
    reload: () => {
      if (pending === null || limit.overtakes()) reading.reload();
      else pending.isWantedAgain = true;
    },
    update: (change) => {
      const known = untracked(value);
      if (known === null) return;
      const isReading = pending !== null;
      pending = null;
      reading.set({ value: change(known), problem: untracked(problem) });
      if (isReading) reading.reload();
    },
  };
}
