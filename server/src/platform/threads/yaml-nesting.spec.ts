import { describe, expect, it } from '@jest/globals';
import { isYamlNestedTooDeeply } from './yaml-nesting.js';

describe('YAML', () => {
  it.each([
    ['brackets', `${'['.repeat(100)}${']'.repeat(100)}`, '['.repeat(101)],
    ['braces', `${'{a: '.repeat(100)}1${'}'.repeat(100)}`, '{a: '.repeat(101)],
    ['lists in one line', `${'- '.repeat(100)}a`, `${'- '.repeat(101)}a`],
    ['keys in one line', `${'? '.repeat(100)}a`, `${'? '.repeat(101)}a`],
    ['brackets behind the sign of a text', '[\u001F'.repeat(100), '[\u001F'.repeat(101)],
    ['brackets that others close', '[}'.repeat(100), '[}'.repeat(101)],
    ['brackets after some that close', `${']'.repeat(50)}${'['.repeat(100)}`, `${']'.repeat(50)}${'['.repeat(101)}`],
    ['anchors', '&a ['.repeat(100), '&a [*a,'.repeat(101)],
  ])('may have a hundred %s inside each other', (_, deep, tooDeep) => {
    expect([isYamlNestedTooDeeply(deep), isYamlNestedTooDeeply(tooDeep)]).toEqual([false, true]);
  });

  it.each([
    ['lists after each other', '[]\n'.repeat(500)],
    ['lines of a list', '- a\n'.repeat(500)],
    ['lines of a list that end as on Windows', '- a\r\n'.repeat(500)],
    ['empty lines of a list', '-\r\n'.repeat(500)],
    ['texts with brackets', `- "${'['.repeat(500)}"\n- '${'{'.repeat(500)}'\n- a${'['.repeat(500)}\n`],
    ['comments', `# ${'['.repeat(500)}\na: 1\n`],
    ['lines of text', `a: |\n  ${'[ - '.repeat(500)}\n`],
    ['negative numbers', `[${'-1, '.repeat(500)}]`],
  ])('is as deep as its collections: %s', (_, text) => {
    expect(isYamlNestedTooDeeply(text)).toBe(false);
  });

  it('is looked through in a time that grows with its length', () => {
    const text = '{a: '.repeat(250_000);
    const begin = performance.now();
    expect(isYamlNestedTooDeeply(text)).toBe(true);
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});
