import { computed, Service, signal } from '@angular/core';
import { isBoolean, storedSignal } from '../shared/storage/stored-signal';
import { NARROW_PAGE } from '../shared/ui/sidebar/sidebar-state';

/** Whether the rail shows labels: at first it does, later as the person left it, never on a narrow page. */
@Service()
export class RailState {
  private readonly remembered = storedSignal('dw-rail-labels', true, isBoolean);
  private readonly isNarrow = signal(false);

  readonly hasLabels = computed(() => !this.isNarrow() && this.remembered());
  /** False where the page is too narrow for labels. */
  readonly canToggle = computed(() => !this.isNarrow());

  constructor() {
    const narrow = matchMedia(NARROW_PAGE);
    const follow = (): void => this.isNarrow.set(narrow.matches);
    narrow.addEventListener('change', follow);
    follow();
  }

  /** Shows the labels, or hides them. */
  toggle(): void {
    if (this.canToggle()) this.remembered.update((hasLabels) => !hasLabels);
  }
}
