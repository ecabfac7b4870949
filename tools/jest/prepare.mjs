import { ensureApiTypes } from '../build/api-types/ensure.mjs';
import { compilePrograms } from './compile-programs.mjs';
import { makeStateFolder } from './state-folder.mjs';

/** What tests without a database need: the types of the API, programs of child processes, a folder for a migrated state. */
export default async function prepare() {
  await ensureApiTypes();
  await compilePrograms();
  await makeStateFolder();
}
