import { Component, computed, effect, inject, signal, untracked } from '@angular/core';
import { toSignal } from '@angular/core/rxjs-interop';
import { ActivatedRoute, Router, RouterLink } from '@angular/router';
import type { Pipeline, PipelinePreview } from '#libs/api';
import { PIPELINE_FORMATS } from '#libs/pipelines';
import type { PipelineFormat, PipelineInput } from '#libs/pipelines';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ApiProblem } from '../shared/http/api-problem';
import { Loaded } from '../shared/http/loaded';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Icon } from '../shared/ui/icon/icon';
import { EmptyState } from '../shared/ui/state/empty-state';
import { FailedState } from '../shared/ui/state/failed-state';
import { LoadingState } from '../shared/ui/state/loading-state';
import { Toasts } from '../shared/ui/toast/toasts';
import {
  definitionOf,
  draftOf,
  freeName,
  inputOfKind,
  mistakesOf,
  newDraft,
  renamed,
  tableNames,
} from './data/pipeline-draft';
import type { PipelineDraft } from './data/pipeline-draft';
import { PipelinesApi } from './data/pipelines-api';
import { PreviewTable } from './ui/preview-table';

/** A one-time job needs a moment that is still to come when it arrives. */
const SOON_MS = 1500;

/** Pipelines: where rows come from, what is done with them, and the file that is made. */
@Component({
  selector: 'dw-data-page',
  imports: [EmptyState, FailedState, Icon, LoadingState, PreviewTable, RouterLink],
  templateUrl: './data-page.html',
  styleUrl: './data-page.css',
})
export class DataPage {
  private readonly api = inject(PipelinesApi);
  private readonly router = inject(Router);
  private readonly route = inject(ActivatedRoute);
  private readonly dialogs = inject(Dialogs);
  private readonly toasts = inject(Toasts);
  protected readonly connections = inject(ConnectionsStore);
  private readonly query = toSignal(this.route.queryParamMap, { requireSync: true });

  protected readonly formats = PIPELINE_FORMATS;
  protected readonly list = new Loaded(() => this.api.list());
  protected readonly jobs = new Loaded(() => this.api.jobs());
  protected readonly draft = signal<PipelineDraft | null>(null);
  protected readonly saved = signal<PipelineDraft | null>(null);
  protected readonly isDirty = computed(() => JSON.stringify(this.draft()) !== JSON.stringify(this.saved()));
  protected readonly mistakes = computed(() => {
    const draft = this.draft();
    return draft === null ? new Map<string, string>() : mistakesOf(draft);
  });
  protected readonly wasTried = signal(false);
  protected readonly names = computed(() => tableNames(this.draft() ?? newDraft('')));
  protected readonly preview = signal<PipelinePreview | null>(null);
  protected readonly previewFailure = signal<ApiProblem | null>(null);
  /** The table whose preview is on its way. */
  protected readonly running = signal<string | null>(null);
  protected readonly failure = signal<string | null>(null);
  private stop: AbortController | null = null;

  constructor() {
    void this.list.load();
    void this.jobs.load();
    effect(() => {
      const id = this.query().get('pipeline');
      const found = this.list.value()?.find((one) => one.id === id);
      if (found !== undefined && untracked(this.draft)?.id !== id) untracked(() => this.take(found));
    });
  }

  protected begin(): void {
    this.put(null);
    this.show(newDraft(this.connections.selectedId() ?? ''), null);
  }

  protected async open(pipeline: Pipeline): Promise<void> {
    if (this.isDirty() && this.draft() !== null && !(await this.mayLeave())) return;
    this.take(pipeline);
    this.put(pipeline.id);
  }

  protected edit(change: Partial<PipelineDraft>): void {
    this.draft.update((draft) => draft && { ...draft, ...change });
    this.failure.set(null);
  }

  protected rename(part: 'inputs' | 'steps', place: number, name: string): void {
    this.draft.update((draft) => draft && renamed(draft, part, place, name));
  }

  protected addInput(): void {
    const draft = this.draft();
    if (draft === null) return;
    const connectionId = this.connections.selectedId() ?? '';
    this.edit({ inputs: [...draft.inputs, inputOfKind(freeName(draft, 'input'), 'query', connectionId)] });
  }

  protected pickKind(place: number, kind: string): void {
    const found = (['query', 'file', 'output'] as const).find((one) => one === kind) ?? 'query';
    this.changeInput(place, (input) => inputOfKind(input.name, found, this.connections.selectedId() ?? ''));
  }

  protected changeInput(place: number, change: (input: PipelineInput) => PipelineInput): void {
    const draft = this.draft();
    if (draft !== null) this.edit({ inputs: draft.inputs.map((input, at) => (at === place ? change(input) : input)) });
  }

  protected setInput(place: number, field: 'connection_id' | 'sql' | 'path' | 'job_id', value: string): void {
    this.changeInput(place, (input) => ({ ...input, [field]: value }));
  }

  protected addStep(): void {
    const draft = this.draft();
    if (draft === null) return;
    const name = freeName(draft, 'step');
    const sql = `SELECT * FROM ${this.names().at(-1) ?? 'input'}`;
    this.edit({ steps: [...draft.steps, { name, sql }], output: { ...draft.output, from: name } });
  }

  protected setStep(place: number, sql: string): void {
    const draft = this.draft();
    if (draft !== null) this.edit({ steps: draft.steps.map((step, at) => (at === place ? { ...step, sql } : step)) });
  }

