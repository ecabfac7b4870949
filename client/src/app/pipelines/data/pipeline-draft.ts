import type { Pipeline } from '#libs/api';
import { readPipeline } from '#libs/pipelines';
import type { PipelineDefinition, PipelineFormat, PipelineInput, PipelineStep } from '#libs/pipelines';

/** A pipeline while it is being typed. */
export interface PipelineDraft {
  /** Null before it was saved. */
  readonly id: string | null;
  readonly version: number;
  readonly name: string;
  readonly inputs: readonly PipelineInput[];
  readonly steps: readonly PipelineStep[];
  readonly output: DraftOutput;
}

/** The output of a draft. Its table is known by its place: while a name is typed, two tables may have the same. */
export interface DraftOutput {
  /** The place in `tableNames`; -1 for none. */
  readonly at: number;
  readonly format: PipelineFormat;
  readonly name: string;
}

/** The lists of a draft whose entries become tables. */
export type PipelinePart = 'inputs' | 'steps';

/** What a new pipeline begins with. */
export function newDraft(connectionId: string): PipelineDraft {
  return {
    ...{ id: null, version: 0, name: '' },
    inputs: [{ name: 'input', kind: 'query', connection_id: connectionId, sql: '' }],
    steps: [],
    output: { at: 0, format: 'parquet', name: 'output' },
  };
}

/** A saved pipeline as a draft. */
export function draftOf({ id, version, name, definition }: Pipeline): PipelineDraft {
  const { inputs, steps, output } = definition;
  const { from, ...file } = output;
  const at = tableNames(definition).indexOf(from);
  return { id, version, name, inputs, steps, output: { at, ...file } };
}

/** What a question before changes are lost calls it. */
export function pipelineName(draft: PipelineDraft | null): string {
  const name = draft?.name.trim() ?? '';
  return name === '' ? 'the new pipeline' : name;
}

/** What is sent of a draft. */
export function definitionOf(draft: PipelineDraft): PipelineDefinition {
  const { inputs, steps, output } = draft;
  const { at, ...file } = output;
  return { inputs, steps, output: { from: tableNames(draft)[at] ?? '', ...file } };
}

/** The names of the tables, in the order in which they are made. */
export function tableNames({ inputs, steps }: Pick<PipelineDraft, PipelinePart>): string[] {
  return [...inputs, ...steps].map(({ name }) => name);
}

/** A name that is free: `step`, `step_2` and so on. */
export function freeName(draft: PipelineDraft, base: string): string {
  const taken = new Set(tableNames(draft).map((name) => name.toLowerCase()));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}_${count}`;
    if (!taken.has(name)) return name;
  }
}

/** What is wrong with a draft, a sentence for each place: `inputs/0/name`, `steps/1/sql`, `output/from`. */
export function mistakesOf(draft: PipelineDraft): ReadonlyMap<string, string> {
  const reading = readPipeline(definitionOf(draft));
  if (reading.kind === 'valid') return hiddenConnectionsOf(draft);
  return new Map(reading.errors.map(({ pointer, detail }) => [pointer.slice(1), sentence(detail)]));
}

/** A connection that one may not see any more has to be another one before anything is made of it. */
function hiddenConnectionsOf({ inputs }: PipelineDraft): ReadonlyMap<string, string> {
  const text = 'You no longer have access to its connection. Choose another one.';
  return new Map(
    inputs.flatMap((input, at) =>
      input.kind === 'query' && input.connection_id === null ? [[`inputs/${at}/connection_id`, text]] : [],
    ),
  );
}

/** An input of another kind under the same name. */
export function inputOfKind(name: string, kind: PipelineInput['kind'], connectionId: string): PipelineInput {
  if (kind === 'file') return { name, kind, path: '' };
  return kind === 'output' ? { name, kind, job_id: '' } : { name, kind: 'query', connection_id: connectionId, sql: '' };
}

/** The draft with one input or step renamed. */
export function renamed(draft: PipelineDraft, part: PipelinePart, place: number, name: string): PipelineDraft {
  return { ...draft, [part]: draft[part].map((one, at) => (at === place ? { ...one, name } : one)) };
}

/** The draft with one more input, a query on the connection. */
export function withNewInput(draft: PipelineDraft, connectionId: string): PipelineDraft {
  const inputs = [...draft.inputs, inputOfKind(freeName(draft, 'input'), 'query', connectionId)];
  const { at } = draft.output;
  return { ...draft, inputs, output: { ...draft.output, at: at < draft.inputs.length ? at : at + 1 } };
}

/** The draft with one more step, which reads the last table and becomes the output. */
export function withNewStep(draft: PipelineDraft): PipelineDraft {
  const names = tableNames(draft);
  const step = { name: freeName(draft, 'step'), sql: `SELECT * FROM ${names.at(-1) ?? 'input'}` };
  return { ...draft, steps: [...draft.steps, step], output: { ...draft.output, at: names.length } };
}

/** The draft with another input in one place. */
export function withInput(draft: PipelineDraft, place: number, input: PipelineInput): PipelineDraft {
  return { ...draft, inputs: draft.inputs.map((one, at) => (at === place ? input : one)) };
}

/** The draft with other SQL in one step. */
export function withStepSql(draft: PipelineDraft, place: number, sql: string): PipelineDraft {
  return { ...draft, steps: draft.steps.map((step, at) => (at === place ? { ...step, sql } : step)) };
}

/** The draft without one input or step; the last table becomes the output if the removed one was. */
export function withoutPart(draft: PipelineDraft, part: PipelinePart, place: number): PipelineDraft {
  const changed = { ...draft, [part]: draft[part].filter((_, at) => at !== place) };
  const removed = part === 'inputs' ? place : draft.inputs.length + place;
  const { at } = draft.output;
  const last = tableNames(changed).length - 1;
  return { ...changed, output: { ...draft.output, at: at === removed ? last : at - (at > removed ? 1 : 0) } };
}

/**
 * The mistake to show at each input and step, or null. Before the first preview or save that is only a connection that
 * is no longer accessible.
 */
export function shownMistakes(draft: PipelineDraft, wasTried: boolean): Record<PipelinePart, (string | null)[]> {
  const mistakes = [...mistakesOf(draft)];
  const mistakeAt = (part: PipelinePart, place: number): string | null =>
    mistakes.find(([pointer]) => pointer.startsWith(`${part}/${place}/`))?.[1] ?? null;
  return {
    inputs: draft.inputs.map((input, at) => (wasTried || isHidden(input) ? mistakeAt('inputs', at) : null)),
    steps: draft.steps.map((_, at) => (wasTried ? mistakeAt('steps', at) : null)),
  };
}

function isHidden(input: PipelineInput): boolean {
  return input.kind === 'query' && input.connection_id === null;
}

function sentence(detail: string): string {
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
}
