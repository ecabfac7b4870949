import { removeStateFolder } from './state-folder.mjs';

/** Removes what tests without a database have shared. */
export default async function cleanUp() {
  await removeStateFolder();
}
