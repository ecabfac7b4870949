import { afterNextRender, Component, computed, inject, input } from '@angular/core';
import { Icon } from '../../../shared/ui/icon/icon';
import { CopilotStore } from '../copilot.store';
import { TabsStore } from '../../tabs/tabs.store';

/** Asks the Copilot what is wrong with a statement; there only where it may be asked about the tab's connection. */
@Component({
  selector: 'dw-fix-button',
  imports: [Icon],
  template: `
    @if (canAsk()) {
      <button class="dw-btn" type="button" [disabled]="copilot.isAsking()" (click)="fix()">
        <dw-icon name="sparkles" [size]="14" />Fix with Copilot
      </button>
    }
  `,
})
export class FixButton {
  readonly sql = input.required<string>();
  /** What the database said against it. */
  readonly error = input.required<string>();

  protected readonly copilot = inject(CopilotStore);
  private readonly tabs = inject(TabsStore);
  private readonly connectionId = computed(() => this.tabs.active()?.connectionId ?? null);
  protected readonly canAsk = computed(() => this.copilot.isOnFor(this.connectionId()));

  constructor() {
    afterNextRender(() => {
      if (this.copilot.status.value() === null) void this.copilot.status.load();
    });
  }

  protected fix(): void {
    const id = this.connectionId();
    if (id !== null) this.copilot.fix(id, this.sql(), this.error());
  }
}
