import { Service } from '@angular/core';
import { isBoolean, storedSignal } from '../../storage/stored-signal';

/** Whether the sidebar is open; every area with a sidebar shares the answer. */
@Service()
export class SidebarState {
  private readonly open = storedSignal('dw-sidebar-open', true, isBoolean);
  readonly isOpen = this.open.asReadonly();

  /** Shows the sidebar, or hides it. */
  toggle(): void {
    this.open.update((isOpen) => !isOpen);
  }
}
