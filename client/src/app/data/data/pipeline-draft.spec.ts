import { describe, expect, it } from '@jest/globals';
import { freeName, inputOfKind, mistakesOf, newDraft, renamed, tableNames } from './pipeline-draft';

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

  it.each(['query', 'file', 'output'] as const)('changes the kind of an input: %s', (kind) => {
    expect(inputOfKind('a', kind, 'shop')).toMatchObject({ name: 'a', kind });
  });
});
