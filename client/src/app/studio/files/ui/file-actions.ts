import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import type { SqlFile, SqlFileContent } from '#libs/api';
import { hasMark } from '#libs/drafts';
import { ApiProblem } from '../../../shared/http/api-problem';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import type { AddFileDialog } from './add-file-dialog';
import { fileLinkOf, fileStateOf, compareFile } from '../file-state';
import { FilesApi } from '../files-api';
import { FilesStore } from '../files.store';
import { ActiveConnection } from '../../tabs/active-connection';
import { isUnused } from '../../tabs/studio-tab';
import type { FileLink, StudioTab } from '../../tabs/studio-tab';
import { TabsStore } from '../../tabs/tabs.store';

/** What a person can do with files, from the bar, the keys or the sidebar. */
@Service()
export class FileActions {
  private readonly tabs = inject(TabsStore);
  private readonly connection = inject(ActiveConnection);
  private readonly api = inject(FilesApi);
  private readonly store = inject(FilesStore);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly saving = signal(false);
  private readonly changed = signal<ReadonlyMap<string, SqlFileContent>>(new Map());
  private readonly looking = new Set<string>();
  /** By tab, the entry of the list and the link whose file was read: a list is older than what a read answers. */
  private readonly looked = new Map<string, { readonly entry: SqlFile | undefined; readonly etag: string }>();

  readonly isSaving = this.saving.asReadonly();
  /** How the tab in front stands to its file. */
  readonly state = computed(() => fileStateOf(this.tabs.active() ?? { sql: '' }));
  /** Tabs whose file was changed by somebody else, each with the file as it is now. */
  readonly changes = this.changed.asReadonly();
  /** The tabs whose file is not there. */
  readonly goneTabIds = computed(() => {
    const files = new Map((this.store.items() ?? []).map((file) => [file.id, file]));
    const gone = this.tabs.tabs().filter(({ file }) => file && compareFile(file, files.get(file.fileId)) === 'gone');
    return new Set(gone.map(({ id }) => id));
  });

  constructor() {
    effect(() => this.lookAtOthers());
  }

  /** Opens a file in a tab, or brings the tab to the front that holds it. */
  async open(file: Pick<SqlFile, 'id' | 'name'>): Promise<void> {
    const holder = this.tabs.tabs().find((tab) => tab.file?.fileId === file.id);
    if (holder) {
      this.tabs.activate(holder.id);
      await this.store.load();
      return;
    }
    try {
      const content = await this.api.read(file.id);
      const blank = this.tabs.active();
      const connectionId = this.connection.forNewTab();
      this.tabs.open({ sql: content.sql, title: content.name, connectionId, file: fileLinkOf(content) });
      if (blank && isUnused(blank)) this.tabs.close(blank.id);
    } catch (error) {
      this.toasts.showFailure(`${file.name} couldn't be opened`, error);
      await this.store.load();
    }
  }

  /** Lets a person choose or make a file, and opens it. */
  async add(): Promise<void> {
    const dialog = await import('./add-file-dialog');
    const added = await this.dialogs.open<AddFileDialog, SqlFile>(dialog.AddFileDialog, { width: 520, isForm: true });
    if (!added) return;
    await this.store.load();
    await this.open(added);
  }

  /** Removes a bookmark; tabs that hold the file keep its text. */
  async remove(file: SqlFile): Promise<void> {
    try {
      await this.api.remove(file.id);
      const action = { label: 'Undo', run: () => void this.bringBack(file.path) };
      const text = 'The file itself is not deleted.';
      this.toasts.show({ tone: 'neutral', icon: 'trash', title: `Removed ${file.name} from the list`, text, action });
    } catch (error) {
      this.toasts.showFailure(`${file.name} couldn't be removed from the list`, error);
    }
    await this.store.load();
  }

  /** Saves the tab in front to its file; what somebody else wrote meanwhile is shown first. */
  async save(): Promise<void> {
    const tab = this.tabs.active();
    if (!tab?.file || this.saving()) return;
    this.saving.set(true);
    try {
      await this.write(tab, tab.file, tab.file.etag);
    } catch (error) {
      await this.recover(tab, tab.file, ApiProblem.from(error));
    } finally {
      this.saving.set(false);
    }
    await this.store.load();
  }

  /** Takes the file's text into the tab; the editor's Undo still has the other one. */
  reload(tabId: string): void {
    const content = this.changed().get(tabId);
    if (!content) return;
    this.settle(tabId);
    this.tabs.take(tabId, { sql: content.sql });
    this.tabs.linkFile(tabId, fileLinkOf(content));
  }

  /** Keeps the tab's text; the next save puts it over what is in the file now. */
  keepMine(tabId: string): void {
    const content = this.changed().get(tabId);
    if (!content) return;
    this.settle(tabId);
    this.tabs.linkFile(tabId, fileLinkOf(content));
  }

