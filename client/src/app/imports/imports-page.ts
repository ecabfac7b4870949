import { Component, computed, inject, signal } from '@angular/core';
import { takeUntilDestroyed, toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink } from '@angular/router';
import type { DataImport } from '#libs/api';
import { bytesText } from '#libs/results';
import { ApiProblem } from '../shared/http/api-problem';
import { LiveEvents } from '../shared/http/live-events';
import { BusyActions } from '../shared/http/busy-actions';
import { Loaded } from '../shared/http/loaded';
import { ImportOpener } from '../shared/imports/import-opener';
import { PageRouter } from '../shared/navigation/page-router';
import { Icon } from '../shared/ui/icon/icon';
import { FailedState } from '../shared/ui/state/failed-state';
import { LoadState } from '../shared/ui/state/load-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { ImportsApi } from './data/imports-api';
import { STATUS_SIGNS, statusWords } from './data/import-words';
import { Uploads } from './data/uploads';
import { DropZone } from './ui/drop-zone';

/** Takes a file, and lists those that are still there. */
@Component({
  selector: 'dw-imports-page',
  imports: [DropZone, FailedState, Icon, LoadState, RouterLink],
  templateUrl: './imports-page.html',
})
export class ImportsPage {
  private readonly api = inject(ImportsApi);
  private readonly uploads = inject(Uploads);
  private readonly router = new PageRouter();
  private readonly toasts = inject(Toasts);
  private readonly query = toSignal(inject(ActivatedRoute).queryParamMap, { requireSync: true });

  protected readonly bytesText = bytesText;
  protected readonly statusWords = statusWords;
  protected readonly signs = STATUS_SIGNS;
  private readonly actions = new BusyActions();
  protected readonly list = new Loaded(() => this.api.list());
  protected readonly problem = signal<ApiProblem | null>(null);
  protected readonly heading = computed(() => {
    const table = this.query().get('table');
    return table === null ? 'Drop a file here' : `Drop a file here to import it into ${table}`;
  });

  constructor() {
    void this.list.load();
    inject(LiveEvents)
      .on('import.changed')
      .pipe(takeUntilDestroyed())
      .subscribe(() => void this.list.load());
    const dropped = inject(ImportOpener).take();
    if (dropped !== null) void this.take(dropped);
  }

  /** Sends a file and shows its import; what the address says of the target stays. */
  protected async take(file: File): Promise<void> {
    this.problem.set(null);
    try {
      const { id } = await this.uploads.start(file);
      await this.router.navigate(['/imports', id], { queryParamsHandling: 'preserve', replaceUrl: true });
    } catch (error) {
      this.problem.set(ApiProblem.from(error));
    }
  }

  protected async remove(record: DataImport): Promise<void> {
    await this.actions.run(record.id, () => this.removeFile(record));
  }

  private async removeFile({ id, file_name: name }: DataImport): Promise<void> {
    this.uploads.stop(id);
    try {
      await this.api.remove(id);
      // What kept the last file from being sent may be gone with this one.
      this.problem.set(null);
    } catch (error) {
      this.toasts.showFailure(`${name} was not removed`, error);
    }
    await this.list.load();
  }
}
