import {
  Component,
  computed,
  DestroyRef,
  effect,
  inject,
  linkedSignal,
  signal,
  untracked,
  viewChildren,
} from '@angular/core';
import type { WritableSignal } from '@angular/core';
import { takeUntilDestroyed, toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, RouterLink } from '@angular/router';
import { filter } from 'rxjs';
import type { DataImport } from '#libs/api';
import { KEEP_EVERY_MS } from '#libs/imports';
import { bytesText, countedText } from '#libs/results';
import { ConnectionColour } from '../shared/connections/ui/connection-colour';
import { ApiProblem } from '../shared/http/api-problem';
import { keptResource } from '../shared/http/kept-resource';
import { LiveEvents } from '../shared/http/live-events';
import { KeepsFocus } from '../shared/keys/keeps-focus';
import { PageRouter } from '../shared/navigation/page-router';
import { Badge } from '../shared/ui/badge';
import { Icon } from '../shared/ui/icon/icon';
import { FailedState } from '../shared/ui/state/failed-state';
import { LoadingState } from '../shared/ui/state/loading-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { Tooltip } from '../shared/ui/tooltip';
import { HoldTyped } from '../shared/unsaved/hold-typed';
import { ImportForm } from './data/import-form';
import { ImportsApi } from './data/imports-api';
import { readingOf } from './data/imports-api';
import type { Reading } from './data/imports-api';
import { cancelWords, continueRefusal, failureHeading, failureWords, meanwhileWords } from './data/import-words';
import { previewedText, rowWords, uploadWords } from './data/import-words';
import { RowRate } from './data/row-rate';
import { Uploads } from './data/uploads';
import { DropZone } from './ui/drop-zone';
import { ImportProgress } from './ui/import-progress';
import { ImportResult } from './ui/import-result';
import { MappingTable } from './ui/mapping-table';
import { PreviewTable } from './ui/preview-table';
import { ReadingForm } from './ui/reading-form';
import { TargetForm } from './ui/target-form';

/** Events report each step; this only catches what a broken stream missed. */
const POLL_MS = 5000;
const POLLED: ReadonlySet<string> = new Set(['reading', 'importing']);

const IMPORT_AGAIN = 'Correct the columns, or skip rejected rows, and import again. The file is not sent again.';
const ADD_AGAIN = 'Change the name or replace the file, and add it again. The file is not sent again.';

/** One file on its way into a table: sent, read, mapped, imported. */
@Component({
  selector: 'dw-import-page',
  imports: [
    ...[Badge, ConnectionColour, FailedState, HoldTyped, Icon, KeepsFocus, LoadingState, RouterLink, Tooltip],
    ...[DropZone, ImportProgress, ImportResult, MappingTable, PreviewTable, ReadingForm, TargetForm],
  ],
  providers: [ImportForm],
  templateUrl: './import-page.html',
  styleUrl: './import-page.css',
})
export class ImportPage {
  private readonly api = inject(ImportsApi);
  private readonly uploads = inject(Uploads);
  private readonly router = new PageRouter();
  private readonly toasts = inject(Toasts);
  protected readonly form = inject(ImportForm);
  private readonly route = inject(ActivatedRoute);
  private readonly path = toSignal(this.route.paramMap, { requireSync: true });
  private readonly query = toSignal(this.route.queryParamMap, { requireSync: true });
  private readonly id = computed(() => this.path().get('id') ?? '');
  private readonly rates = linkedSignal({ source: this.id, computation: () => new RowRate() });
  private readonly typed = viewChildren(HoldTyped);

  protected readonly loaded = keptResource(this.id, (id, stop) => this.api.get(id, stop));
  protected readonly record = this.loaded.value;
  protected readonly upload = computed(() => this.uploads.of(this.id()));
  protected readonly rate = signal<number | null>(null);
  /** A click that the server has not answered yet. */
  protected readonly isSending = this.ofFile(false);
  private readonly failure = this.ofFile<{ readonly problem: ApiProblem; readonly status: string } | null>(null);
  /** Why a click did nothing. One whose answer was lost may have done it: then the record is in another state by now. */
  protected readonly problem = computed(() => {
    const failure = this.failure();
    return failure?.status === this.record()?.status ? (failure?.problem ?? null) : null;
  });
  /** The result is in sight until another import of the file is prepared. */
  protected readonly isPreparing = this.ofFile(false);

