import { computed, Service, signal } from '@angular/core';
import { isBoolean, storedSignal } from '../../storage/stored-signal';

/** Below this width the sidebar lies over the area, so it starts hidden and is not remembered. */
export const NARROW_PAGE = '(width < 1024px)';

/** Whether the sidebar is open; every area with a sidebar shares the answer. */
@Service()
export class SidebarState {
  private readonly remembered = storedSignal('dw-sidebar-open', true, isBoolean);
  private readonly isOpenWhenNarrow = signal(false);
  private readonly isNarrow = signal(false);
  private readonly count = signal(0);

  readonly isOpen = computed(() => (this.isNarrow() ? this.isOpenWhenNarrow() : this.remembered()));
  /** Whether the area on the page has a sidebar at all. */
  readonly isPresent = computed(() => this.count() > 0);

  constructor() {
    const narrow = matchMedia(NARROW_PAGE);
    const follow = (): void => this.isNarrow.set(narrow.matches);
    narrow.addEventListener('change', follow);
    follow();
  }

  /** Shows the sidebar, or hides it. */
  toggle(): void {
    const place = this.isNarrow() ? this.isOpenWhenNarrow : this.remembered;
    place.update((isOpen) => !isOpen);
  }

  /** Reports that an area brought a sidebar; the answer reports that it took it away. */
  announce(): () => void {
    this.count.update((count) => count + 1);
    return () => this.count.update((count) => count - 1);
  }
}
