import { describe, expect, it } from '@jest/globals';
import { firstLineWithoutPaths, runTitle, withoutFolders } from './run-words.js';

describe('runTitle', () => {
  it.each<[string, string | null, string]>([
    ['Nightly', 'Shop', 'Job failed: Nightly on Shop'],
    ['Nightly', null, 'Job failed: Nightly'],
    ['x'.repeat(300), 'Shop', `Job failed: ${'x'.repeat(79)}… on Shop`],
  ])('of %j on %j is %j', (job, connection, title) => {
    expect(runTitle('Job failed', job, connection)).toBe(title);
  });
});

describe('withoutFolders', () => {
  it.each<[string, readonly string[], string]>([
    ['EACCES: open /home/wb/outputs/a.csv', ['/home/wb'], 'EACCES: open outputs/a.csv'],
    ['no such folder: /home/wb', ['/home/wb'], 'no such folder: .'],
    ['/backups/deep/x and /backups/y', ['/backups', '/backups/deep'], 'x and y'],
    ['relation "a/b" does not exist', ['/home/wb'], 'relation "a/b" does not exist'],
  ])('leaves of %j without %j: %j', (text, folders, left) => {
    expect(withoutFolders(text, folders)).toBe(left);
  });
});

describe('firstLineWithoutPaths', () => {
  it.each([
    ['Error: Cannot find module /home/wb/plugins/a/index.js:3:9\n    at /home/wb/x.js', 'index.js:3:9'],
    ['see https://example.org/a/b for more', 'https://example.org/a/b'],
  ])('of %j has %j', (text, part) => {
    const line = firstLineWithoutPaths(text);
    expect(line).toContain(part);
    expect(line).not.toMatch(/\/home|\n/);
  });
});
