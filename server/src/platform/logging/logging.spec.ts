import { describe, expect, it } from '@jest/globals';
import { summarizeError } from './logging.module.js';

describe('an error in a log', () => {
  it('has its message, type and stack', () => {
    expect(summarizeError(new TypeError('no such thing'))).toMatchObject({
      type: 'TypeError',
      message: 'no such thing',
      stack: expect.stringContaining('logging.spec'),
    });
  });

  it('is some kilobytes, whatever a request made it repeat', () => {
    const error = Object.assign(new Error('x'.repeat(5_000_000)), { body: 'y'.repeat(5_000_000), rows: [['z']] });
    const text = JSON.stringify(summarizeError(error));
    expect(text.length).toBeLessThan(20_000);
    expect(text).not.toContain('z');
  });

  it('is so with a cause, too', () => {
    const error = new Error('outer', { cause: new Error('x'.repeat(1_000_000)) });
    const { message, stack } = summarizeError(error);
    expect(String(message).length + String(stack).length).toBeLessThan(9000);
    expect(String(message)).toMatch(/^outer/);
  });
});
