import { describe, expect, it } from '@jest/globals';
import { hasTest, testTitles } from './test-titles.mjs';

const SOURCE = `
  it('stands alone', () => {});
  describe('a group', () => {
    it.each([['x', () => it]])('works with %s', async (_, act) => { act('is no test'); });
    it.each\`a | b\`('of $name', () => {});
    describe.each(['inner'])('%s', () => { test(\`runs in \${zone}\`, () => {}); });
  });
  describe('another', () => { it('works with %s', () => {}); it("it's \\"quoted\\"", () => {}); });
  for (const theme of THEMES) { test.describe('in a theme', () => { test('is read', async ({ page }) => {}); }); }
  test.use({ colorScheme }); test.beforeEach(async () => {}); const text = "it('in a text', () => {})";
  it.skip('is skipped', () => {});`;

describe('testTitles', () => {
  it('finds each test with its groups, and nothing else', () => {
    expect(testTitles(SOURCE)).toEqual([
      ['stands alone'],
      ['a group', 'works with %s'],
      ['a group', 'of $name'],
      ['a group', '%s', 'runs in ${zone}'],
      ['another', 'works with %s'],
      ['another', `it's "quoted"`],
      ['in a theme', 'is read'],
    ]);
  });
});

describe('hasTest', () => {
  it.each([
    ['stands alone', true],
    ['stands', false],
    ['is no test', false],
    ['in a text', false],
    ['is skipped', false],
    ['works with %s', false],
    ['a group › works with %s', true],
    ['of $name', true],
    ['%s › runs in ${zone}', true],
    ['in a theme', false],
  ])('%j: %s', (title, expected) => {
    expect(hasTest(testTitles(SOURCE), title)).toBe(expected);
  });
});
