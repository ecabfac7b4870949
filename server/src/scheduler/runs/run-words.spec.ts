import { describe, expect, it } from '@jest/globals';
import { runTitle } from './run-words.js';

describe('runTitle', () => {
  it.each<[string, string | null, string]>([
    ['Nightly', 'Shop', 'Job failed: Nightly on Shop'],
    ['Nightly', null, 'Job failed: Nightly'],
    ['x'.repeat(300), 'Shop', `Job failed: ${'x'.repeat(79)}… on Shop`],
  ])('of %j on %j is %j', (job, connection, title) => {
    expect(runTitle('Job failed', job, connection)).toBe(title);
  });
});
