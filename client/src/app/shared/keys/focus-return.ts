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
    this.path.filter(({ isConnected }) => isConnected).some((element) => this.gives(element));
  }

  /** Whether an element takes the focus; one without a box of its own, as of `display: contents`, does not. */
  private gives(element: HTMLElement): boolean {
    const isMadeFocusable = element !== this.path[0] && !element.hasAttribute('tabindex');
    if (isMadeFocusable) element.tabIndex = -1;
    element.focus({ preventScroll: true });
    const hasFocus = document.activeElement === element;
    if (isMadeFocusable && !hasFocus) element.removeAttribute('tabindex');
    return hasFocus;
  }
}
