import { describe, expect, it } from '@jest/globals';
import { snippetNameMistake, snippetPreview, snippetTemplate, snippetTextMistake, sortedSnippets } from './snippets.js';

describe('the name of a snippet', () => {
  it.each([
    ['top10', null],
    ['größte_zehn', null],
    ['', 'Enter a name.'],
    ['10top', 'Use letters, digits and _, and begin with a letter or _.'],
    ['top ten', 'Use letters, digits and _, and begin with a letter or _.'],
    ['top-ten', 'Use letters, digits and _, and begin with a letter or _.'],
    ['x'.repeat(51), 'Enter a name of at most 50 characters.'],
  ])('%j: %j', (name, mistake) => {
    expect(snippetNameMistake(name)).toBe(mistake);
  });
});

describe('the text of a snippet', () => {
  it('is not empty, and not too long', () => {
    expect([snippetTextMistake('SELECT 1'), snippetTextMistake(' \n'), snippetTextMistake('x'.repeat(5001))]).toEqual([
      null,
      'Enter the text to insert.',
      'Enter a text of at most 5,000 characters.',
    ]);
  });

  it.each([
    ['SELECT 1', 'SELECT 1', 'SELECT 1'],
    ['SELECT * FROM ${1:table}', 'SELECT * FROM ${1:table}', 'SELECT * FROM table'],
    ['${2} before ${1:a b}${0}', '${2} before ${1:a b}${0}', ' before a b'],
    ['WHERE id = $1 AND day = :day', 'WHERE id = \\$1 AND day = :day', 'WHERE id = $1 AND day = :day'],
    ['DO $$ BEGIN ${1:null}; END $$', 'DO \\$\\$ BEGIN ${1:null}; END \\$\\$', 'DO $$ BEGIN null; END $$'],
    ['\'{"a": 1}\' \\ ${x}', '\'{"a": 1\\}\' \\\\ \\${x\\}', '\'{"a": 1}\' \\ ${x}'],
    ['${1:cost in $}', '${1:cost in \\$}', 'cost in $'],
    ['${100:no stop}', '\\${100:no stop\\}', '${100:no stop}'],
  ])('%j is the template %j and shows %j', (text, template, shown) => {
    expect([snippetTemplate(text), snippetPreview(text)]).toEqual([template, shown]);
  });
});

it('snippets are listed by name, whatever its case', () => {
  const list = ['b', 'C', 'a'].map((name) => ({ name, text: '1' }));
  expect(sortedSnippets(list).map(({ name }) => name)).toEqual(['a', 'b', 'C']);
});
