import { ensureApiTypes } from '../build/api-types/ensure.mjs';
import { compilePrograms } from './compile-programs.mjs';

/** What tests without a database need: the types of the API, and the programs of child processes. */
export default async function prepare() {
  await ensureApiTypes();
  await compilePrograms();
}
