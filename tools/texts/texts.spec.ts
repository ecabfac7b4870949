import { describe, expect, it } from '@jest/globals';
import { codeTexts } from './code-texts.mjs';
import { templateTexts } from './template-texts.mjs';

describe('the texts of a template', () => {
  it.each([
    ['a text node', '<p>Nothing here yet</p>', ['Nothing here yet']],
    ['a computed part', '<p>{{ count }} rows of {{ total }}</p>', ['{…} rows of {…}']],
    ['an attribute', '<dw-field label="Name" icon="x-ray" class="a b c" />', ['Name']],
    ['a literal in a binding', `<p [title]="isOn ? 'Turn it off' : 'on'"></p>`, ['Turn it off']],
    ['a literal in a text', `<p>{{ isOn ? 'All rows' : 'none' }}</p>`, ['All rows']],
    [
      'a block',
      '@if (isOn) {<b>Shown only once.</b>} @else {<i>Two lines\n  are one</i>}',
      ['Shown only once.', 'Two lines are one'],
    ],
  ])('hold %s', (_, source, texts) => {
    expect(templateTexts(source, 'x.html').map(({ text }) => text)).toEqual(texts);
  });

  it('have the line they stand in', () => {
    expect(templateTexts('<p>First text</p>\n<p>Second text</p>', 'x.html').map(({ line }) => line)).toEqual([1, 2]);
  });

  it('are refused where the template is wrong', () => {
    expect(() => templateTexts('<p>{{ a', 'x.html')).not.toThrow();
    expect(() => templateTexts('@if (a) {', 'x.html')).toThrow('x.html');
  });
});

describe('the texts of a file of code', () => {
  it.each([
    ['a sentence', `const a = 'Could not load the file';`, ['Could not load the file']],
    ['a template', 'const a = `${n} rows of ${m}`;', ['{…} rows of {…}']],
    ['a label', `const a = { label: 'Jobs' };`, ['Jobs']],
    [
      'an inline template',
      '@Component({ template: `<p>Page not found</p>`, styles: `p { margin: 0 auto }` }) class A {}',
      ['Page not found'],
    ],
    [
      'neither SQL, imports nor identifiers',
      `import { A } from 'Some Package'; const a = 'select 1 from t', b = 'some-id';`,
      [],
    ],
  ])('hold %s', (_, source, texts) => {
    expect(codeTexts(source, 'x.ts').map(({ text }) => text)).toEqual(texts);
  });
});
