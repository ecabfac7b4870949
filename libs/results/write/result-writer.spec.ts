import { describe, expect, it } from '@jest/globals';
import type { ResultColumn } from '../../api/index.js';
import { writeResult } from './result-writer.js';

const COLUMNS: ResultColumn[] = [
  { name: 'id', type: 'bigint', kind: 'integer', table: null },
  { name: 'note', type: 'text', kind: 'text', table: null },
];
const ROWS = [
  ['1', 'a'],
  ['2', null],
];

describe('writeResult', () => {
  it.each([
    ['csv', 'id,note\n1,a\n2,\n'],
    ['json', '[\n{"id":1,"note":"a"},\n{"id":2,"note":null}\n]\n'],
    ['ndjson', '{"id":1,"note":"a"}\n{"id":2,"note":null}\n'],
  ] as const)('writes %s', (format, text) => {
    expect(writeResult(format, COLUMNS, ROWS)).toBe(text);
  });

  it.each([
    ['csv', 'id,note\n'],
    ['json', '[]\n'],
    ['ndjson', ''],
  ] as const)('writes a result without rows as %s', (format, text) => {
    expect(writeResult(format, COLUMNS, [])).toBe(text);
  });
});
