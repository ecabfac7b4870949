import { describe, expect, it } from '@jest/globals';
import {
  definitionOf,
  draftOf,
  freeName,
  inputOfKind,
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
import type { PipelineDraft, PipelinePart } from './pipeline-draft';

const DRAFT = { ...newDraft('shop'), name: 'x', steps: [{ name: 'step', sql: 'SELECT 1' }] };

const outputOf = (draft: PipelineDraft): string => definitionOf(draft).output.from;

describe('a draft of a pipeline', () => {
  it('begins with a query that is still to be written', () => {
    expect([...mistakesOf(newDraft('shop'))]).toEqual([['inputs/0/sql', 'Must be text.']]);
    expect([...mistakesOf(newDraft(''))].map(([place]) => place)).toEqual(['inputs/0/connection_id', 'inputs/0/sql']);
  });

  it('asks for another connection where one is not to be seen any more', () => {
    const [input] = newDraft('shop').inputs;
    const inputs = [{ ...input, name: 'a', kind: 'query', connection_id: null, sql: 'SELECT 1' } as const];
    const hidden = { ...DRAFT, inputs };
    expect([...mistakesOf(hidden).keys()]).toEqual(['inputs/0/connection_id']);
  });

  it('gives names that are free', () => {
    expect([freeName(DRAFT, 'step'), freeName(DRAFT, 'table')]).toEqual(['step_2', 'table']);
    expect(tableNames(DRAFT)).toEqual(['input', 'step']);
  });

  it('takes the output along where its table is renamed', () => {
    expect(outputOf(renamed(DRAFT, 'inputs', 0, 'orders'))).toBe('orders');
    const other = renamed(DRAFT, 'steps', 0, 'orders');
    expect([outputOf(other), tableNames(other)]).toEqual(['input', ['input', 'orders']]);
  });

  it.each<[number, PipelinePart, number, string[], string]>([
    [1, 'inputs', 0, ['step', 'step_a'], 'step'],
    [2, 'steps', 1, ['step_', 'step', 'step_', 'step_f', 'step_fi'], 'step_fi'],
    [1, 'steps', 1, ['step_', 'step', 'step_', 'step_f', 'step_fi'], 'step'],
    [0, 'inputs', 0, ['step', 'step_2', 'step_2a'], 'step_2a'],
  ])('keeps the output at %i where the name of %s %i is typed as %j', (at, part, place, typed, from) => {
    const draft = { ...withNewStep(DRAFT), output: { ...DRAFT.output, at } };
    expect(outputOf(typed.reduce((before, name) => renamed(before, part, place, name), draft))).toBe(from);
  });

  it('reads the output of a saved pipeline and sends it as it was', () => {
    const definition = definitionOf({ ...DRAFT, output: { ...DRAFT.output, at: 1 } });
    expect(definition.output).toEqual({ from: 'step', format: 'parquet', name: 'output' });
    const saved = { id: 'a', version: 2, name: 'x', definition, created_at: '', updated_at: '' };
    expect(definitionOf(draftOf(saved))).toEqual(definition);
  });

  it.each(['query', 'file', 'output'] as const)('changes the kind of an input: %s', (kind) => {
    expect(inputOfKind('a', kind, 'shop')).toMatchObject({ name: 'a', kind });
  });

  it('takes a new input under a free name and leaves the output as it is', () => {
    const more = withNewInput(DRAFT, 'lake');
    expect(more.inputs.at(-1)).toEqual({ name: 'input_2', kind: 'query', connection_id: 'lake', sql: '' });
    expect(outputOf(more)).toBe('input');
    expect(outputOf(withNewInput(withNewStep(DRAFT), 'lake'))).toBe('step_2');
  });

  it('takes a new step that reads the last table and is the output', () => {
    const more = withNewStep(DRAFT);
    expect(more.steps.at(-1)).toEqual({ name: 'step_2', sql: 'SELECT * FROM step' });
    expect(outputOf(more)).toBe('step_2');
    expect(withNewStep({ ...DRAFT, inputs: [], steps: [] }).steps).toEqual([
      { name: 'step', sql: 'SELECT * FROM input' },
    ]);
  });

  it('changes one input or the SQL of one step', () => {
    const file = { name: 'input', kind: 'file', path: '/srv/a.csv' } as const;
    expect(withInput(withNewInput(DRAFT, 'shop'), 0, file).inputs.map(({ kind }) => kind)).toEqual(['file', 'query']);
    expect(withStepSql(withNewStep(DRAFT), 1, 'SELECT 2').steps.map(({ sql }) => sql)).toEqual([
      'SELECT 1',
      'SELECT 2',
    ]);
  });

  it.each<[string, PipelinePart, string, string[]]>([
    ['step', 'steps', 'input', ['input']],
    ['input', 'steps', 'input', ['input']],
    ['input', 'inputs', 'step', ['step']],
    ['step', 'inputs', 'step', ['step']],
  ])('with the output %s, without the first of its %s, makes %s', (from, part, left, names) => {
    const at = tableNames(DRAFT).indexOf(from);
    const rest = withoutPart({ ...DRAFT, output: { ...DRAFT.output, at } }, part, 0);
    expect([outputOf(rest), tableNames(rest)]).toEqual([left, names]);
  });

  it('has no output left without its last table', () => {
    expect(outputOf(withoutPart(newDraft('shop'), 'inputs', 0))).toBe('');
  });

  it.each<[string | null, string, boolean, (string | null)[]]>([
    ['shop', '', false, [null]],
    ['shop', '', true, ['Must be text.']],
    ['shop', 'SELECT 1', true, [null]],
    [null, 'SELECT 1', false, ['You no longer have access to its connection. Choose another one.']],
  ])('with an input on %j and the SQL %j, tried: %s, shows %j', (connectionId, sql, wasTried, shown) => {
    const inputs = [{ name: 'input', kind: 'query', connection_id: connectionId, sql } as const];
    expect(shownMistakes({ ...DRAFT, inputs }, wasTried)).toEqual({ inputs: shown, steps: [null] });
  });
});
