import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What a browser fetches before the first paint: the page, its scripts and styles, as they go over the wire. */
export function firstLoadKilobytes(folder = 'dist/client/browser') {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...html.matchAll(/(?:src|href)="([^":]+\.(?:js|css))"/g)].map(([, path]) => String(path));
  const files = ['index.html', ...new Set(named)];
  return files.reduce((sum, name) => sum + wireBytes(join(folder, name)), 0) / 1000;
}

/** @param {string} path */
function wireBytes(path) {
  const compressed = [`${path}.br`, `${path}.gz`, path].find((candidate) => existsSync(candidate));
  return compressed === undefined ? 0 : statSync(compressed).size;
}
