import { Component, computed, effect, inject, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute } from '@angular/router';
import type { Pipeline } from '#libs/api';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ApiProblem } from '../shared/http/api-problem';
import { BusyActions } from '../shared/http/busy-actions';
import { Loaded } from '../shared/http/loaded';
import { KeepsFocus } from '../shared/keys/keeps-focus';
import { PageRouter } from '../shared/navigation/page-router';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { ElapsedSeconds } from '../shared/ui/elapsed-seconds';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { LeaveQuestion } from '../shared/unsaved/leave-guard';
import { holdUnsaved } from '../shared/unsaved/unsaved-forms';
import { definitionOf, newDraft, pipelineName } from './data/pipeline-draft';
import { PipelineEditor } from './data/pipeline-editor';
import { PipelinesApi } from './data/pipelines-api';
import { PipelineRun } from './data/pipeline-run';
import { PreviewRequest } from './data/preview-request';
import { PipelineBar } from './ui/pipeline-bar';
import { PipelineInputPart } from './ui/pipeline-input-part';
import { PipelineList } from './ui/pipeline-list';
import { PipelineOutputPart } from './ui/pipeline-output-part';
import { PipelineRunStrip } from './ui/pipeline-run-strip';
import { PipelineStepPart } from './ui/pipeline-step-part';
import { PreviewTable } from './ui/preview-table';

/** Problems after which the list is older than the server. */
const CHANGED_ELSEWHERE: ReadonlySet<string> = new Set(['changed-meanwhile', 'pipeline-not-found']);

/** Pipelines: where rows come from, what is done with them, and the file that is made. */
@Component({
  selector: 'dw-data-page',
  imports: [
    ...[ElapsedSeconds, EmptyState, Icon, KeepsFocus, PipelineBar, PipelineInputPart, PipelineList],
    ...[PipelineOutputPart, PipelineRunStrip, PipelineStepPart, PreviewTable],
  ],
  templateUrl: './data-page.html',
  styleUrl: './data-page.css',
})
export class DataPage {
  private readonly api = inject(PipelinesApi);
  private readonly router = new PageRouter();
  private readonly route = inject(ActivatedRoute);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  private readonly leaving = inject(LeaveQuestion);
  private readonly connections = inject(ConnectionsStore);
  private readonly query = toSignal(this.route.queryParamMap, { requireSync: true });

  protected readonly list = new Loaded(() => this.api.list());
  protected readonly jobs = new Loaded(() => this.api.jobs());
  protected readonly editor = new PipelineEditor();
  protected readonly draft = this.editor.draft;
  protected readonly names = this.editor.names;
  protected readonly preview = new PreviewRequest(this.api);
  /** For each step the tables before it, with the columns that a preview has shown. */
  protected readonly tablesBefore = computed(() => {
    const { inputs, steps } = this.draft() ?? newDraft('');
    const tables = this.names().map((name) => this.preview.tableOf(name) ?? { name });
    return steps.map((_, at) => tables.slice(0, inputs.length + at));
  });
  /** The run that was started of the pipeline in sight. */
  protected readonly run = new PipelineRun(this.api);
  protected readonly shownRun = computed(() => {
    const started = this.run.started();
    return started !== null && started.pipelineId === this.draft()?.id ? started : null;
  });
  /** Counts the pipelines that were chosen, so that the last one is shown whichever answers last. */
  private choices = 0;
  protected readonly actions = new BusyActions<'save' | 'run' | 'cancel' | 'remove' | 'import'>();

  constructor() {
    holdUnsaved({ name: () => pipelineName(this.draft()), isDirty: () => this.editor.hasEdits() });
    void this.list.load();
    void this.jobs.load();
    effect(() => {
      const id = this.query().get('pipeline');
      const pipelines = this.list.value() ?? [];
      // With none in the address and nothing in the editor, the first one is shown.
      const found = id === null && this.editor.isEmpty() ? pipelines[0] : pipelines.find((one) => one.id === id);
      if (found !== undefined && untracked(this.draft)?.id !== found.id) untracked(() => this.take(found));
    });
  }

  protected async begin(): Promise<void> {
    if (!(await this.leaving.ask())) return;
    this.put(null);
    this.editor.begin(this.connections.selectedId() ?? '');
    this.preview.reset(false);
  }

  /** Shows a pipeline as it is now, which the list may not know yet. */
  protected async open(id: string): Promise<void> {
    const choice = ++this.choices;
    if (!(await this.leaving.ask())) return;
    const [count, draft] = [this.editor.count, this.draft()];
    const isCurrent = (): boolean => choice === this.choices && count === this.editor.count;
    if (!isCurrent()) return;
    try {
      const pipeline = await this.api.get(id);
      // What was typed meanwhile is not covered by the answer of before.
      const mayLeave = !isCurrent() || draft === this.draft() || (await this.leaving.ask());
      if (!mayLeave || !isCurrent()) return;
      this.take(pipeline);
      this.put(id);
    } catch (error) {
      if (isCurrent()) this.toasts.showFailure("The pipeline couldn't be opened", error);
      if (ApiProblem.from(error).code === 'pipeline-not-found') await this.list.load();
    }
  }

