import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { ROOT, inProject } from '../../project.mjs';
import { hasStamp, sourceHash, writeStamp } from '../source-stamp.mjs';

const ANSWERS = inProject('dist/api-types.json');
const CLIENT = inProject('dist/api-operations.d.ts');
const STAMP = inProject('dist/.api-types.stamp');
/** Where the types of answers come from. Sources that no controller imports change nothing but the stamp. */
const SOURCES = ['server/src', 'libs', 'tools/build/api-types'];

/**
 * Writes `dist/api-types.json`, which `/api/openapi.json` is completed with, and `dist/api-operations.d.ts`, by which the
 * client's calls are typed, unless both are up to date.
 */
export async function ensureApiTypes() {
  const hash = await sourceHash(ROOT, SOURCES);
  if (existsSync(ANSWERS) && existsSync(CLIENT) && (await hasStamp(STAMP, hash))) return;
  // Loading the compiler takes longer than the comparison.
  const [{ readApiTypes }, { clientTypes }] = await Promise.all([
    import('./api-types.mjs'),
    import('./client-types.mjs'),
  ]);
  const { answers, schemas, routes, requestSchemas } = await readApiTypes();
  await mkdir(inProject('dist'), { recursive: true });
  await replaceFile(CLIENT, await clientTypes({ routes, answers, schemas: requestSchemas }));
  await replaceFile(ANSWERS, JSON.stringify({ answers, schemas }));
  await writeStamp(STAMP, hash);
}

/** Replaces a file at once, so that no reader sees a part of it. @param {string} file @param {string} text */
async function replaceFile(file, text) {
  const part = `${file}.${process.pid}.part`;
  await writeFile(part, text);
  await rename(part, file);
}
