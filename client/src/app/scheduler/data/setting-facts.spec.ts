import { describe, expect, it } from '@jest/globals';
import type { JobKindInfo } from '#libs/api';
import { settingFacts } from './setting-facts';

const FIELDS = [
  { name: 'sql', type: 'sql', label: 'SQL' },
  { name: 'read_only', type: 'switch', label: 'Allow writes', default: true, inverted: true },
  { name: 'analyze', type: 'switch', label: 'Also run ANALYZE', default: true },
  { name: 'format', type: 'choice', label: 'Format', choices: [{ value: 'plain', label: 'Plain SQL' }] },
] as JobKindInfo['fields'];

describe('the settings of a job', () => {
  it.each<[string, unknown, string, string]>([
    ['sql', 'SELECT 1', 'SQL', 'SELECT 1'],
    ['read_only', true, 'Allow writes', 'No'],
    ['read_only', false, 'Allow writes', 'Yes'],
    ['analyze', true, 'Also run ANALYZE', 'Yes'],
    ['format', 'plain', 'Format', 'Plain SQL'],
    ['format', 'tar', 'Format', 'tar'],
    ['keep_last', null, 'Keep last', 'Not set'],
    ['keep_last', 7, 'Keep last', '7'],
    ['tables', ['a', 'b'], 'Tables', 'a, b'],
    ['tables', [], 'Tables', 'Not set'],
    ['options', { a: 1 }, 'Options', '{"a":1}'],
  ])('%s of %j reads %s: %s', (key, value, name, text) => {
    expect(settingFacts({ [key]: value }, FIELDS)).toEqual([{ name, value: text }]);
  });

  it.each([
    [null, ['Save results as']],
    ['status.csv', ['Save results as', 'Keep last']],
  ])('has how many results are kept only where they are: %j', (saveAs, expected) => {
    const facts = settingFacts({ save_results_as: saveAs, keep_last: 30 }, FIELDS);
    expect(facts.map(({ name }) => name)).toEqual(expected);
  });
});