  protected addInput(): void {
    this.editor.addInput(this.connections.selectedId() ?? '');
  }

  protected async loadPreview(name: string): Promise<void> {
    const draft = this.editor.tryDraft();
    if (draft !== null) await this.preview.load(draft, name);
  }

  protected async save(): Promise<void> {
    if (!this.actions.isBusy('run')) await this.actions.run('save', () => this.store());
  }

  protected async runNow(): Promise<void> {
    if (this.actions.isBusy('save')) return;
    await this.actions.run('run', async () => {
      const { id = null, name = '' } = (this.editor.isDirty() ? await this.store() : this.draft()) ?? {};
      if (id !== null) await this.attempt(() => this.run.start({ id, name }));
    });
  }

  protected async cancelRun(): Promise<void> {
    await this.actions.run('cancel', () => this.attempt(() => this.run.cancel()));
  }

  protected async remove(): Promise<void> {
    const { id = null, name = '' } = this.draft() ?? {};
    if (id !== null) await this.actions.run('remove', () => this.removeSaved(name, id));
    else if (await this.leaving.ask()) this.clear();
  }

  private async removeSaved(name: string, id: string): Promise<void> {
    const isSure = await this.dialogs.confirm({
      heading: `Delete ${name}?`,
      text: 'Output files of earlier runs are kept.',
      action: 'Delete pipeline',
      isDangerous: true,
    });
    if (!isSure) return;
    await this.attempt(async () => {
      await this.api.remove(id).catch((error: unknown) => {
        // Deleted elsewhere: it only has to go from the list.
        if (ApiProblem.from(error).code !== 'pipeline-not-found') throw error;
      });
      // Before the editor is empty, which then shows the first of the list.
      this.list.update((list) => list.filter((one) => one.id !== id));
      const isOpen = this.draft()?.id === id;
      if (isOpen) this.clear();
      await this.list.load();
      if (isOpen) this.put(null);
    });
  }

  protected async importFile(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    input.value = '';
    if (file !== undefined && (await this.leaving.ask())) await this.actions.run('import', () => this.import(file));
  }

  private async import(file: File): Promise<void> {
    try {
      const [choice, count, draft] = [++this.choices, this.editor.count, this.draft()];
      const pipeline = await this.api.import(await file.text());
      this.showNotices(pipeline);
      await this.list.load();
      if (choice === this.choices && count === this.editor.count && draft === this.draft()) {
        this.take(pipeline);
        this.put(pipeline.id);
      } else this.toasts.show({ tone: 'success', title: `${pipeline.name} is imported` });
    } catch (error) {
      this.toasts.showFailure(`${file.name} couldn't be imported`, error);
    }
  }

  /** Saves the draft; null where it has mistakes or could not be saved. What is typed meanwhile stays in the editor. */
  private async store(): Promise<Pipeline | null> {
    const draft = this.editor.tryDraft();
    if (draft === null || draft.name.trim() === '') return null;
    const { count } = this.editor;
    let stored: Pipeline | null = null;
    await this.attempt(async () => {
      const input = { name: draft.name.trim(), definition: definitionOf(draft) };
      const { id, version } = draft;
      const pipeline = id === null ? await this.api.create(input) : await this.api.change(id, { ...input, version });
      stored = pipeline;
      if (count === this.editor.count) {
        this.editor.takeSaved(draft, pipeline);
        this.preview.reset(true);
      }
      this.showNotices(pipeline);
      await this.list.load();
      if (count === this.editor.count) this.put(pipeline.id);
    });
    return stored;
  }

  /** Shows why it failed, in the list too where the pipeline was changed or deleted elsewhere. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    const { count } = this.editor;
    try {
      await work();
    } catch (error) {
      const problem = ApiProblem.from(error);
      if (count === this.editor.count) this.fail(problem);
      if (CHANGED_ELSEWHERE.has(problem.code)) await this.list.load();
    }
  }

  private fail(problem: ApiProblem): void {
    if (problem.code !== 'pipeline-not-found') {
      this.editor.fail(problem);
      return;
    }
    this.editor.takeAsNew();
    this.put(null);
    const text = 'The pipeline was deleted elsewhere. Save it to make it again.';
    this.editor.fail(new ApiProblem(problem.code, problem.status, problem.title, text));
  }

  private showNotices({ name, notices = [] }: Pipeline): void {
    if (notices.length > 0) this.toasts.show({ tone: 'warn', title: `${name} is saved`, text: notices.join(' ') });
  }

  private take(pipeline: Pipeline): void {
    this.editor.take(pipeline);
    this.preview.reset(false);
  }

  private clear(): void {
    this.editor.clear();
    this.preview.reset(false);
  }

  private put(pipeline: string | null): void {
    const options = { queryParams: { pipeline }, queryParamsHandling: 'merge', replaceUrl: true } as const;
    void this.router.navigate([], { relativeTo: this.route, ...options });
  }
}
