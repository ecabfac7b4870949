import { DOCUMENT } from '@angular/common';
import { DestroyRef, inject } from '@angular/core';

/**
 * Listens on the document as long as who calls it lives; for use where `inject` may be used. A host listener would have
 * the page looked through after each event, which is after each letter that someone types; a listener here reports what
 * it changes by signals.
 */
export function listenOnDocument<Type extends keyof DocumentEventMap>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
  options: { readonly capture: boolean } = { capture: false },
): void {
  const document = inject(DOCUMENT);
  document.addEventListener(type, listener, options);
  inject(DestroyRef).onDestroy(() => document.removeEventListener(type, listener, options));
}
