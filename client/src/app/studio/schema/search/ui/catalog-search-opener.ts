import { inject, Service } from '@angular/core';
import { ConnectionsStore } from '../../../../shared/connections/connections.store';
import { KeysAhead } from '../../../../shared/keys/keys-ahead';
import { Dialogs } from '../../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../../shared/ui/toast/toasts';
import { SchemaStore } from '../../schema.store';
import type { SearchHit } from '../search-hits';
import type { CatalogSearchDialog } from './catalog-search-dialog';

/** Opens the search over all connections, and shows what was chosen in the schema tree. */
@Service()
export class CatalogSearchOpener {
  private readonly dialogs = inject(Dialogs);
  private readonly keysAhead = inject(KeysAhead);
  private readonly toasts = inject(Toasts);
  private readonly connections = inject(ConnectionsStore);
  private readonly store = inject(SchemaStore);
  private isOpen = false;

  /** Nothing happens while it is open, or while another dialog wants an answer. */
  async open(): Promise<void> {
    if (this.isOpen || document.querySelector('.cdk-dialog-container') !== null) return;
    this.isOpen = true;
    this.keysAhead.hold();
    const part = await import('./catalog-search-dialog').catch(() => null);
    if (!part) {
      const text = "The workbench was updated or isn't responding. Reload the page.";
      this.toasts.show({ tone: 'danger', title: "Couldn't load the search", text });
    }
    const dialog = part?.CatalogSearchDialog;
    const hit = dialog ? await this.dialogs.open<CatalogSearchDialog, SearchHit>(dialog, { width: 720 }) : undefined;
    this.keysAhead.drop();
    this.isOpen = false;
    if (hit) this.show(hit);
  }

  private show({ connectionId, target }: SearchHit): void {
    this.connections.browse(connectionId);
    this.store.reveal(connectionId, target);
  }
}
