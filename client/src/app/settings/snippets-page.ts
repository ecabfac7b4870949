import { Component, inject } from '@angular/core';
import type { Snippet } from '#libs/api';
import { snippetPreview } from '#libs/settings';
import { BusyActions } from '../shared/http/busy-actions';
import { KeepsFocus } from '../shared/keys/keeps-focus';
import { SnippetsStore } from '../shared/settings/snippets.store';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { IconButton } from '../shared/ui/icon-button';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { LoadState } from '../shared/ui/state/load-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { SnippetDialog } from './ui/snippet-dialog';
import type { SnippetDialogData } from './ui/snippet-dialog';

/** Settings → Snippets: texts that the editor inserts by their name. */
@Component({
  selector: 'dw-snippets-page',
  imports: [EmptyState, Icon, IconButton, LoadState],
  templateUrl: './snippets-page.html',
  styleUrl: './snippets-page.css',
  hostDirectives: [KeepsFocus],
})
export class SnippetsPage {
  protected readonly store = inject(SnippetsStore);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly actions = new BusyActions();
  protected readonly shown = ({ text }: Snippet): string => snippetPreview(text).replace(/\s+/g, ' ');

  constructor() {
    void this.store.load();
  }

  protected async edit(snippet: Snippet | null): Promise<void> {
    await this.dialogs.open<SnippetDialog, true, SnippetDialogData>(SnippetDialog, {
      ...{ data: { snippet }, width: 560, isForm: true },
    });
  }

  protected async remove({ name }: Snippet): Promise<void> {
    await this.actions.run(`delete ${name}`, () => this.confirmAndRemove(name));
  }

  private async confirmAndRemove(name: string): Promise<void> {
    const text = 'The editor no longer offers it.';
    if (!(await this.dialogs.confirm({ heading: `Delete ${name}?`, text, action: 'Delete', isDangerous: true })))
      return;
    try {
      await this.store.remove(name);
    } catch (error) {
      this.toasts.showFailure("Couldn't delete the snippet", error);
    }
  }
}
