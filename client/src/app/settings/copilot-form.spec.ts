import { describe, expect, it } from '@jest/globals';
import type { CopilotSettings } from '#libs/api';
import { copilotFormOf, copilotInputOf, copilotMistakes } from './copilot-form';

const SETTINGS: CopilotSettings = {
  ...{
    provider: 'openai-compatible',
    base_url: 'http://127.0.0.1:11434/v1',
    model: 'm',
    key_set: true,
    key_fault: null,
    timeout_s: 60,
  },
  ...{ token_budget: 8000, audit_text: false, connections: { shop: 'off' }, default_level: 'comments' },
};
const form = copilotFormOf(SETTINGS);

describe('the form of the Copilot', () => {
  it('keeps a stored key unless another is typed or it is taken away', () => {
    expect({ ...copilotInputOf(form), key_set: true, key_fault: null }).toEqual(SETTINGS);
    expect(copilotInputOf({ ...form, key: 'k' }).key).toBe('k');
    expect(copilotInputOf({ ...form, key: '' }).key).toBeNull();
  });

  it.each([
    [{}, []],
    [{ provider: 'off', base_url: '', model: '' }, []],
    [{ model: ' ' }, ['model']],
    [{ base_url: 'localhost' }, ['base_url']],
    [{ base_url: 'ftp://x' }, ['base_url']],
    [{ provider: 'anthropic', base_url: '' }, []],
    [{ timeout_s: '0' }, ['timeout_s']],
    [{ token_budget: '1e9' }, ['token_budget']],
  ] as const)('%j', (more, fields) => {
    const mistakes = Object.entries(copilotMistakes({ ...form, ...more }));
    expect(mistakes.filter(([, mistake]) => mistake !== null).map(([field]) => field)).toEqual(fields);
  });
});
