import { signal } from '@angular/core';
import type { PipelinePreview, PipelineTable } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { definitionOf } from './pipeline-draft';
import type { PipelineDraft } from './pipeline-draft';
import type { PipelinesApi } from './pipelines-api';

/** The preview of a pipeline: the tables of the last answer, and the request that is under way. */
export class PreviewRequest {
  private readonly answer = signal<PipelinePreview | null>(null);
  private readonly problem = signal<ApiProblem | null>(null);
  private readonly table = signal<string | null>(null);
  private stop: AbortController | null = null;

  /** Why the last request failed. */
  readonly failure = this.problem.asReadonly();
  /** The table whose preview is being made. */
  readonly running = this.table.asReadonly();

  constructor(private readonly api: Pick<PipelinesApi, 'preview'>) {}

  /** Makes every table of the draft up to the named one; a request under way is stopped. */
  async load(draft: PipelineDraft, name: string): Promise<void> {
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.table.set(name);
    this.problem.set(null);
    try {
      this.answer.set(await this.api.preview(definitionOf(draft), name, draft.id, stop.signal));
    } catch (error) {
      this.problem.set(ApiProblem.from(error));
    } finally {
      if (this.stop === stop) this.table.set(null);
    }
  }

  /** Stops the request under way. */
  cancel(): void {
    this.stop?.abort();
    this.stop = null;
    this.table.set(null);
  }

  /** Stops the request under way and forgets its failure, and the tables too unless they are kept. */
  reset(keepsTables: boolean): void {
    this.cancel();
    this.problem.set(null);
    if (!keepsTables) this.answer.set(null);
  }

  /** Columns and row count of a table, or null where the preview does not have it. */
  tableOf(name: string): PipelineTable | null {
    return this.answer()?.tables.find((table) => table.name === name) ?? null;
  }

  /** The first rows of the table that was requested; none for other tables. */
  rowsOf(name: string): readonly (readonly (string | null)[])[] {
    const answer = this.answer();
    return answer?.tables.at(-1)?.name === name ? answer.rows : [];
  }
}
