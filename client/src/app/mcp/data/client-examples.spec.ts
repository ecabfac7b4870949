import { describe, expect, it } from '@jest/globals';
import { clientExamples } from './client-examples';

const examples = clientExamples('https://bench.example.org/mcp', 'svc_abc');

describe('clientExamples', () => {
  it('name the address and the token, each in its own way', () => {
    for (const { text } of examples) {
      expect(text).toContain('https://bench.example.org/mcp');
      expect(text).toContain('Bearer svc_abc');
    }
    expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
  });

  it.each(['vscode', 'cursor'])('are valid JSON for %s', (id) => {
    const { text = '' } = examples.find((one) => one.id === id) ?? {};
    expect(JSON.stringify(JSON.parse(text))).toContain('"Authorization":"Bearer svc_abc"');
  });
});
