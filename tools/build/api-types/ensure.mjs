import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { ROOT, inProject } from '../../project.mjs';
import { hasStamp, sourceHash, writeStamp } from '../source-stamp.mjs';

const FILE = inProject('dist/api-types.json');
const STAMP = inProject('dist/.api-types.stamp');
/** Where the types of answers come from. Sources that no controller imports change nothing but the stamp. */
const SOURCES = ['server/src', 'libs', 'tools/build/api-types'];

/** Writes `dist/api-types.json`, which `/api/openapi.json` is completed with, unless it is up to date. */
export async function ensureApiTypes() {
  const hash = await sourceHash(ROOT, SOURCES);
  if (existsSync(FILE) && (await hasStamp(STAMP, hash))) return;
  // Loading the compiler takes longer than the comparison.
  const { readApiTypes } = await import('./api-types.mjs');
  const text = JSON.stringify(await readApiTypes());
  await mkdir(inProject('dist'), { recursive: true });
  const part = `${FILE}.${process.pid}.part`;
  await writeFile(part, text);
  await rename(part, FILE);
  await writeStamp(STAMP, hash);
}
