import { Component, computed, effect, inject, signal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute } from '@angular/router';
import type { Pipeline } from '#libs/api';
import type { PipelineInput } from '#libs/pipelines';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ApiProblem } from '../shared/http/api-problem';
import { BusyActions } from '../shared/http/busy-actions';
import { Loaded } from '../shared/http/loaded';
import { PageRouter } from '../shared/navigation/page-router';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { ElapsedSeconds } from '../shared/ui/elapsed-seconds';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { Toasts } from '../shared/ui/toast/toasts';
import { keepTyped } from '../shared/unsaved/keep-typed';
import { LeaveQuestion } from '../shared/unsaved/leave-guard';
import { holdUnsaved } from '../shared/unsaved/unsaved-forms';
import {
  definitionOf,
  draftOf,
  mistakesOf,
  newDraft,
  pipelineName,
  renamed,
  shownMistakes,
  tableNames,
  withInput,
  withNewInput,
  withNewStep,
  withoutPart,
  withStepSql,
} from './data/pipeline-draft';
import type { PipelineDraft, PipelinePart } from './data/pipeline-draft';
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

/** Pipelines: where rows come from, what is done with them, and the file that is made. */
@Component({
  selector: 'dw-data-page',
  imports: [
    ...[ElapsedSeconds, EmptyState, Icon, PipelineBar, PipelineInputPart, PipelineList],
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
  protected readonly draft = signal<PipelineDraft | null>(null);
  protected readonly saved = signal<PipelineDraft | null>(null);
  /** The new pipeline as it begins. */
  private readonly untouched = signal<PipelineDraft | null>(null);
  private readonly isEmpty = computed(() => this.draft() === null);
  protected readonly isDirty = computed(() => JSON.stringify(this.draft()) !== JSON.stringify(this.saved()));
  protected readonly wasTried = signal(false);
  protected readonly isNameMissing = computed(() => this.wasTried() && this.draft()?.name.trim() === '');
  protected readonly mistakes = computed(() => shownMistakes(this.draft() ?? newDraft(''), this.wasTried()));
  protected readonly names = computed(() => tableNames(this.draft() ?? newDraft('')));
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
  protected readonly failure = signal<string | null>(null);
  protected readonly actions = new BusyActions<'save' | 'run' | 'cancel' | 'remove' | 'import'>();
  /** Counts the pipelines that were put into the editor, so that an answer for an earlier one is recognized. */
  private shown = 0;

  constructor() {
    holdUnsaved({ name: () => pipelineName(this.draft()), isDirty: () => this.hasEdits() });
    void this.list.load();
    void this.jobs.load();
    effect(() => {
      const id = this.query().get('pipeline');
      const pipelines = this.list.value() ?? [];
      // With none in the address and nothing in the editor, the first one is shown.
      const found = id === null && this.isEmpty() ? pipelines[0] : pipelines.find((one) => one.id === id);
      if (found !== undefined && untracked(this.draft)?.id !== found.id) untracked(() => this.take(found));
    });
  }

  protected async begin(): Promise<void> {
    if (!(await this.leaving.ask())) return;
    this.put(null);
    this.untouched.set(newDraft(this.connections.selectedId() ?? ''));
    this.show(this.untouched(), null);
  }

  protected async open(pipeline: Pipeline): Promise<void> {
    if (!(await this.leaving.ask())) return;
    this.take(pipeline);
    this.put(pipeline.id);
  }

  protected change(change: Partial<PipelineDraft>): void {
    this.edit((draft) => ({ ...draft, ...change }));
  }

  protected rename(part: PipelinePart, place: number, name: string): void {
    this.draft.update((draft) => draft && renamed(draft, part, place, name));
  }

  protected addInput(): void {
    this.edit((draft) => withNewInput(draft, this.connections.selectedId() ?? ''));
  }

  protected changeInput(place: number, input: PipelineInput): void {
    this.edit((draft) => withInput(draft, place, input));
  }

  protected addStep(): void {
    this.edit(withNewStep);
  }

  protected changeStepSql(place: number, sql: string): void {
    this.edit((draft) => withStepSql(draft, place, sql));
  }

  protected removePart(part: PipelinePart, place: number): void {
    this.edit((draft) => withoutPart(draft, part, place));
  }

  protected changeOutput(change: Partial<PipelineDraft['output']>): void {
    this.edit((draft) => ({ ...draft, output: { ...draft.output, ...change } }));
  }

  protected async loadPreview(name: string): Promise<void> {
    const draft = this.tryDraft();
    if (draft !== null) await this.preview.load(draft, name);
  }

  protected async save(): Promise<void> {
    if (!this.actions.isBusy('run')) await this.actions.run('save', () => this.store());
  }

  protected async runNow(): Promise<void> {
    if (this.actions.isBusy('save')) return;
    await this.actions.run('run', async () => {
      const pipeline = this.isDirty() ? await this.store() : this.openPipeline();
      if (pipeline !== null) await this.attempt(() => this.run.start(pipeline));
    });
  }

  protected async cancelRun(): Promise<void> {
    await this.actions.run('cancel', () => this.attempt(() => this.run.cancel()));
  }

  protected async remove(): Promise<void> {
    const { id = null, name = '' } = this.draft() ?? {};
    if (id !== null) await this.actions.run('remove', () => this.removeSaved(name, id));
    else if (await this.leaving.ask()) this.show(null, null);
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
      await this.api.remove(id);
      const isOpen = this.draft()?.id === id;
      if (isOpen) this.show(null, null);
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
      const [shown, draft] = [this.shown, this.draft()];
      const pipeline = await this.api.import(await file.text());
      this.showNotices(pipeline);
      await this.list.load();
      if (shown === this.shown && draft === this.draft()) {
        this.take(pipeline);
        this.put(pipeline.id);
      } else this.toasts.show({ tone: 'success', title: `${pipeline.name} is imported` });
    } catch (error) {
      this.toasts.showFailure(`${file.name} couldn't be imported`, error);
    }
  }

  /** Saves the draft; null where it has mistakes or could not be saved. What is typed meanwhile stays in the editor. */
  private async store(): Promise<Pipeline | null> {
    const draft = this.tryDraft();
    if (draft === null || draft.name.trim() === '') return null;
    const { shown } = this;
    let stored: Pipeline | null = null;
    await this.attempt(async () => {
      const input = { name: draft.name.trim(), definition: definitionOf(draft) };
      const { id, version } = draft;
      const pipeline = id === null ? await this.api.create(input) : await this.api.change(id, { ...input, version });
      if (shown === this.shown) this.takeSaved(draft, pipeline);
      this.showNotices(pipeline);
      await this.list.load();
      if (shown === this.shown) this.put(pipeline.id);
      stored = pipeline;
    });
    return stored;
  }

  private openPipeline(): Pipeline | null {
    return this.list.value()?.find(({ id }) => id === this.draft()?.id) ?? null;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.failure.set(ApiProblem.from(error).detail);
    }
  }

  private edit(change: (draft: PipelineDraft) => PipelineDraft): void {
    this.draft.update((draft) => draft && change(draft));
    this.failure.set(null);
  }

  /** The draft where it has no mistakes, else null; shows its mistakes from now on. */
  private tryDraft(): PipelineDraft | null {
    const draft = this.draft();
    this.wasTried.set(true);
    return draft !== null && mistakesOf(draft).size === 0 ? draft : null;
  }

  private showNotices({ name, notices = [] }: Pipeline): void {
    if (notices.length > 0) this.toasts.show({ tone: 'warn', title: `${name} is saved`, text: notices.join(' ') });
  }

  /** A new pipeline without an edit is no loss. */
  private hasEdits(): boolean {
    const draft = this.draft();
    if (draft === null) return false;
    return JSON.stringify(draft) !== JSON.stringify(this.saved() ?? this.untouched());
  }

  private takeSaved(sent: PipelineDraft, pipeline: Pipeline): void {
    const saved = draftOf(pipeline);
    this.draft.update((draft) => draft && keepTyped(sent, draft, saved));
    this.saved.set(saved);
    this.preview.reset(true);
    this.failure.set(null);
    this.wasTried.set(false);
  }

  private take(pipeline: Pipeline): void {
    this.show(draftOf(pipeline), draftOf(pipeline));
  }

  private show(draft: PipelineDraft | null, saved: PipelineDraft | null): void {
    this.shown += 1;
    this.draft.set(draft);
    this.saved.set(saved);
    this.preview.reset(false);
    this.failure.set(null);
    this.wasTried.set(false);
  }

  private put(pipeline: string | null): void {
    const options = { queryParams: { pipeline }, queryParamsHandling: 'merge', replaceUrl: true } as const;
    void this.router.navigate([], { relativeTo: this.route, ...options });
  }
}
