import { describe, expect, it } from '@jest/globals';
import { fileWord, resultFile } from './saved-result.js';

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
