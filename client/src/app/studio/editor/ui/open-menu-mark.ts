/**
 * Puts a class on the editor while Monaco's context menu is open in it: the menu reaches beyond the editor, and nothing
 * else of the editor may. A rule with `:has()` would be evaluated again with every key that is typed.
 */
export class OpenMenuMark {
  private readonly changes = new MutationObserver(() => this.update());
  private view: Element | null = null;

  /** @param place where Monaco puts the editor, and beside it the view that its menus open in */
  constructor(
    private readonly place: HTMLElement,
    private readonly editor: HTMLElement,
  ) {
    this.changes.observe(place, { childList: true });
  }

  dispose(): void {
    this.changes.disconnect();
  }

  private update(): void {
    const view = this.place.querySelector(':scope > .context-view');
    if (view && view !== this.view) this.changes.observe(view, { childList: true });
    this.view = view;
    const menu = view?.querySelector(':scope > .monaco-menu') ?? null;
    this.editor.classList.toggle('dw-has-menu', menu !== null);
  }
}
