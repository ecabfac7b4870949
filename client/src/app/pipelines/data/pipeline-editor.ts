import { computed, signal } from '@angular/core';
import type { Pipeline } from '#libs/api';
import type { PipelineInput } from '#libs/pipelines';
import type { ApiProblem } from '../../shared/http/api-problem';
import { keepTyped } from '../../shared/unsaved/keep-typed';
import {
  draftOf,
  mistakesOf,
  newDraft,
  renamed,
  shownMistakes,
  tableNames,
  withInput,
  withNewInput,
  withNewStep,
  withoutPart,
  withStepSql,
} from './pipeline-draft';
import type { DraftOutput, PipelineDraft, PipelinePart } from './pipeline-draft';

/** The pipeline that is edited: what is typed, what is saved, and why it could not be saved or run. */
export class PipelineEditor {
  private readonly current = signal<PipelineDraft | null>(null);
  private readonly saved = signal<PipelineDraft | null>(null);
  /** The new pipeline as it begins. */
  private readonly untouched = signal<PipelineDraft | null>(null);
  private readonly wasTried = signal(false);
  private readonly problem = signal<ApiProblem | null>(null);
  private shown = 0;

  /** What is typed; null for no pipeline. */
  readonly draft = this.current.asReadonly();
  readonly failure = this.problem.asReadonly();
  readonly isEmpty = computed(() => this.draft() === null);
  readonly isDirty = computed(() => JSON.stringify(this.draft()) !== JSON.stringify(this.saved()));
  readonly isNameMissing = computed(() => this.wasTried() && this.draft()?.name.trim() === '');
  readonly mistakes = computed(() => shownMistakes(this.draft() ?? newDraft(''), this.wasTried()));
  readonly names = computed(() => tableNames(this.draft() ?? newDraft('')));

  /** Counts the pipelines that were put into the editor, so that an answer for an earlier one is recognized. */
  get count(): number {
    return this.shown;
  }

  /** A new pipeline without an edit is no loss. */
  hasEdits(): boolean {
    const draft = this.draft();
    if (draft === null) return false;
    return JSON.stringify(draft) !== JSON.stringify(this.saved() ?? this.untouched());
  }

  begin(connectionId: string): void {
    this.untouched.set(newDraft(connectionId));
    this.show(this.untouched(), null);
  }

  take(pipeline: Pipeline): void {
    this.show(draftOf(pipeline), draftOf(pipeline));
  }

  clear(): void {
    this.show(null, null);
  }

  /** Takes what was saved of `sent`; what is typed meanwhile stays. */
  takeSaved(sent: PipelineDraft, pipeline: Pipeline): void {
    const saved = draftOf(pipeline);
    this.current.update((draft) => draft && keepTyped(sent, draft, saved));
    this.saved.set(saved);
    this.problem.set(null);
    this.wasTried.set(false);
  }

  /** The pipeline is gone: what is in the editor is a new one, which can be saved. */
  takeAsNew(): void {
    this.current.update((draft) => draft && { ...draft, id: null, version: 0 });
    this.saved.set(null);
  }

  fail(problem: ApiProblem | null): void {
    this.problem.set(problem);
  }

  /** The draft where it has no mistakes, else null; shows its mistakes from now on. */
  tryDraft(): PipelineDraft | null {
    const draft = this.draft();
    this.wasTried.set(true);
    return draft !== null && mistakesOf(draft).size === 0 ? draft : null;
  }

  change(change: Partial<PipelineDraft>): void {
    this.edit((draft) => ({ ...draft, ...change }));
  }

  rename(part: PipelinePart, place: number, name: string): void {
    this.current.update((draft) => draft && renamed(draft, part, place, name));
  }

  addInput(connectionId: string): void {
    this.edit((draft) => withNewInput(draft, connectionId));
  }

  changeInput(place: number, input: PipelineInput): void {
    this.edit((draft) => withInput(draft, place, input));
  }

  addStep(): void {
    this.edit(withNewStep);
  }

  changeStepSql(place: number, sql: string): void {
    this.edit((draft) => withStepSql(draft, place, sql));
  }

  removePart(part: PipelinePart, place: number): void {
    this.edit((draft) => withoutPart(draft, part, place));
  }

  changeOutput(change: Partial<DraftOutput>): void {
    this.edit((draft) => ({ ...draft, output: { ...draft.output, ...change } }));
  }

  /** An edit may mend what failed, but not that another version was saved. */
  private edit(change: (draft: PipelineDraft) => PipelineDraft): void {
    this.current.update((draft) => draft && change(draft));
    this.problem.update((problem) => (problem?.code === 'changed-meanwhile' ? problem : null));
  }

  private show(draft: PipelineDraft | null, saved: PipelineDraft | null): void {
    this.shown += 1;
    this.current.set(draft);
    this.saved.set(saved);
    this.problem.set(null);
    this.wasTried.set(false);
  }
}