  protected readonly readingOf = readingOf;
  protected readonly bytesText = bytesText;
  protected readonly uploadWords = uploadWords;
  protected readonly rowWords = rowWords;
  protected readonly previewedText = previewedText;
  protected readonly failureHeading = failureHeading;
  protected readonly failureWords = failureWords;
  protected readonly cancelWords = cancelWords;
  protected readonly meanwhileWords = meanwhileWords;
  protected readonly IMPORT_AGAIN = IMPORT_AGAIN;
  protected readonly ADD_AGAIN = ADD_AGAIN;
  protected readonly heading = computed(() => {
    if (this.form.isFolder()) return `Add file to ${this.form.connection()?.name ?? ''}`;
    const rows = this.record()?.preview?.row_count ?? 0;
    return this.form.asChange() ? `Add ${countedText(rows, 'row')} to changes` : `Import ${countedText(rows, 'row')}`;
  });
  protected readonly isFormShown = computed(() => {
    const record = this.record();
    if (!record?.preview) return false;
    return ['ready', 'failed', 'cancelled'].includes(record.status) || this.isPreparing();
  });

  constructor() {
    effect(() => {
      const query = this.query();
      const [connectionId, schema, table] = [query.get('connection'), query.get('schema'), query.get('table')];
      this.form.asked.set({ connectionId, schema, table });
    });
    effect(() => {
      const record = this.record();
      untracked(() => this.follow(record));
    });
    // The last part has the file read.
    effect(() => {
      if (this.upload() === null) untracked(() => this.loaded.reload());
    });
    inject(LiveEvents)
      .on('import.changed')
      .pipe(
        filter(({ import_id: id }) => id === this.id()),
        takeUntilDestroyed(),
      )
      .subscribe(() => this.loaded.reload());
    this.pollWhileBusy();
    // A file is kept while its page asks for it.
    const kept = setInterval(() => this.record() && this.loaded.reload(), KEEP_EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(kept));
  }

  /** Goes on with a file whose sending was interrupted. */
  protected resume(record: DataImport, file: File): void {
    this.failure.set(null);
    const refusal = continueRefusal(record, file);
    if (refusal === null) this.uploads.resume(record, file);
    else {
      const problem = new ApiProblem('validation-failed', 0, refusal.heading, refusal.text);
      this.failure.set({ problem, status: record.status });
    }
  }

  protected retryUpload(): void {
    void this.uploads.retry(this.id());
  }

  /** Removes the file, and with it an upload that goes on. */
  protected async remove(): Promise<void> {
    const id = this.id();
    this.uploads.stop(id);
    try {
      await this.api.remove(id);
    } catch (error) {
      if (ApiProblem.from(error).code !== 'import-not-found')
        this.toasts.showFailure('The file was not removed', error);
    }
    if (id !== this.id()) return;
    for (const part of this.typed()) part.leave();
    await this.router.navigate(['/imports'], { queryParamsHandling: 'preserve' });
  }

  /** Has the file read in another way; whether the server took it. */
  protected readonly readAgain = (reading: Reading): Promise<boolean> =>
    this.change(() => this.api.readAgain(this.id(), reading));

  protected async cancel(): Promise<void> {
    await this.change(() => this.api.cancel(this.id()));
  }

  protected async start(): Promise<void> {
    if (this.isSending()) return;
    const [copy, request] = this.form.isFolder() ? [this.form.copy(), null] : [null, this.form.request()];
    if (copy !== null) await this.change(() => this.api.copy(this.id(), copy));
    else if (request !== null) await this.change(() => this.api.start(this.id(), request));
  }

  private async change(send: () => Promise<DataImport>): Promise<boolean> {
    if (this.isSending()) return false;
    const [id, status] = [this.id(), this.record()?.status ?? ''];
    this.failure.set(null);
    this.isSending.set(true);
    try {
      const changed = await send();
      if (id === this.id()) this.loaded.update(() => changed);
      return true;
    } catch (error) {
      if (id !== this.id()) return false;
      this.failure.set({ problem: ApiProblem.from(error), status });
      this.loaded.reload();
      return false;
    } finally {
      if (id === this.id()) this.isSending.set(false);
    }
  }

  /** What belongs to the file of the address: another one begins with `initial`. */
  private ofFile<T>(initial: T): WritableSignal<T> {
    return linkedSignal({ source: this.id, computation: () => initial });
  }

  private follow(record: DataImport | null): void {
    this.form.record.set(record);
    if (record === null) return;
    if (this.problem() === null && !this.isSending()) this.failure.set(null);
    if (record.status === 'importing') this.isPreparing.set(false);
    const done = record.imported_rows + record.rejected_rows;
    this.rate.set(record.status === 'importing' ? this.rates().measure(done, performance.now()) : null);
  }

  private pollWhileBusy(): void {
    effect((onCleanup) => {
      if (!POLLED.has(this.record()?.status ?? '')) return;
      const timer = setInterval(() => this.loaded.reload(), POLL_MS);
      onCleanup(() => clearInterval(timer));
    });
  }
}
