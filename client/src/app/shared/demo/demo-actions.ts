import { inject, Service } from '@angular/core';
import { ConnectionsStore } from '../connections/connections.store';
import { BusyActions } from '../http/busy-actions';
import type { Command } from '../palette/command-sources';
import { Dialogs } from '../ui/dialog/dialogs';
import { Toasts } from '../ui/toast/toasts';
import { DemoStore } from './demo.store';
import type { RemoveDemoDialog } from './ui/remove-demo-dialog';

/** What a person can do with the demo. Failures are reported by a toast. */
@Service()
export class DemoActions {
  private readonly store = inject(DemoStore);
  private readonly connections = inject(ConnectionsStore);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly actions = new BusyActions<'remove'>();

  /** Shows what goes and what stays, and removes the demo when that is confirmed. */
  async remove(): Promise<void> {
    await this.actions.run('remove', () => this.confirmAndRemove());
  }

  private async confirmAndRemove(): Promise<void> {
    try {
      const [dialog] = await Promise.all([import('./ui/remove-demo-dialog'), this.store.reload()]);
      const view = this.store.view();
      if (view === null) return;
      const options = { data: view, width: 440 };
      const isConfirmed = await this.dialogs.open<RemoveDemoDialog, boolean, typeof view>(
        dialog.RemoveDemoDialog,
        options,
      );
      if (isConfirmed !== true) return;
      await this.store.remove();
      await this.connections.reload();
      this.toasts.show({ tone: 'success', title: 'Demo removed' });
    } catch (error) {
      this.toasts.showFailure('The demo was not removed', error);
    }
  }

  /** The palette's command, where there is a demo. */
  async commands(): Promise<Command[]> {
    await this.store.ensure();
    if (!this.store.isThere()) return [];
    const run = () => void this.remove();
    return [{ id: 'demo remove', title: 'Remove the demo', kind: 'action', icon: 'trash', order: 2, run }];
  }
}
