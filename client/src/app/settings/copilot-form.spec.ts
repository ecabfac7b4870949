import { describe, expect, it } from '@jest/globals';
import type { CopilotSettings } from '#libs/api';
import { copilotFormOf, copilotInputOf, copilotMistakes, withTyped } from './copilot-form';

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
const OTHERS = { ...form, provider: 'anthropic', base_url: 'http://127.0.0.1:1', timeout_s: '5' } as const;

describe('the form of the Copilot', () => {
  it('keeps a stored key unless another is typed or it is taken away', () => {
    expect({ ...copilotInputOf(form), key_set: true, key_fault: null }).toEqual(SETTINGS);
    expect(copilotInputOf({ ...form, key: 'k' }).key).toBe('k');
    expect(copilotInputOf({ ...form, key: '' }).key).toBeNull();
  });

  it.each([
    [{ key: 'k' }, form],
    [
      { key: 'k', model: 'n' },
      { ...form, model: 'n' },
    ],
    [{ key: '' }, OTHERS],
    [{ model: 'n' }, { ...OTHERS, model: 'n' }],
  ] as const)('with %j typed while another person changed the address', (typed, { provider, base_url, model }) => {
    const now = withTyped(form, { ...form, ...typed }, OTHERS);
    expect(now).toMatchObject({ provider, base_url, model, timeout_s: OTHERS.timeout_s, key: null, ...typed });
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