  /** Shows both texts beside each other and lets a person choose. */
  async compare(tabId: string): Promise<void> {
    const content = this.changed().get(tabId);
    const tab = this.tabs.tabs().find(({ id }) => id === tabId);
    if (!content || !tab) return;
    const { openComparison } = await import('../../editor/ui/compare/compare-dialog');
    const choice = await openComparison(this.dialogs, {
      heading: content.name,
      left: { label: 'On disk', text: content.sql },
      right: { label: 'In this tab', text: tab.sql },
      choices: [
        { value: 'left', label: 'Reload' },
        { value: 'right', label: 'Keep mine' },
      ],
    });
    if (choice === 'left') this.reload(tabId);
    else if (choice === 'right') this.keepMine(tabId);
  }

  private async write(tab: StudioTab, link: FileLink, etag: string | null): Promise<void> {
    const { id, name, etag: newEtag } = await this.api.save(link.fileId, { sql: tab.sql, etag });
    this.settle(tab.id);
    this.tabs.linkFile(tab.id, fileLinkOf({ id, name, etag: newEtag ?? '', sql: tab.sql }));
  }

  private async recover(tab: StudioTab, link: FileLink, problem: ApiProblem): Promise<void> {
    if (problem.code === 'changed-meanwhile') await this.look(tab, link);
    else if (problem.code === 'file-missing') await this.makeAnew(tab, link);
    else this.toasts.showFailure(`${link.name} couldn't be saved`, problem);
  }

  private async makeAnew(tab: StudioTab, link: FileLink): Promise<void> {
    const isWanted = await this.dialogs.confirm({
      heading: `Create ${link.name} again?`,
      text: 'The file was deleted or moved since it was opened. Saving creates it again.',
      action: 'Save file',
    });
    if (!isWanted) return;
    await this.write(tab, link, null).catch((error: unknown) =>
      this.toasts.showFailure(`${link.name} couldn't be saved`, error),
    );
  }

  /** Reads the files that have another version, each once for an answer of the list. */
  private lookAtOthers(): void {
    const files = new Map((this.store.items() ?? []).map((file) => [file.id, file]));
    const changed = this.changed();
    const linked = this.tabs.tabs().flatMap((tab) => (tab.file ? [{ tab, link: tab.file }] : []));
    const others = linked
      .map(({ tab, link }) => ({ tab, link, entry: files.get(link.fileId) }))
      .filter(({ link, entry }) => compareFile(link, entry) === 'other-version')
      .filter(({ tab, entry }) => changed.get(tab.id)?.etag !== entry?.etag);
    untracked(() => {
      const linkedIds = new Set(linked.map(({ tab }) => tab.id));
      for (const id of this.looked.keys()) if (!linkedIds.has(id)) this.looked.delete(id);
      for (const { tab, link, entry } of others) {
        if (this.looking.has(tab.id) || this.hasLooked(tab.id, link, entry)) continue;
        this.looked.set(tab.id, { entry, etag: link.etag });
        void this.look(tab, link);
      }
    });
  }

  /** A version that another browser names is read once more, since its text is not known here. */
  private hasLooked(tabId: string, link: FileLink, entry: SqlFile | undefined): boolean {
    const looked = this.looked.get(tabId);
    return looked?.entry === entry && (link.mark !== '' || looked?.etag === link.etag);
  }

  /** Reads a file that has another version: only another text is worth a question. */
  private async look({ id: tabId }: StudioTab, link: FileLink): Promise<void> {
    if (this.looking.has(tabId)) return;
    this.looking.add(tabId);
    try {
      const content = await this.api.read(link.fileId);
      this.compareWith(tabId, link, content);
    } catch (error) {
      if (ApiProblem.from(error).code === 'file-not-found') this.tabs.linkFile(tabId, null);
    } finally {
      this.looking.delete(tabId);
      // What changed meanwhile was left to the end of this one.
      untracked(() => this.lookAtOthers());
    }
  }

  private compareWith(tabId: string, link: FileLink, content: SqlFileContent): void {
    const tab = this.tabs.tabs().find(({ id }) => id === tabId);
    if (tab?.file?.fileId !== link.fileId) return;
    const isSameText = hasMark(content.sql, tab.file.mark) || content.sql === tab.sql;
    const isKnownVersion = tab.file.mark === '' && tab.file.etag === content.etag;
    if (isSameText || isKnownVersion) {
      this.settle(tabId);
      this.tabs.linkFile(tabId, fileLinkOf(content));
    } else this.changed.update((all) => new Map(all).set(tabId, content));
  }

  private async bringBack(path: string): Promise<void> {
    try {
      await this.api.add({ path });
    } catch (error) {
      this.toasts.showFailure("Couldn't restore the file to the list", error);
    }
    await this.store.load();
  }

  private settle(tabId: string): void {
    if (!this.changed().has(tabId)) return;
    this.changed.update((all) => new Map([...all].filter(([other]) => other !== tabId)));
  }
}
