import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Cell, ColumnKind, ResultColumn } from '../../api/index.js';
import { jsonObjectWriter, uniqueNames } from './json.js';

const column = (name: string, kind: ColumnKind): ResultColumn => ({ name, type: kind, kind, table: null });

describe('jsonObjectWriter', () => {
  it.each<[ColumnKind, Cell, string]>([
    ['integer', '9007199254740993', '9007199254740993'],
    ['integer', '-9223372036854775808', '-9223372036854775808'],
    ['decimal', '0.10', '0.10'],
    ['decimal', '123456789012345678901234567890.123456789', '123456789012345678901234567890.123456789'],
    ['decimal', 'NaN', '"NaN"'],
    ['decimal', '$5.00', '"$5.00"'],
    ['decimal', '1.', '"1."'],
    ['decimal', '007', '"007"'],
    ['float', '1e-05', '1e-05'],
    ['float', '-Infinity', '"-Infinity"'],
    ['float', '-0', '-0'],
    ['boolean', 't', 'true'],
    ['boolean', 'false', 'false'],
    ['boolean', 'maybe', '"maybe"'],
    ['json', '{"a": 1e400, "a": 0.10}', '{"a": 1e400, "a": 0.10}'],
    ['json', '[1,\r\n2]', '[1, 2]'],
    ['json', 'not json', '"not json"'],
    ['json', 'null', 'null'],
    ['text', 'null', '"null"'],
    ['text', '', '""'],
    ['text', 'say "hi"\n\u0001', String.raw`"say \"hi\"\n\u0001"`],
    ['text', '42', '"42"'],
    ['date', 'infinity', '"infinity"'],
    ['binary', '\\x00ff', String.raw`"\\x00ff"`],
    ['array', '{1,NULL}', '"{1,NULL}"'],
    ['text', null, 'null'],
  ])('writes the %s %j as %s', (kind, cell, text) => {
    expect(jsonObjectWriter([column('v', kind)])([cell])).toBe(`{"v":${text}}`);
  });

  it('keeps each value under its own name, in one line, for any names and texts', () => {
    const texts = fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 });
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.option(fc.string({ unit: 'binary' })), { minLength: 6, maxLength: 6 }),
        (names, row) => {
          const text = jsonObjectWriter(names.map((name) => column(name, 'text')))(row);
          expect(text).not.toMatch(/[\r\n]/);
          const cells = row.slice(0, names.length);
          expect(new Map(Object.entries(JSON.parse(text) as object))).toEqual(
            new Map(uniqueNames(names).map((name, index) => [name, cells[index]])),
          );
        },
      ),
    );
  });
});

describe('uniqueNames', () => {
  it.each([
    [
      ['id', 'id', 'id'],
      ['id', 'id_2', 'id_3'],
    ],
    [
      ['id', 'id', 'id_2'],
      ['id', 'id_3', 'id_2'],
    ],
    [
      ['', ''],
      ['', '_2'],
    ],
    [
      ['__proto__', 'constructor'],
      ['__proto__', 'constructor'],
    ],
  ])('gives %j as %j', (names, unique) => {
    expect(uniqueNames(names)).toEqual(unique);
  });

  it('never gives a name twice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'a_2', 'a_3', 'a_2_2', 'b')), (names) => {
        expect(new Set(uniqueNames(names)).size).toBe(names.length);
      }),
    );
  });
});
