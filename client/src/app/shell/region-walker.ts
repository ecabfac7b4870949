import { DOCUMENT } from '@angular/common';
import { Directive, inject } from '@angular/core';
import { listenOnDocument } from '../shared/keys/listen-on-document';

const REGION = '[data-dw-region]';
const START = '[data-dw-region-start]';
const FOCUSABLE = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled)',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex]',
]
  .map((selector) => `${selector}:not([tabindex="-1"])`)
  .join(',');

/**
 * F6 goes to the next region of the page, Shift+F6 to the one before; a region is whatever carries `data-dw-region`,
 * in document order. Coming back to a region finds the focus where it was, unless another element of its group has become
 * the Tab stop; the first time it goes to what carries `data-dw-region-start` if there is such a part.
 */
@Directive({ selector: '[dwRegionWalker]' })
export class RegionWalker {
  private readonly document = inject(DOCUMENT);
  private readonly lastFocused = new WeakMap<Element, { readonly element: HTMLElement; readonly isTabStop: boolean }>();

  constructor() {
    listenOnDocument('keydown', (event) => this.onKey(event));
    listenOnDocument('focusin', (event) => this.onFocus(event));
  }

  private onFocus(event: FocusEvent): void {
    if (!(event.target instanceof HTMLElement)) return;
    const region = event.target.closest(REGION);
    if (region) this.lastFocused.set(region, { element: event.target, isTabStop: event.target.tabIndex >= 0 });
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.document.querySelector('.cdk-dialog-container')) return;
    event.preventDefault();
    const regions = [...this.document.querySelectorAll<HTMLElement>(REGION)].filter(isShown);
    const here = this.document.activeElement?.closest(REGION) ?? null;
    const at = here ? regions.indexOf(here as HTMLElement) : -1;
    const step = event.shiftKey ? -1 : 1;
    const start = at === -1 && step === -1 ? 0 : at;
    for (let tried = 1; tried <= regions.length; tried++) {
      const region = regions[(start + step * tried + regions.length * 2) % regions.length];
      if (region && this.enter(region)) return;
    }
  }

  private enter(region: HTMLElement): boolean {
    const last = this.lastFocused.get(region);
    // A tab that is no longer in front has lost its place in the order; cells of a grid never have one.
    const isPassed = last?.isTabStop === true && last.element.tabIndex < 0;
    const known = last?.element.isConnected && isShown(last.element) && !isPassed ? last.element : null;
    const start = region.querySelector<HTMLElement>(START);
    const target = known ?? (start && firstIn(start)) ?? firstIn(region) ?? region;
    target.focus();
    return region.contains(this.document.activeElement);
  }
}

function firstIn(element: HTMLElement): HTMLElement | undefined {
  return [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isShown);
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}
