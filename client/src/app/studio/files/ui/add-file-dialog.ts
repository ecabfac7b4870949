import { DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import type { FolderListing, SqlFile } from '#libs/api';
import { ApiProblem } from '../../../shared/http/api-problem';
import { DialogFrame } from '../../../shared/ui/dialog/dialog-frame';
import { Icon } from '../../../shared/ui/icon/icon';
import { IconButton } from '../../../shared/ui/icon-button';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { FilesApi } from '../files-api';

/** Walks the folders that are allowed, to choose a `.sql` file or to make one. Closes with the bookmark. */
@Component({
  selector: 'dw-add-file-dialog',
  imports: [DialogFrame, FailedState, Icon, IconButton, LoadingState],
  templateUrl: './add-file-dialog.html',
  styleUrl: './add-file-dialog.css',
})
export class AddFileDialog {
  protected readonly dialog = inject<DialogRef<SqlFile>>(DialogRef);
  private readonly api = inject(FilesApi);

  protected readonly listing = signal<FolderListing | null>(null);
  protected readonly failure = signal<ApiProblem | null>(null);
  protected readonly problem = signal<ApiProblem | null>(null);
  protected readonly isAdding = signal(false);
  protected readonly newName = signal('');
  protected readonly isEmpty = computed(() => {
    const listing = this.listing();
    return listing !== null && listing.folders.length + listing.files.length === 0;
  });
  /** Whether there is a folder above, or a list of folders to go back to. */
  protected readonly canGoUp = computed(() => (this.listing()?.path ?? null) !== null && !this.isOnlyRoot());
  private readonly roots = signal<readonly string[]>([]);

  constructor() {
    void this.openRoots();
  }

  /** Shows a folder; null is the list of those that are allowed. */
  protected async open(path: string | null): Promise<void> {
    this.failure.set(null);
    this.problem.set(null);
    try {
      this.listing.set(await this.api.browse(path));
    } catch (error) {
      this.failure.set(ApiProblem.from(error));
    }
  }

  protected up(): void {
    void this.open(this.listing()?.parent ?? null);
  }

  protected retry(): void {
    void this.open(this.listing()?.path ?? null);
  }

  /** Bookmarks a file and is done. */
  protected async choose(path: string): Promise<void> {
    await this.add({ path });
  }

  /** Makes a file in the folder that is shown. */
  protected async create(): Promise<void> {
    const name = this.newName().trim();
    const folder = this.listing()?.path ?? null;
    if (name === '' || folder === null) return;
    const fileName = /\.sql$/i.test(name) ? name : `${name}.sql`;
    await this.add({ path: `${folder.replace(/(?<![\\/])[\\/]+$/, '')}/${fileName}`, create: true });
  }

  private async add(input: { path: string; create?: boolean }): Promise<void> {
    if (this.isAdding()) return;
    this.isAdding.set(true);
    this.problem.set(null);
    try {
      this.dialog.close(await this.api.add(input));
    } catch (error) {
      this.problem.set(ApiProblem.from(error));
    } finally {
      this.isAdding.set(false);
    }
  }

  /** With one allowed folder there is nothing to choose between. */
  private async openRoots(): Promise<void> {
    await this.open(null);
    const folders = this.listing()?.folders ?? [];
    this.roots.set(folders.map(({ path }) => path));
    if (folders.length === 1) await this.open(folders[0]?.path ?? null);
  }

  private isOnlyRoot(): boolean {
    return this.roots().length === 1 && this.listing()?.path === this.roots()[0];
  }
}
