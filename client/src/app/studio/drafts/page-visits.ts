import { DestroyRef, inject } from '@angular/core';

/** What to do when the page is left, returned to, or used for the first time. */
export interface PageVisitActions {
  readonly onLeave: () => void;
  readonly onReturn: () => void;
  readonly onFirstInput: () => void;
  /** Whether the browser asks before the window closes. */
  readonly isClosingLossy: () => boolean;
}

/** Watches the page being left and returned to until the injector ends. Needs an injection context. */
export function watchPageVisits({ onLeave, onReturn, onFirstInput, isClosingLossy }: PageVisitActions): void {
  const listening = new AbortController();
  const { signal } = listening;
  const onVisibility = (): void => (document.visibilityState === 'hidden' ? onLeave() : onReturn());
  const ask = (event: BeforeUnloadEvent): void => {
    if (isClosingLossy()) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask, { signal });
  window.addEventListener('pagehide', onLeave, { signal });
  window.addEventListener('keydown', onFirstInput, { capture: true, once: true, signal });
  window.addEventListener('pointerdown', onFirstInput, { capture: true, once: true, signal });
  document.addEventListener('visibilitychange', onVisibility, { signal });
  inject(DestroyRef).onDestroy(() => listening.abort());
}
