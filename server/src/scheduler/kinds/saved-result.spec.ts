import { describe, expect, it } from '@jest/globals';
import { fileNameFault, fileWord, resultFile } from './saved-result.js';

describe('the word of a file', () => {
  it.each([
    ['Orders of May', 'Orders-of-May'],
    ['../etc/passwd', 'etc-passwd'],
    ['...', 'result'],
    ['', 'result'],
    ['größe', 'größe'],
    ['a'.repeat(90), 'a'.repeat(80)],
    [`${'a'.repeat(78)}𠮷b`, `${'a'.repeat(78)}𠮷`],
    [`${'a'.repeat(79)}𠮷`, 'a'.repeat(79)],
  ])('%j is %j', (text, word) => {
    expect(fileWord(text)).toBe(word);
  });

  it('has only whole letters, so that its address can be written', () => {
    const { name } = resultFile('csv', `${'a'.repeat(79)}𠮷`);
    expect(encodeURIComponent(name)).toBe(`${'a'.repeat(79)}.csv`);
  });
});

describe('the name of a file', () => {
  it.each(['report', 'report.csv', 'report.PARQUET', 'report.2026', 'v1.2', 'report.xlsx.csv'])(
    '%s is taken',
    (typed) => {
      expect(fileNameFault(typed)).toBeNull();
    },
  );

  it.each([
    ['x.xlsx', 'cannot end in .xlsx: results are saved as .csv, .json, .ndjson or .parquet'],
    ['x.XLS', expect.stringContaining('cannot end in .XLS')],
    ['x.tsv', expect.stringContaining('cannot end in .tsv')],
    ['x.csv.gz', expect.stringContaining('cannot end in .gz')],
    ['../x.csv', expect.stringContaining('without a folder')],
  ])('%s is refused', (typed, fault) => {
    expect(fileNameFault(typed)).toEqual(fault);
  });
});
