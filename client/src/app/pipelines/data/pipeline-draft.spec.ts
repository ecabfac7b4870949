import { describe, expect, it } from '@jest/globals';
import {
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
import type { PipelinePart } from './pipeline-draft';

const DRAFT = { ...newDraft('shop'), name: 'x', steps: [{ name: 'step', sql: 'SELECT 1' }] };

describe('a draft of a pipeline', () => {
  it('begins with a query that is still to be written', () => {
    expect([...mistakesOf(newDraft('shop'))]).toEqual([['inputs/0/sql', 'Must be text.']]);
    expect([...mistakesOf(newDraft(''))].map(([place]) => place)).toEqual(['inputs/0/connection_id', 'inputs/0/sql']);
  });

  it('asks for another connection where one is not to be seen any more', () => {
    const [input] = newDraft('shop').inputs;
    const inputs = [{ ...input, name: 'a', kind: 'query', connection_id: null, sql: 'SELECT 1' } as const];
    const hidden = { ...DRAFT, inputs, output: { ...DRAFT.output, from: 'a' } };
    expect([...mistakesOf(hidden).keys()]).toEqual(['inputs/0/connection_id']);
  });

  it('gives names that are free', () => {
    expect([freeName(DRAFT, 'step'), freeName(DRAFT, 'table')]).toEqual(['step_2', 'table']);
    expect(tableNames(DRAFT)).toEqual(['input', 'step']);
  });

  it('takes the output along where its table is renamed', () => {
    expect(renamed(DRAFT, 'inputs', 0, 'orders').output.from).toBe('orders');
    expect(renamed(DRAFT, 'steps', 0, 'orders')).toMatchObject({
      output: { from: 'input' },
      steps: [{ name: 'orders' }],
    });
  });

  it('leaves the output alone where a name is typed through that of its table', () => {
    const { output } = DRAFT;
    const through = renamed(
      renamed({ ...DRAFT, output: { ...output, from: 'step' } }, 'inputs', 0, 'step'),
      'inputs',
      0,
      'step_a',
    );
    expect(through.output.from).toBe('step');
  });

  it.each(['query', 'file', 'output'] as const)('changes the kind of an input: %s', (kind) => {
    expect(inputOfKind('a', kind, 'shop')).toMatchObject({ name: 'a', kind });
  });

  it('takes a new input under a free name and leaves the output as it is', () => {
    const more = withNewInput(DRAFT, 'lake');
    expect(more.inputs.at(-1)).toEqual({ name: 'input_2', kind: 'query', connection_id: 'lake', sql: '' });
    expect(more.output).toEqual(DRAFT.output);
  });

  it('takes a new step that reads the last table and is the output', () => {
    const more = withNewStep(DRAFT);
    expect(more.steps.at(-1)).toEqual({ name: 'step_2', sql: 'SELECT * FROM step' });
    expect(more.output.from).toBe('step_2');
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
    const rest = withoutPart({ ...DRAFT, output: { ...DRAFT.output, from } }, part, 0);
    expect([rest.output.from, tableNames(rest)]).toEqual([left, names]);
  });

  it('has no output left without its last table', () => {
    expect(withoutPart(newDraft('shop'), 'inputs', 0).output.from).toBe('');
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
