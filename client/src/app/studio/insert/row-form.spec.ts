import { describe, expect, it } from '@jest/globals';
import type { ColumnDetails } from '#libs/api';
import { ApiProblem } from '../../shared/http/api-problem';
import { RowForm } from './row-form';

const column = (name: string, change: Partial<ColumnDetails> = {}): ColumnDetails => ({
  ...{
    name,
    type: 'text',
    kind: 'text',
    nullable: true,
    default: null,
    is_generated: false,
    identity: null,
    comment: null,
  },
  ...change,
});
const form = (): RowForm =>
  new RowForm(
    {
      columns: [
        column('id', { identity: 'always', nullable: false }),
        column('code', { nullable: false }),
        column('note', { default: "'none'" }),
        column('price', { kind: 'decimal', type: 'numeric' }),
        column('mood', { choices: ['sad', 'ok'], nullable: false }),
      ],
    },
    'postgres',
  );
const refused = (errors: { pointer: string; detail: string }[]): ApiProblem =>
  new ApiProblem('row-refused', 422, 'The database refused the row', 'It said no.', errors);

describe('RowForm', () => {
  it('asks for what takes a value, and begins with the default, NULL or nothing', () => {
    const { columns } = form();
    expect(columns.map(({ name }) => name)).toEqual(['code', 'note', 'price', 'mood']);
    const sources = columns.map(({ name }) => form().entry(name).source);
    expect(sources).toEqual(['value', 'default', 'null', 'value']);
  });

  it('sends an empty string, NULL, and leaves out what takes its default', () => {
    const row = form();
    row.type('mood', 'ok');
    row.choose('code', 'empty');
    expect(row.values()).toEqual({ code: '', price: null, mood: 'ok' });
    row.choose('note', 'null');
    row.type('price', ' 1.50 ');
    expect(row.values()).toEqual({ code: '', note: null, price: '1.50', mood: 'ok' });
    row.choose('note', 'empty');
    expect(row.values()).toMatchObject({ note: '' });
  });

  it('never takes a field without a value for an empty string', () => {
    const row = form();
    row.type('mood', 'ok');
    expect(row.values()).toBeNull();
    expect([...row.errors()]).toEqual([['code', 'Enter a value, or choose Empty.']]);
    row.type('code', 'x');
    row.type('code', '');
    expect(row.values()).toBeNull();
    row.choose('note', 'value');
    expect(row.errors().get('note')).toBe('Enter a value, or choose Empty, NULL or Default.');
  });

  it('is an INSERT of what was typed, also where it cannot be sent yet', () => {
    const row = form();
    row.type('price', '1,5');
    row.type('note', "it's");
    expect(row.sql({ schema: 'public', table: 'orders' })).toBe(
      "INSERT INTO public.orders (\n  code,\n  note,\n  price,\n  mood\n) VALUES (\n  :code, -- text\n  'it''s', -- text\n  '1,5', -- numeric\n  :mood -- text\n);\n",
    );
  });

  it('shows a mistake once its field was left, and all of them once it was tried to send', () => {
    const row = form();
    row.type('price', '1,5');
    expect(row.errors().size).toBe(0);
    row.leave('price');
    row.leave('mood');
    expect([...row.errors().keys()]).toEqual(['price']);
    expect(row.values()).toBeNull();
    expect([...row.errors()]).toEqual([
      ['code', 'Enter a value, or choose Empty.'],
      ['price', '“1,5” is not a number.'],
      ['mood', 'Choose a value.'],
    ]);
    row.choose('price', 'null');
    expect([...row.errors().keys()]).toEqual(['code', 'mood']);
  });

  it('keeps what was typed while another source is looked at', () => {
    const row = form();
    row.type('note', 'words');
    row.choose('note', 'null');
    row.choose('note', 'value');
    expect(row.entry('note')).toEqual({ source: 'value', text: 'words' });
  });

  it('puts what the server says beside the column, until the column is changed', () => {
    const row = form();
    row.refuse(refused([{ pointer: '/values/code', detail: 'duplicate key' }]));
    expect([row.errors().get('code'), row.refusal()]).toEqual(['duplicate key', null]);
    row.type('code', 'b');
    expect(row.errors().size).toBe(0);
  });

  it('says what is about no column in its own place, until anything is changed', () => {
    const row = form();
    row.refuse(refused([]));
    expect(row.refusal()).toBe('It said no.');
    row.refuse(new ApiProblem('network', 0, 'No answer', 'Cut off.'));
    expect(row.refusal()).toContain('may have been inserted');
    row.choose('note', 'null');
    expect(row.refusal()).toBeNull();
  });

  it('reads names out of pointers', () => {
    const row = form();
    row.refuse(refused([{ pointer: '/values/a~1b~0c', detail: 'x' }]));
    expect(row.errors().get('a/b~c')).toBe('x');
  });
});