  protected discard(part: 'inputs' | 'steps', place: number): void {
    const draft = this.draft();
    if (draft === null) return;
    const rest = draft[part].filter((_, at) => at !== place);
    const names = tableNames({ ...draft, [part]: rest });
    const from = names.includes(draft.output.from) ? draft.output.from : (names.at(-1) ?? '');
    this.edit({ [part]: rest, output: { ...draft.output, from } });
  }

  protected setOutput(change: Partial<PipelineDraft['output']>): void {
    const draft = this.draft();
    if (draft !== null) this.edit({ output: { ...draft.output, ...change } });
  }

  protected pickFormat(format: string): void {
    this.setOutput({ format: this.formats.find((one) => one === format) ?? ('parquet' satisfies PipelineFormat) });
  }

  protected tableOf(name: string): PipelinePreview['tables'][number] | null {
    return this.preview()?.tables.find((table) => table.name === name) ?? null;
  }

  /** The rows in sight, which are those of the table that was asked for. */
  protected rowsOf(name: string): readonly (readonly (string | null)[])[] {
    const preview = this.preview();
    return preview?.tables.at(-1)?.name === name ? preview.rows : [];
  }

  /** What is wrong with a part, once something was tried with it. */
  protected mistakeAt(part: string): string | null {
    const found = [...this.mistakes()].find(([place]) => place.startsWith(`${part}/`));
    if (found === undefined) return null;
    return this.wasTried() || this.isHidden(part) ? found[1] : null;
  }

  /** Shows that an input's connection is gone before a person tries it. */
  private isHidden(part: string): boolean {
    const input = this.draft()?.inputs[Number(part.split('/')[1])];
    return part.startsWith('inputs/') && input?.kind === 'query' && input.connection_id === null;
  }

  protected async look(name: string): Promise<void> {
    const draft = this.draft();
    this.wasTried.set(true);
    if (draft === null || this.mistakes().size > 0) return;
    this.stop?.abort();
    const stop = new AbortController();
    this.stop = stop;
    this.running.set(name);
    this.previewFailure.set(null);
    try {
      this.preview.set(await this.api.preview(definitionOf(draft), name, draft.id, stop.signal));
    } catch (error) {
      this.previewFailure.set(ApiProblem.from(error));
    } finally {
      if (this.stop === stop) this.running.set(null);
    }
  }

  protected cancelLook(): void {
    this.stop?.abort();
    this.stop = null;
    this.running.set(null);
  }

  protected async save(): Promise<Pipeline | null> {
    const draft = this.draft();
    this.wasTried.set(true);
    if (draft === null || this.mistakes().size > 0 || draft.name.trim() === '') return null;
    try {
      const input = { name: draft.name.trim(), definition: definitionOf(draft) };
      const { id, version } = draft;
      const pipeline = id === null ? await this.api.create(input) : await this.api.change(id, { ...input, version });
      this.take(pipeline, true);
      this.showNotices(pipeline);
      await this.list.load();
      this.put(pipeline.id);
      return pipeline;
    } catch (error) {
      this.failure.set(ApiProblem.from(error).detail);
      return null;
    }
  }

  protected async runNow(): Promise<void> {
    const pipeline = this.isDirty()
      ? await this.save()
      : (this.list.value()?.find(({ id }) => id === this.draft()?.id) ?? null);
    if (pipeline === null) return;
    try {
      await this.api.runOnce(pipeline, new Date(Date.now() + SOON_MS));
      this.toasts.show({
        ...{ tone: 'success', title: `${pipeline.name} runs now` },
        text: 'Find its file on the Jobs page.',
      });
    } catch (error) {
      this.failure.set(ApiProblem.from(error).detail);
    }
  }

  protected async remove(): Promise<void> {
    const draft = this.draft();
    if (!draft?.id) {
      this.draft.set(null);
      return;
    }
    const isSure = await this.dialogs.confirm({
      heading: `Delete ${draft.name}?`,
      text: 'Output files of earlier runs are kept.',
      action: 'Delete pipeline',
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await this.api.remove(draft.id);
      this.show(null, null);
      this.put(null);
      await this.list.load();
    } catch (error) {
      this.failure.set(ApiProblem.from(error).detail);
    }
  }

  protected async importFile(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    input.value = '';
    if (file === undefined) return;
    try {
      const pipeline = await this.api.import(await file.text());
      this.showNotices(pipeline);
      await this.list.load();
      this.take(pipeline);
      this.put(pipeline.id);
    } catch (error) {
      this.toasts.show({
        tone: 'danger',
        title: `${file.name} could not be imported`,
        text: ApiProblem.from(error).detail,
      });
    }
  }

  private showNotices({ name, notices = [] }: Pipeline): void {
    if (notices.length > 0) this.toasts.show({ tone: 'warn', title: `${name} is saved`, text: notices.join(' ') });
  }

  private mayLeave(): Promise<boolean> {
    const text = 'Unsaved changes are lost.';
    return this.dialogs.confirm({ heading: 'Leave without saving?', text, action: 'Leave', isDangerous: true });
  }

  private take(pipeline: Pipeline, keepsPreview = false): void {
    const preview = this.preview();
    this.show(draftOf(pipeline), draftOf(pipeline));
    if (keepsPreview) this.preview.set(preview);
  }

  private show(draft: PipelineDraft | null, saved: PipelineDraft | null): void {
    this.cancelLook();
    this.draft.set(draft);
    this.saved.set(saved);
    this.preview.set(null);
    this.previewFailure.set(null);
    this.failure.set(null);
    this.wasTried.set(false);
  }

  private put(pipeline: string | null): void {
    const options = { queryParams: { pipeline }, queryParamsHandling: 'merge', replaceUrl: true } as const;
    void this.router.navigate([], { relativeTo: this.route, ...options });
  }
}
