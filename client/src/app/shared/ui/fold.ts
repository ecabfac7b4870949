import { DestroyRef, ElementRef, inject } from '@angular/core';

/** Parts of an element, each with the width of the element, in CSS pixels, below which there is no room for it. */
export type FoldWidths = Readonly<Record<string, number>>;

/** The parts that have no room in an element of a width, as its attribute `data-folded` lists them. */
export function foldedParts(widths: FoldWidths, width: number): string {
  return Object.entries(widths)
    .filter(([, least]) => width < least)
    .map(([part]) => part)
    .join(' ');
}

/**
 * Keeps the attribute `data-folded` of an element up to date; returns what ends that. Styles use it where they would ask
 * a container for its width: with one such query in the page, Chromium lays it out some forty times a key.
 */
export function fold(element: HTMLElement, widths: FoldWidths): () => void {
  if (!('ResizeObserver' in globalThis)) return () => undefined;
  const observer = new ResizeObserver(([entry]) => {
    const parts = foldedParts(widths, entry?.contentRect.width ?? Infinity);
    if (element.dataset['folded'] === parts) return;
    // Its height may follow at once, which browsers report as an error of the page while it is observed.
    observer.unobserve(element);
    element.dataset['folded'] = parts;
    frame = requestAnimationFrame(() => observer.observe(element));
  });
  let frame = 0;
  observer.observe(element);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}

/** Does so for the component that is being made. */
export function foldHost(widths: FoldWidths): void {
  inject(DestroyRef).onDestroy(fold(inject<ElementRef<HTMLElement>>(ElementRef).nativeElement, widths));
}
