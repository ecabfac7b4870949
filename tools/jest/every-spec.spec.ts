import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

it('belongs to exactly one project of Jest, wherever it stands', () => {
  const specs = ['server', 'libs', 'tools', 'client'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.spec.ts') && !path.includes('node_modules'))
      .map((path) => join(ROOT, folder, path)),
  );
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const listed = execFileSync(process.execPath, [jest, '-c', 'jest.config.mjs', '--listTests', '--json'], {
    ...{ cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  });
  expect((JSON.parse(listed) as string[]).toSorted()).toEqual(specs.toSorted());
});
