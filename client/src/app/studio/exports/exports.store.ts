import { DOCUMENT } from '@angular/common';
import { inject, Service, signal } from '@angular/core';
import type { KeptExportRequest, QueryExportRequest, StudioExport } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { pause, untilAnswered } from '../../shared/http/until-answered';
import { Toasts } from '../../shared/ui/toast/toasts';
import { isExportOver } from './export-words';
import { ExportsApi } from './exports-api';

/** Pauses between two looks at a file on its way, in milliseconds. */
const LOOK_EVERY_MS = 300;
/** What came out well is shown for so long. */
const SUCCESS_SHOWN_MS = 6000;

/**
 * Files on their way: the server writes them, the browser saves them, and how far they are is asked of the server, since
 * no page can see its browser's downloads.
 */
@Service()
export class ExportsStore {
  private readonly api = inject(ExportsApi);
  private readonly toasts = inject(Toasts);
  private readonly document = inject(DOCUMENT);
  private readonly shown = signal<readonly StudioExport[]>([]);

  private readonly endedQueries = signal(0);

  /** Counts the queries that have run into a file, so that lists of runs know when to look again. */
  readonly finishedQueries = this.endedQueries.asReadonly();
  /** Oldest first; what failed stays until it is dismissed. */
  readonly exports = this.shown.asReadonly();

  /** Has the browser download a file and follows it. Rejects never: what is in the way is reported. */
  async start(request: KeptExportRequest | QueryExportRequest): Promise<void> {
    let made: StudioExport;
    try {
      made = await this.api.create(request);
    } catch (error) {
      const text = ApiProblem.from(error).detail;
      this.toasts.show({ tone: 'danger', title: "Couldn't create the file", text });
      return;
    }
    this.shown.update((exports) => [...exports, made]);
    this.download(made.href);
    await this.follow(made.id);
  }

  /** Cuts a file off; the browser then shows the download as failed. */
  async cancel(id: string): Promise<void> {
    await this.api.cancel(id).catch(() => undefined);
  }

  /** Takes a file that is over out of sight. */
  dismiss(id: string): void {
    this.shown.update((exports) => exports.filter((one) => one.id !== id));
  }

  private async follow(id: string): Promise<void> {
    for (;;) {
      await pause(LOOK_EVERY_MS);
      const state = await this.look(id);
      if (state === null) {
        this.dismiss(id);
        return;
      }
      this.shown.update((exports) => exports.map((one) => (one.id === id ? state : one)));
      if (isExportOver(state)) break;
    }
    if (this.shown().find((one) => one.id === id)?.run_id === null) this.endedQueries.update((count) => count + 1);
    if (this.shown().find((one) => one.id === id)?.status === 'failed') return;
    await pause(SUCCESS_SHOWN_MS);
    this.dismiss(id);
  }

  /** Null where the server no longer knows the file. */
  private look(id: string): Promise<StudioExport | null> {
    return untilAnswered(() => this.api.state(id)).catch(() => null);
  }

  private download(href: string): void {
    const link = this.document.createElement('a');
    link.href = href;
    link.download = '';
    link.click();
  }
}
