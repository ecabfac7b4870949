import { describe, expect, it } from '@jest/globals';
import { recordsJson } from './records-json.js';

const COLUMNS = [
  { name: 'a "b"', isJson: false },
  { name: 'doc', isJson: true },
];

describe('recordsJson', () => {
  it('keeps texts, NULL, empty texts and JSON apart', () => {
    const rows = [
      ['1', '{"n": 12345678901234567890}'],
      ['', 'null'],
      [null, null],
    ];
    expect(recordsJson(rows, COLUMNS)).toEqual({
      kind: 'json',
      text: '[{"a \\"b\\"":"1","doc":{"n": 12345678901234567890}},\n{"a \\"b\\"":"","doc":null},\n{"a \\"b\\"":null,"doc":null}]',
    });
  });

  it('names the first value that is no JSON', () => {
    expect(
      recordsJson(
        [
          ['1', '{}'],
          ['2', '{'],
          ['3', '['],
        ],
        COLUMNS,
      ),
    ).toEqual({ kind: 'faulty', row: 2, column: 'doc' });
  });
});
