import { describe, expect, it } from '@jest/globals';
import {
  changedDraft,
  draftMistakes,
  draftOf,
  formFields,
  newDraft,
  settingsOf,
  shownChoices,
  shownFields,
} from './index.js';
import type { FormField, SettingSchema } from './index.js';

const field = (more: Partial<FormField> = {}): FormField => ({ name: 'a', type: 'text', label: 'A', ...more });

describe('the fields of a schema', () => {
  it.each<[string, SettingSchema, Partial<FormField>]>([
    ['text', { type: 'string', maxLength: 9, label: 'A' }, { type: 'text', max_length: 9 }],
    ['a switch', { type: 'boolean', default: true, label: 'A' }, { type: 'switch', default: true }],
    ['a switch or null', { type: ['boolean', 'null'], label: 'A' }, { type: 'switch' }],
    ['a number', { type: 'integer', minimum: 1, maximum: 9, label: 'A' }, { type: 'number', min: 1, max: 9 }],
    ['any integer', { type: 'integer', minimum: -(2 ** 53 - 1), maximum: 2 ** 53 - 1, label: 'A' }, { type: 'number' }],
    [
      'a number or null',
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null, label: 'A' },
      { type: 'number', min: 1, default: null },
    ],
    ['a list', { type: 'array', label: 'A', rows: 3 }, { type: 'list', rows: 3 }],
    ['the type that is asked for', { type: 'string', field: 'sql', label: 'A' }, { type: 'sql' }],
    [
      'choices with labels and presets',
      { type: 'string', enum: ['x', 'y'], choices: { x: 'The x' }, presets: { x: { port: 1 } }, label: 'A' },
      {
        type: 'choice',
        choices: [
          { value: 'x', label: 'The x', presets: { port: 1 } },
          { value: 'y', label: 'y' },
        ],
      },
    ],
    ['a pattern of the server alone', { type: 'string', pattern: 'x', label: 'A' }, { type: 'text' }],
    [
      'a pattern with its error',
      { type: 'string', pattern: 'x', mismatch: 'No x.', label: 'A' },
      { type: 'text', pattern: 'x', mismatch: 'No x.' },
    ],
    [
      'what is copied',
      { type: 'string', help: 'H', width: 'half', label: 'A' },
      { type: 'text', help: 'H', width: 'half' },
    ],
    [
      'the default of a transformation',
      { type: 'boolean', fallback: false, label: 'A' },
      { type: 'switch', default: false },
    ],
    ['a format of JSON Schema', { type: 'string', format: 'email' as never, label: 'A' }, { type: 'text' }],
    ['a default that is no single value', { type: 'array', default: [] as never, label: 'A' }, { type: 'list' }],
  ])('shows %s', (_, setting, expected) => {
    expect(formFields({ properties: { a: setting } })).toEqual([{ name: 'a', label: 'A', ...expected }]);
  });

  it('leaves out what has no label, and is sorted by order', () => {
    const text = { type: 'string' };
    const properties = { a: { ...text, label: 'A', order: 1 }, hidden: text, b: { ...text, label: 'B' } };
    expect(formFields({ properties }).map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('requires what requests must have, unless it has a default', () => {
    const properties = { a: { type: 'string', label: 'A' }, b: { type: 'string', label: 'B', default: 'x' } };
    const fields = formFields({ properties, required: ['a', 'b'] });
    expect(fields.map(({ required = false }) => required)).toEqual([true, false]);
  });
});

describe('a draft', () => {
  it.each<[string, FormField, unknown, string | boolean]>([
    ['text', field(), 'x', 'x'],
    ['a number', field({ type: 'number' }), 7, '7'],
    ['a switch', field({ type: 'switch' }), true, true],
    ['an inverted switch', field({ type: 'switch', inverted: true }), false, true],
    ['a list in one line', field({ type: 'list' }), ['x', 'y'], 'x, y'],
    ['a list in lines', field({ type: 'list', rows: 3 }), ['x', 'y'], 'x\ny'],
    ['an object', field({ format: 'json' }), { x: 1 }, '{\n  "x": 1\n}'],
    ['a choice', field({ type: 'choice' }), 'x', 'x'],
  ])('shows %s and gives it back', (_, one, value, shown) => {
    const draft = draftOf([one], { a: value });
    expect(draft).toEqual({ a: shown });
    expect(settingsOf([one], draft)).toEqual({ a: value });
  });

  it.each<[string, FormField, string | boolean]>([
    ['a switch by its default', field({ type: 'switch', default: true }), true],
    ['an inverted switch by its default', field({ type: 'switch', default: true, inverted: true }), false],
    ['a choice by its default', field({ type: 'choice', default: 'x' }), 'x'],
    ['text', field({ default: 'x' }), ''],
    ['an object', field({ format: 'json' }), ''],
  ])('shows %s where the setting is left out', (_, one, shown) => {
    expect(draftOf([one], {})).toEqual({ a: shown });
  });

  it('starts with what is given, then with initial values', () => {
    const fields = [field({ initial: 7, type: 'number' }), field({ name: 'b', initial: 'x' })];
    expect(newDraft(fields, { b: 'y' })).toEqual({ a: '7', b: 'y' });
    expect(draftOf(fields, { a: null })).toEqual({ a: '', b: '' });
  });

  it('leaves out what is empty, and trims all but SQL', () => {
    const fields = [field(), field({ name: 'b' }), field({ name: 'sql', type: 'sql' })];
    expect(settingsOf(fields, { a: ' ', b: ' x ', sql: ' SELECT 1\n' })).toEqual({ b: 'x', sql: ' SELECT 1\n' });
  });

  it.each([
    [undefined, 'a@x.org, b@x.org;c@x.org d@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org']],
    [3, 'public."a,b"\n"x ""y, z", c\n"open, d', ['public."a,b"', '"x ""y, z"', 'c', '"open, d']],
    [3, 'orders, crm.people\n\n "My items" ', ['orders', 'crm.people', '"My items"']],
  ])('splits a list with %s lines', (rows, text, items) => {
    const list = { ...field({ type: 'list' }), ...(rows === undefined ? {} : { rows }) };
    expect(settingsOf([list], { a: text })).toEqual({ a: items });
  });

  it('shows and sends a field while its condition holds', () => {
    const fields = [field({ type: 'switch' }), field({ name: 'b', shown_if: { field: 'a', is: [true] } })];
    expect(shownFields(fields, { a: false, b: 'x' }).map(({ name }) => name)).toEqual(['a']);
    expect(settingsOf(fields, { a: false, b: 'x' })).toEqual({ a: false });
    expect(settingsOf(fields, { a: true, b: 'x' })).toEqual({ a: true, b: 'x' });
  });

  it('offers the choices whose condition holds, and clears one that is no longer offered', () => {
    const [one, other] = ['x', 'y'].map((plugin) => ({ field: 'a', is: [plugin] }));
    const jobs = [
      { value: 'j', label: 'J', shown_if: one ?? { field: '', is: [] } },
      { value: 'k', label: 'K', shown_if: other ?? { field: '', is: [] } },
    ];
    const fields = [field({ type: 'choice' }), field({ name: 'b', type: 'choice', choices: jobs })];
    const draft = { a: 'x', b: 'j' };
    expect(fields.flatMap((each) => shownChoices(each, fields, draft)).map(({ value }) => value)).toEqual(['j']);
    expect(changedDraft(fields, draft, 'a', 'y')).toEqual({ a: 'y', b: '' });
    expect(changedDraft(fields, draft, 'a', 'x')).toEqual(draft);
  });

  it('takes the presets of a choice unless something else was typed', () => {
    const choices = [
      { value: 'tls', label: 'TLS', presets: { port: 465 } },
      { value: 'none', label: 'None', presets: { port: 25 } },
    ];
    const fields = [field({ type: 'choice', choices }), field({ name: 'port', type: 'number' })];
    expect(changedDraft(fields, { a: 'tls', port: '465' }, 'a', 'none')).toEqual({ a: 'none', port: '25' });
    expect(changedDraft(fields, { a: 'tls', port: '' }, 'a', 'none')).toEqual({ a: 'none', port: '25' });
    expect(changedDraft(fields, { a: 'tls', port: '2525' }, 'a', 'none')).toEqual({ a: 'none', port: '2525' });
  });
});

describe('a mistake', () => {
  it.each<[string, Partial<FormField>, string | boolean, string | null]>([
    ['a required text', { required: true, missing: 'Enter it.' }, ' ', 'Enter it.'],
    ['a required text without words', { required: true }, '', 'Enter a value.'],
    ['a required choice', { required: true, type: 'choice' }, '', 'Choose a value.'],
    ['an optional text', {}, '', null],
    ['a number', { type: 'number', min: 1, max: 9 }, '10', 'Enter a whole number from 1 to 9.'],
    ['a number up to many', { type: 'number', min: 1, max: 10_000 }, '0', 'Enter a whole number from 1 to 10,000.'],
    ['a number with words', { type: 'number', max: 9, mismatch: 'Enter a digit.' }, '10', 'Enter a digit.'],
    ['a number without an upper limit', { type: 'number', min: 1 }, '0', 'Enter a whole number of at least 1.'],
    ['a number without a lower limit', { type: 'number', max: 1 }, '2', 'Enter a whole number of at most 1.'],
    ['a fraction', { type: 'number' }, '1.5', 'Enter a whole number.'],
    ['a right number', { type: 'number', min: 1, max: 9 }, ' 9 ', null],
    ['a text that does not match', { pattern: '^x', mismatch: 'Start with x.' }, 'y', 'Start with x.'],
    ['a text that matches', { pattern: '^x', mismatch: 'Start with x.' }, 'xy', null],
    [
      'an item that does not match',
      { type: 'list', pattern: '@', mismatch: '{value} is wrong.' },
      'a@b, $&',
      '$& is wrong.',
    ],
    ['JSON that is no object', { format: 'json' }, '[1]', 'Enter a JSON object, or leave it empty.'],
    ['no JSON', { format: 'json' }, '{', 'Enter a JSON object, or leave it empty.'],
    ['an object', { format: 'json' }, '{"a": 1}', null],
    ['a switch', { type: 'switch', required: true }, false, null],
  ])('is found in %s', (_, more, value, expected) => {
    expect(draftMistakes([field(more)], { a: value })).toEqual({ a: expected });
  });

  it('is neither an empty secret that is stored already nor in a field that is not shown', () => {
    const required = field({ required: true });
    expect(draftMistakes([required], { a: '' }, ['a'])).toEqual({ a: null });
    const hidden = field({ required: true, shown_if: { field: 'b', is: [true] } });
    expect(draftMistakes([hidden, field({ name: 'b', type: 'switch' })], { a: '', b: false })).toEqual({
      a: null,
      b: null,
    });
  });
});
