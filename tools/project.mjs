import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project; the tools work from anywhere. */
export const ROOT = join(import.meta.dirname, '..');

/** Where tools keep what makes the next run quicker; lost with node_modules, never committed. */
export const CACHE = join(ROOT, 'node_modules/.cache');

/** The Node that came with the install: npm scripts run on it by themselves, other ways of starting need its path. */
export function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const pinned = join(ROOT, 'node_modules/node/bin', name);
  return existsSync(pinned) ? pinned : process.execPath;
}

/** @param {string} path */
export function inProject(path) {
  return join(ROOT, path);
}
