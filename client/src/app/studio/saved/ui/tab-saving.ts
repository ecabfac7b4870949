import { computed, inject, Service } from '@angular/core';
import { shortTime } from '../../../shared/time/short-time';
import { FileActions } from '../../files/ui/file-actions';
import { TabsStore } from '../../tabs/tabs.store';
import { SavedQueryActions } from './saved-query-actions';

/** Saves the tab in front: to its file where it was opened from one, else as a named query. */
@Service()
export class TabSaving {
  private readonly tabs = inject(TabsStore);
  private readonly queries = inject(SavedQueryActions);
  private readonly files = inject(FileActions);
  private readonly isFile = computed(() => Boolean(this.tabs.active()?.file));

  /** How the tab in front stands to its file or saved query. */
  readonly state = computed(() => (this.isFile() ? this.files.state() : this.queries.state()));
  readonly isSaving = computed(() => (this.isFile() ? this.files.isSaving() : this.queries.isSaving()));
  /** Why Save cannot be pressed now; null when it can. */
  readonly refusal = computed(() => (this.isFile() ? null : this.queries.refusal()));
  /** What the status bar shows of it; empty for a tab that was never saved. */
  readonly status = computed(() => {
    const file = this.tabs.active()?.file;
    if (file) return `${this.files.state() === 'saved' ? 'As in' : 'Not saved to'} ${file.name}`;
    const savedAt = this.tabs.active()?.saved?.savedAt ?? '';
    if (savedAt === '') return '';
    return `${this.queries.state() === 'saved' ? 'Saved' : 'Changed since it was saved'} ${shortTime(savedAt, new Date())}`;
  });

  /** Saves the tab in front; failures are shown as toasts. */
  save(): Promise<void> {
    return this.isFile() ? this.files.save() : this.queries.save();
  }
}
