import { DOCUMENT } from '@angular/common';
import { inject, Service } from '@angular/core';
import type { ExportFormat } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { Toasts } from '../../shared/ui/toast/toasts';
import { StudioApi } from './studio-api';

/** Whole results as files: the server writes them, the browser saves them. */
@Service()
export class ResultFiles {
  private readonly api = inject(StudioApi);
  private readonly toasts = inject(Toasts);
  private readonly document = inject(DOCUMENT);

  /** Starts a download; a result that is gone is told in a message, since a browser would only say that it failed. */
  async download(runId: string, statement: number, format: ExportFormat): Promise<void> {
    try {
      await this.api.hasResult(runId, statement);
    } catch (error) {
      const text = ApiProblem.from(error).detail;
      this.toasts.show({ tone: 'danger', title: 'The result cannot be downloaded', text });
      return;
    }
    const link = this.document.createElement('a');
    link.href = this.api.exportAddress(runId, statement, format);
    link.download = '';
    link.click();
  }
}
