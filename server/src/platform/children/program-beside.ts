import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** A folder with programs that the tests have compiled: Node takes three times as long to start their sources. */
const COMPILED_PROGRAMS = 'COMPILED_PROGRAMS';

/**
 * The program of a child process, named by its path relative to `moduleUrl` without its ending: JavaScript where the
 * workbench is built, in a checkout TypeScript or what the tests have compiled of it.
 */
export function programBeside(moduleUrl: string, path: string): URL {
  const program = new URL(`${path}${extname(moduleUrl)}`, moduleUrl);
  const folder = process.env[COMPILED_PROGRAMS];
  if (folder === undefined || extname(moduleUrl) !== '.ts') return program;
  const name = `${basename(fileURLToPath(program), '.ts')}.js`;
  const compiled = join(folder, name);
  return existsSync(compiled) ? pathToFileURL(compiled) : program;
}
