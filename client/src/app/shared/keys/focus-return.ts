/**
 * Where the focus goes back to: the element that has it now, or what is left around it. The browser would give the focus
 * to the page when its element has gone, and Tab would begin at the start of the page.
 */
export class FocusReturn {
  private readonly path: HTMLElement[] = [];

  constructor(element: Element | null = document.activeElement) {
    for (let one = element; one !== null && one !== document.body; one = one.parentElement) {
      if (one instanceof HTMLElement) this.path.push(one);
    }
  }

  /** Gives the focus back where nothing else has it. */
  restore(): void {
    if (document.activeElement !== document.body) return;
    const nearest = this.path.find((element) => element.isConnected);
    if (nearest === undefined) return;
    if (nearest !== this.path[0] && !nearest.hasAttribute('tabindex')) nearest.tabIndex = -1;
    nearest.focus({ preventScroll: true });
  }
}
