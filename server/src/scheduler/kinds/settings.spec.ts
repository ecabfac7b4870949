import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { settingsFields } from '../../platform/index.js';
import { readSettings } from './read-settings.js';
import { anyObject, count, flag, names, oneOf, optionalText, text, textOrNull } from './setting-schemas.js';

const schema = z.strictObject({
  sql: text(20, { label: 'SQL', field: 'sql' }),
  folder: optionalText(5, { label: 'Folder', field: 'path' }),
  file: textOrNull(5, { label: 'File' }),
  full: flag(true, { label: 'Full' }),
  keep: count(null, 1, 10, { label: 'Keep', initial: 7 }),
  format: oneOf({ a: 'The a', b: 'The b' }, 'a', { label: 'Format' }),
  tables: names({ label: 'Tables', rows: 3 }),
  options: anyObject({ label: 'Options', format: 'json' }),
});
const DEFAULTS = { folder: '', file: null, full: true, keep: null, format: 'a', tables: null, options: {} };

describe('settings of a job', () => {
  it.each([
    [{}, {}],
    [{ file: null, full: null, keep: null, format: null, tables: null, options: null }, {}],
    [{ file: '', tables: [] }, {}],
    [{ tables: [' a ', 'a', 'b'] }, { tables: ['a', 'b'] }],
    [
      { folder: ' x', file: 'f', full: false, keep: 10, format: 'b', options: { x: 1 } },
      { folder: ' x', file: 'f', full: false, keep: 10, format: 'b', options: { x: 1 } },
    ],
  ])('%j are completed by defaults', (given, changed) => {
    const reading = readSettings(schema, { sql: ' SELECT 1', ...given });
    expect(reading).toEqual({ kind: 'valid', settings: { sql: ' SELECT 1', ...DEFAULTS, ...changed } });
  });

  it('are refused with limits whose digits are grouped', () => {
    const wide = z.strictObject({ keep: count(null, 1, 10_000), note: optionalText(2_000) });
    const reading = readSettings(wide, { keep: 0, note: 7 });
    expect(reading.kind === 'invalid' ? reading.errors.map(({ detail }) => detail) : []).toEqual([
      'keep must be a whole number from 1 to 10,000',
      'note must be text of at most 2,000 characters',
    ]);
  });

  it.each([
    [{ sql: undefined }, 'sql is missing'],
    [{ sql: null }, 'sql is missing'],
    [{ sql: '' }, 'sql is missing'],
    [{ sql: ' ' }, 'sql is missing'],
    [{ sql: 7 }, 'sql must be text of at most 20 characters'],
    [{ sql: 'x'.repeat(21) }, 'sql must be text of at most 20 characters'],
    [{ folder: null }, 'folder must be text of at most 5 characters'],
    [{ file: 7 }, 'file must be text of at most 5 characters'],
    [{ full: 'yes' }, 'full must be true or false'],
    [{ keep: 0 }, 'keep must be a whole number from 1 to 10'],
    [{ keep: 1.5 }, 'keep must be a whole number from 1 to 10'],
    [{ keep: '7' }, 'keep must be a whole number from 1 to 10'],
    [{ format: 'c' }, 'format must be one of a, b'],
    [{ tables: 'a' }, 'tables must be a list of names'],
    [{ tables: ['', 7] }, 'tables must be a list of names'],
    [{ options: [] }, 'options must be an object'],
    [{ surprise: 1 }, 'there is no setting surprise'],
  ])('%j are refused once, in words', (wrong, detail) => {
    const reading = readSettings(schema, { sql: 'SELECT 1', ...wrong });
    expect(reading).toEqual({ kind: 'invalid', errors: [{ pointer: `/${Object.keys(wrong)[0] ?? ''}`, detail }] });
  });

  it('name every mistake in the order of the schema', () => {
    const reading = readSettings(schema, { surprise: 1, format: 'c' });
    const pointers = reading.kind === 'invalid' ? reading.errors.map(({ pointer }) => pointer) : [];
    expect(pointers).toEqual(['/sql', '/format', '/surprise']);
  });

  it('are drawn by the same schema', () => {
    expect(settingsFields(schema)).toEqual([
      { name: 'sql', type: 'sql', label: 'SQL', required: true, max_length: 20 },
      { name: 'folder', type: 'path', label: 'Folder', default: '', max_length: 5 },
      { name: 'file', type: 'text', label: 'File', max_length: 5 },
      { name: 'full', type: 'switch', label: 'Full', default: true },
      { name: 'keep', type: 'number', label: 'Keep', default: null, initial: 7, min: 1, max: 10 },
      {
        ...{ name: 'format', type: 'choice', label: 'Format', default: 'a' },
        choices: [
          { value: 'a', label: 'The a' },
          { value: 'b', label: 'The b' },
        ],
      },
      { name: 'tables', type: 'list', label: 'Tables', rows: 3 },
      { name: 'options', type: 'text', label: 'Options', format: 'json' },
    ]);
  });
});
