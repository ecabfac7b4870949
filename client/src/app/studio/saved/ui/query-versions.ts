import { inject, Service } from '@angular/core';
import type { SavedQuery, SavedQueryVersion } from '#libs/api';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import type { VersionsDialog, VersionsDialogData } from './versions-dialog';
import { SavedQueriesApi } from '../saved-queries-api';
import { SavedQueriesStore } from '../saved-queries.store';
import { TabsStore } from '../../tabs/tabs.store';
import { linkOf } from '../save-state';
import { hasMark } from '#libs/drafts';

/** Shows the texts that a saved query once had, each against the one in force, and brings one back. */
@Service()
export class QueryVersions {
  private readonly api = inject(SavedQueriesApi);
  private readonly store = inject(SavedQueriesStore);
  private readonly tabs = inject(TabsStore);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);

  /** From the list to a comparison and back, until a person restores one or has seen enough. */
  async show(query: SavedQuery): Promise<void> {
    try {
      const { items } = await this.api.versions(query.id);
      for (;;) {
        const chosen = await this.choose(query, items);
        if (!chosen) return;
        const now = await this.api.get(query.id);
        const former = await this.api.version(query.id, chosen.version);
        if (await this.isWanted(now, former)) {
          await this.restore(now, former);
          return;
        }
      }
    } catch (error) {
      this.toasts.showFailure(`The versions of ${query.name} couldn't be read`, error);
    }
  }

  private async choose(query: SavedQuery, items: readonly SavedQueryVersion[]): Promise<SavedQueryVersion | undefined> {
    const dialog = await import('./versions-dialog');
    const data = { query, items };
    const options = { data, width: 480 };
    return this.dialogs.open<VersionsDialog, SavedQueryVersion, VersionsDialogData>(dialog.VersionsDialog, options);
  }

  private async isWanted(now: SavedQuery, former: SavedQueryVersion): Promise<boolean> {
    const { openComparison } = await import('../../editor/ui/compare/compare-dialog');
    const choice = await openComparison(this.dialogs, {
      heading: now.name,
      left: { label: `Version ${former.version}`, text: former.sql },
      right: { label: `Version ${now.version}, now`, text: now.sql },
      choices: [{ value: 'restore', label: `Restore version ${former.version}` }],
    });
    return choice === 'restore';
  }

  /** The text in force becomes a version itself, so that this can be undone, too. */
  private async restore(now: SavedQuery, { sql, version: restored }: SavedQueryVersion): Promise<void> {
    const { name, description, connection_id, version } = now;
    try {
      const stored = await this.api.change(now.id, { name, description, connection_id, sql, version });
      for (const tab of this.tabs.tabs()) {
        if (tab.saved?.queryId !== now.id || !hasMark(tab.sql, tab.saved.mark)) continue;
        this.tabs.take(tab.id, { sql });
        this.tabs.link(tab.id, linkOf(stored));
      }
      this.toasts.show({ tone: 'success', title: `Restored version ${restored} of ${name}` });
    } catch (error) {
      this.toasts.showFailure(`${name} couldn't be changed`, error);
    }
    await this.store.load();
  }
}
