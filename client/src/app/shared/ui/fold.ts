import { afterRenderEffect, DestroyRef, ElementRef, inject } from '@angular/core';

/** Parts of an element, each with the width of the element, in CSS pixels, below which there is no room for it. */
export type FoldWidths = Readonly<Record<string, number>>;

/** The parts that have no room in an element of a width, as its attribute `data-folded` lists them. */
export function foldedParts(widths: FoldWidths, width: number): string {
  return Object.entries(widths)
    .filter(([, least]) => width < least)
    .map(([part]) => part)
    .join(' ');
}

/** Keeps `data-folded` of an element up to date. */
export interface Fold {
  /** Sets the pixels that other parts take, so that what may fold has as much less. */
  readonly reserve: (width: number) => void;
  readonly end: () => void;
}

/**
 * Keeps the attribute `data-folded` of an element up to date. Styles use it where they would ask a container for its
 * width: with one such query in the page, Chromium lays it out some forty times a key.
 */
export function fold(element: HTMLElement, widths: FoldWidths): Fold {
  if (!('ResizeObserver' in globalThis)) return { reserve: () => undefined, end: () => undefined };
  let [width, reserved, frame] = [Infinity, 0, 0];
  const observer = new ResizeObserver(([entry]) => {
    width = entry?.contentRect.width ?? Infinity;
    update();
  });
  const update = (): void => {
    const parts = foldedParts(widths, width - reserved);
    if (element.dataset['folded'] === parts) return;
    // Its height may follow at once, which browsers report as an error of the page while it is observed.
    observer.unobserve(element);
    element.dataset['folded'] = parts;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => observer.observe(element));
  };
  observer.observe(element);
  return {
    reserve: (pixels) => {
      reserved = pixels;
      update();
    },
    end: () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    },
  };
}

/** Does so for the component that is being made; `reserved` reads the pixels that parts without a fold take. */
export function foldHost(widths: FoldWidths, reserved?: () => number): void {
  const folding = fold(inject<ElementRef<HTMLElement>>(ElementRef).nativeElement, widths);
  inject(DestroyRef).onDestroy(folding.end);
  if (reserved) afterRenderEffect(() => folding.reserve(reserved()));
}
