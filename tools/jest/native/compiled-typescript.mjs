import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync, version } from '@swc/core';
import { CACHE, ROOT } from '../../project.mjs';

/** What was compiled once, by any process; named after all that the result depends on. */
const FOLDER = join(CACHE, 'jest-typescript');
const OPTIONS_FILE = join(ROOT, '.swcrc');
const OPTIONS = readFileSync(OPTIONS_FILE, 'utf8');

/**
 * A TypeScript file as JavaScript, with decorators and their metadata as in the build, and the path of its source map.
 * Throws where the file cannot be read or has a syntax error.
 * @param {string} path
 * @returns {{ code: string, map: string }}
 */
export function compiledTypeScript(path) {
  const source = readFileSync(path, 'utf8');
  const key = createHash('sha256').update([version, OPTIONS, path, source].join('\0')).digest('hex');
  const [file, map] = [join(FOLDER, `${key}.js`), join(FOLDER, `${key}.map`)];
  try {
    return { code: readFileSync(file, 'utf8'), map };
  } catch {
    const compiled = transformSync(source, { filename: path, cwd: ROOT, configFile: OPTIONS_FILE, sourceMaps: true });
    mkdirSync(FOLDER, { recursive: true });
    // The map first: another process takes the pair as soon as the code is there.
    place(map, compiled.map ?? '');
    place(file, compiled.code);
    return { code: compiled.code, map };
  }
}

/**
 * Under its name all at once, since several processes compile.
 * @param {string} path
 * @param {string} text
 */
function place(path, text) {
  const unfinished = `${path}.${String(process.pid)}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}
